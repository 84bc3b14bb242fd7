// SPDX-License-Identifier: Apache-2.0
// One statement's text to its syntax tree, or to one fault that says what was expected where.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "engine/query/fault_list.h"
#include "engine/query/syntax.h"

namespace horatio {

struct ParsedStatement {
  std::optional<syntax::Statement> statement;  // none: a fault has been added
  std::size_t next = 0;  // where to go on: the end, or behind a fault where another statement begins
};

// Parses text[begin, end), which is all of a statement but its ';', or several that have lost theirs: that is
// a fault, but the first of them counts. O(end - begin). REQUIRES: valid UTF-8, nested no deeper than
// kDeepestNesting.
ParsedStatement parse_statement(std::string_view text, std::size_t begin, std::size_t end, FaultList& faults);

}  // namespace horatio
