// SPDX-License-Identifier: Apache-2.0
// One statement's text to its syntax tree, or to faults that say what was expected where.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "engine/query/fault_list.h"
#include "engine/query/syntax.h"

namespace horatio {

struct ParsedStatement {
  // None, or a query that is broken: a fault has been added.
  std::optional<syntax::Statement> statement;
  std::size_t next = 0;  // where to go on: the end, or behind a fault where another statement begins
  bool in_order = false;
};

// Parses text[begin, end), which is all of a statement but its ';', or several that have lost theirs: that is
// a fault, but the first of them counts. Of a query with faults comes what is left when the clauses that hold
// them are cut out. O(end - begin). REQUIRES: valid UTF-8, nested no deeper than
// kDeepestNesting.
ParsedStatement parse_statement(std::string_view text, std::size_t begin, std::size_t end, FaultList& faults);

// The query that begins at `begin`, of which its name is all that can be read. None: no query with a name
// does.
std::optional<syntax::Statement> query_without_clauses(std::string_view text, std::size_t begin);

}  // namespace horatio
