// SPDX-License-Identifier: Apache-2.0
#include "engine/query/clause_cut.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "engine/query/lexical.h"
#include "engine/query/nearest_name.h"

namespace horatio {
namespace {

using grammar::is_keyword;
using grammar::is_reserved;

constexpr std::size_t kHead = 2;  // QUERY name
constexpr std::size_t kShortestMisspelling = 4;

constexpr auto kClauseWords = [] {
  std::array<std::string_view, grammar::kClauses.size() + 2> words{"RETURN", "PATTERN"};
  std::copy(grammar::kClauses.begin(), grammar::kClauses.end(), words.begin() + 2);
  return words;
}();

bool is_letter(char c) { return c == '_' || (grammar::upper(c) >= 'A' && grammar::upper(c) <= 'Z'); }

// The lexemes of a query, and which of them begin a clause. A word may be a name as well, so its neighbours
// decide.
class Clauses {
 public:
  explicit Clauses(std::string_view query) : query_(query) {
    grammar::Input in(query.data(), query.data() + query.size(), "");
    std::size_t depth = 0;
    for (grammar::read_separators(in); !in.empty(); grammar::read_separators(in)) {
      const char* begin = in.current();
      if (!grammar::read_any(in)) break;
      lexemes_.emplace_back(begin, static_cast<std::size_t>(in.current() - begin));
      if (lexemes_.back() == "(") ++depth;
      if (lexemes_.back() == ")" && depth > 0) --depth;
      depths_.push_back(depth);
    }
  }

  std::size_t size() const { return lexemes_.size(); }
  std::size_t offset(std::size_t i) const {
    return i < size() ? static_cast<std::size_t>(lexemes_[i].data() - query_.data()) : query_.size();
  }
  std::size_t index_of(std::size_t offset_of_lexeme) const {
    std::size_t i = 0;
    while (i < size() && offset(i) < offset_of_lexeme) ++i;
    return i;
  }

  bool begins(std::size_t i) const {
    if (i < kHead || i >= size() || !is_reserved(kClauseWords, lexemes_[i]) || is_name(i)) return false;
    if (is_keyword(lexemes_[i], "COUNT")) return is_keyword(lexeme(i + 1), "BINDINGS");
    if (is_keyword(lexemes_[i], "WINDOW")) return !is_keyword(lexeme(i - 1), "EMPTY");
    if (is_keyword(lexemes_[i], "MATCH")) return lexeme(i + 1) != "(" && !is_keyword(lexeme(i - 1), "AFTER");
    return true;
  }

  bool begins_misspelt(std::size_t i) const {
    if (i < kHead || i >= size() || depths_[i] > 0 || is_name(i)) return false;
    if (meant_clause(lexemes_[i]).empty()) return false;
    const std::string_view next = lexeme(i + 1);
    return !next.empty() && (is_letter(next[0]) || next[0] == '[' || (next[0] >= '0' && next[0] <= '9'));
  }

 private:
  std::string_view lexeme(std::size_t i) const { return i < size() ? lexemes_[i] : std::string_view(); }

  bool is_name(std::size_t i) const {
    if (i == kHead) return false;
    const std::string_view before = lexeme(i - 1), next = lexeme(i + 1);
    constexpr std::string_view kBehindName = ".,=<>";
    return before == "." || before == "," || is_keyword(before, "BY") || is_keyword(before, "AS") ||
           (!next.empty() && kBehindName.find(next[0]) != std::string_view::npos);
  }

  std::string_view query_;
  std::vector<std::string_view> lexemes_;
  std::vector<std::size_t> depths_;  // of parentheses, behind each lexeme
};

}  // namespace

Cut clause_to_cut(std::string_view query, std::size_t fault, bool between_clauses) {
  const Clauses clauses(query);
  const std::size_t at = clauses.index_of(fault);
  std::size_t first = at;
  std::size_t next = at;
  if (between_clauses && clauses.begins_misspelt(at)) {
    next = at + 1;
  } else if (between_clauses && at > 0 && clauses.begins_misspelt(at - 1)) {  // read as an alias: A WITHN 3
    first = at - 1;
  } else {
    while (first > 0 && !clauses.begins(first - 1)) --first;
    first = first > 0 ? first - 1 : at;
  }
  while (next < clauses.size() && !clauses.begins(next) && !clauses.begins_misspelt(next)) ++next;
  return {clauses.offset(first), clauses.offset(next)};
}

std::string_view meant_clause(std::string_view word) {
  if (word.size() < kShortestMisspelling || !is_letter(word[0]) || is_reserved(kClauseWords, word)) return {};
  std::string upper(word);
  std::transform(upper.begin(), upper.end(), upper.begin(), grammar::upper);
  return nearest_name(upper, kClauseWords);
}

}  // namespace horatio
