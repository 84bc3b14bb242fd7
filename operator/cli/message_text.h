// SPDX-License-Identifier: Apache-2.0
// Foreign text inside messages.
#pragma once

#include <string>
#include <string_view>

namespace horatio::process {

// In quotes, cut to a sensible length, control characters escaped.
std::string in_quotes(std::string_view text);

}  // namespace horatio::process
