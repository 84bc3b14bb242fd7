// SPDX-License-Identifier: Apache-2.0
// Which part of a query to leave out after a fault of syntax, so that the rest can be read and checked.
#pragma once

#include <cstddef>
#include <string_view>

namespace horatio {

struct Cut {
  std::size_t begin = 0;
  std::size_t end = 0;
};

// The clause of `query` (one statement from its QUERY on) that holds the fault; but if a clause could begin
// there (`between_clauses`) and one with a misspelt word does, that one. It goes up to the next clause, be
// its word misspelt or not. Offsets into `query`. O(size).
Cut clause_to_cut(std::string_view query, std::size_t fault, bool between_clauses);

// The first word of a clause that `word` is a misspelling of; empty: of none.
std::string_view meant_clause(std::string_view word);

}  // namespace horatio
