// SPDX-License-Identifier: Apache-2.0
// Whether bytes are well-formed UTF-8 (no overlong forms, no surrogates, nothing above U+10FFFF). O(bytes).
#pragma once

#include <string_view>

namespace horatio {

bool is_utf8(std::string_view text);

}  // namespace horatio
