// SPDX-License-Identifier: Apache-2.0
// Strings in JSON. Bytes that are not UTF-8 become U+FFFD, since JSON cannot hold them. Pure, O(length).
#pragma once

#include <string>
#include <string_view>

namespace horatio::process {

void append_json_string(std::string& out, std::string_view text);

}  // namespace horatio::process
