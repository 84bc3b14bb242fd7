// SPDX-License-Identifier: Apache-2.0
// Patterns over types that are capital letters, for tests that do without the parser.
#pragma once

#include <string_view>

#include "engine/model/pattern.h"

namespace horatio::oracle {

// REQUIRES: `text` is one, as LetterQuery takes it.
Pattern letter_pattern(std::string_view text);

}  // namespace horatio::oracle
