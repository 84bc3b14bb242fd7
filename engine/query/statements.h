// SPDX-License-Identifier: Apache-2.0
// Cuts a workload's text into statements at every ';' outside of strings, quoted names and comments, so that
// a fault in one statement does not hide those of the others. Also what a syntax error needs to know of the
// text around it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "engine/query/fault_list.h"

namespace horatio {

// Parentheses in parentheses; deeper statements are refused before the grammar sees them.
inline constexpr std::size_t kDeepestNesting = 200;

struct StatementText {
  std::size_t begin = 0;  // of its first lexeme
  std::size_t end = 0;    // behind its last lexeme and the separators there
  std::size_t last = 0;   // behind its last lexeme
  bool closed = false;    // a ';' stands at `end`
  bool readable = true;   // no lexical fault has been found in it
};

// Adds faults for what no statement can hold: a string or comment without end, too deep a nesting.
std::vector<StatementText> split_statements(std::string_view text, FaultList& faults);

// The lexeme at `offset` or behind the separators there; empty at the end of the text.
std::string_view lexeme_at(std::string_view text, std::size_t offset);

// Whether a statement begins at `offset`.
bool statement_begins_at(std::string_view text, std::size_t offset);

// Where the next statement begins (QUERY name RETURN, STREAM name '(', LATENCY BOUND) in [from, end); end:
// nowhere.
std::size_t find_statement(std::string_view text, std::size_t from, std::size_t end);

// The name of the query that begins at `offset`; empty if no query does.
std::string query_name_at(std::string_view text, std::size_t offset);

// A name as written, without its double quotes; a string without its single ones.
std::string unquoted(std::string_view written);

}  // namespace horatio
