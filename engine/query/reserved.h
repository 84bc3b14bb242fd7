// SPDX-License-Identifier: Apache-2.0
// Keywords are reserved only where they can stand: which words a bare name may not be, by where it stands.
// The grammar refuses them there, the canonical text quotes them there.
#pragma once

#include <array>
#include <string_view>

namespace horatio::grammar {

inline constexpr std::array<std::string_view, 0> kNothing{};
// Where a step of a pattern begins.
inline constexpr std::array<std::string_view, 6> kBeforeStep{"SEQ", "NOT", "ANY", "ALL", "FIRST", "ADJACENT"};
// Where a step of a pattern has its alias, or ends.
inline constexpr std::array<std::string_view, 19> kAfterStep{
    "AND",    "OR",    "FOR",   "ALL",  "FIRST",   "ADJACENT", "WHERE",  "GROUP", "WITHIN", "WINDOW",
    "HAVING", "MATCH", "COUNT", "TIES", "NUMBERS", "EMIT",     "WEIGHT", "LIMIT", "AFTER"};
// The same where the step goes on as none of the clauses does: in SEQ(A within, B) no clause can stand.
inline constexpr std::array<std::string_view, 5> kWithinPattern{"AND", "OR", "ALL", "FIRST", "ADJACENT"};
// After the '.' of T.attribute.
inline constexpr std::array<std::string_view, 1> kAfterDot{"TIME"};
// Where a value of an expression begins and no '.' follows.
inline constexpr std::array<std::string_view, 9> kBeforeValue{"NOT", "TRUE", "FALSE",   "NULL", "AND",
                                                              "OR",  "IN",   "BETWEEN", "IS"};
// With which a clause begins.
inline constexpr std::array<std::string_view, 13> kClauses{"WHERE",  "GROUP", "WITHIN", "WINDOW",  "HAVING",
                                                           "MATCH",  "COUNT", "TIES",   "NUMBERS", "EMIT",
                                                           "WEIGHT", "LIMIT", "AFTER"};

constexpr char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

// `keyword` is in upper case.
constexpr bool is_keyword(std::string_view word, std::string_view keyword) {
  if (word.size() != keyword.size()) return false;
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (upper(word[i]) != keyword[i]) return false;
  }
  return true;
}

template <class Words>
constexpr bool is_reserved(const Words& words, std::string_view word) {
  for (const std::string_view keyword : words) {
    if (is_keyword(word, keyword)) return true;
  }
  return false;
}

}  // namespace horatio::grammar
