// SPDX-License-Identifier: Apache-2.0
#include "engine/query/parse_syntax.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "engine/query/clause_cut.h"
#include "engine/query/nearest_name.h"
#include "engine/query/tree.h"

namespace horatio {
namespace {

namespace g = grammar;

constexpr std::size_t kLongestCut = std::size_t{1} << 20U;  // a longer query is not read again

std::optional<syntax::Statement> read(std::string_view text, std::size_t begin, std::size_t end,
                                      g::Expectations& expectations, FaultList& faults) {
  g::Input in(text.data() + begin, text.data() + end, "");
  g::NodeStack nodes;
  if (!g::parse_statement(in, expectations, nodes)) return std::nullopt;
  return tree::Reader(text, 0, faults).statement(nodes.back());
}

// Whether a clause could begin at the place.
bool between_clauses(const g::Expectations& expectations) {
  return expectations.wants("another clause") || expectations.wants("PATTERN") ||
         expectations.wants("RETURN");
}

std::string remedy_for(const g::Expectations& expectations, std::string_view found) {
  // SEQ(All, B): All is a step word there. SEQ(Not): NOT is.
  for (const std::string_view word : {found, expectations.before()}) {
    if (!expectations.wants("an event type") || !g::is_reserved(g::kBeforeStep, word)) continue;
    return "as a name it goes in double quotes: \"" + std::string(word) + "\"";
  }
  std::string upper(found);
  std::transform(upper.begin(), upper.end(), upper.begin(), g::upper);
  std::string_view nearest = nearest_name(upper, expectations.keywords());
  // PATTERN A WITHN 3: a misspelt word can be read as an alias.
  if (nearest.empty() && between_clauses(expectations)) nearest = meant_clause(expectations.before());
  if (nearest.empty()) nearest = abbreviated_name(upper, expectations.keywords());
  return nearest.empty() ? std::string() : "did you mean " + std::string(nearest) + "?";
}

// Reads a query with faults of syntax: cuts the clauses that hold them out, one after the other, until the
// rest can be read.
class CutReader {
 public:
  // `query` begins at `begin` of the workload's text.
  CutReader(std::string_view query, std::size_t begin, FaultList& faults)
      : query_(query), begin_(begin), faults_(faults) {}

  // `fault` is a place in the query that has been reported. None: the rest cannot be read either.
  std::optional<syntax::Statement> read(std::size_t fault, bool between) {
    known_.push_back(fault);
    for (std::size_t cuts = 0; cuts < kMostCuts; ++cuts) {
      cut(clause_to_cut(query_, fault, between));
      g::Expectations expectations;
      g::Input in(query_.data(), query_.data() + query_.size(), "");
      g::NodeStack nodes;
      if (g::parse_cut_statement(in, expectations, nodes)) {
        return tree::Reader(query_, begin_, faults_).statement(nodes.back());
      }
      fault = static_cast<std::size_t>(expectations.place() - query_.data());
      between = between_clauses(expectations);
      report(fault, expectations);
    }
    return std::nullopt;
  }

 private:
  static constexpr std::size_t kMostCuts = 8;

  // Blanks leave every place as it was.
  void cut(Cut range) {
    std::fill(query_.begin() + static_cast<std::ptrdiff_t>(range.begin),
              query_.begin() + static_cast<std::ptrdiff_t>(range.end), ' ');
    behind_cuts_.push_back(range.end);
  }

  // What is no fault of its own, but follows from a cut, is not said.
  void report(std::size_t fault, const g::Expectations& expectations) {
    if (std::find(known_.begin(), known_.end(), fault) != known_.end()) return;
    const std::string_view found = lexeme_at(query_, fault);
    const bool behind_cut = std::find(behind_cuts_.begin(), behind_cuts_.end(), fault) != behind_cuts_.end();
    if (!behind_cut && !g::is_keyword(found, "RETURN") && !g::is_keyword(found, "PATTERN")) {
      known_.push_back(fault);
      faults_.add(ErrorCode::kSyntax, begin_ + fault, g::describe(expectations, found),
                  remedy_for(expectations, found));
    } else if (between_clauses(expectations) && !meant_clause(found).empty()) {
      known_.push_back(fault);
      faults_.add(ErrorCode::kSyntax, begin_ + fault,
                  "expected a clause or ';', found '" + std::string(found) + "'",
                  "did you mean " + std::string(meant_clause(found)) + "?");
    }
  }

  std::string query_;
  std::size_t begin_;
  FaultList& faults_;
  std::vector<std::size_t> known_;  // places of faults
  std::vector<std::size_t> behind_cuts_;
};

}  // namespace

ParsedStatement parse_statement(std::string_view text, std::size_t begin, std::size_t end,
                                FaultList& faults) {
  g::Expectations expectations;
  if (auto statement = read(text, begin, end, expectations, faults)) return {std::move(statement), end, true};
  const auto at = static_cast<std::size_t>(expectations.place() - text.data());
  const std::string_view found = lexeme_at(text, at);
  if (expectations.wants("';'") && at > begin && statement_begins_at(text, at)) {
    faults.add(ErrorCode::kSyntax, at,
               "expected ';' before the next statement, found '" + std::string(found) + "'");
    g::Expectations met;
    auto statement = read(text, begin, at, met, faults);
    const bool in_order = statement.has_value();
    return {std::move(statement), at, in_order};
  }
  faults.add(ErrorCode::kSyntax, at, g::describe(expectations, found), remedy_for(expectations, found));
  const std::size_t next = find_statement(text, std::max(at, begin + 1), end);
  auto name = query_without_clauses(text, begin);
  const bool listed = faults.size() < FaultList::kMostFaults;  // else the rest would only be counted
  if (!name || !listed || next - begin > kLongestCut) return {std::move(name), next, false};
  auto rest = CutReader(text.substr(begin, next - begin), begin, faults)
                  .read(at - begin, between_clauses(expectations));
  return {rest ? std::move(rest) : std::move(name), next, false};
}

std::optional<syntax::Statement> query_without_clauses(std::string_view text, std::size_t begin) {
  syntax::Query query;
  query.broken = true;
  query.name.text = query_name_at(text, begin);
  if (query.name.text.empty()) return std::nullopt;
  const std::string_view word = lexeme_at(text, begin);
  const std::string_view name =
      lexeme_at(text, static_cast<std::size_t>(word.data() - text.data()) + word.size());
  query.name.at = static_cast<syntax::Offset>(name.data() - text.data());
  return query;
}

}  // namespace horatio
