// SPDX-License-Identifier: Apache-2.0
#include "engine/query/parse_syntax.h"

#include <algorithm>
#include <string>
#include <utility>

#include "engine/query/nearest_name.h"
#include "engine/query/tree.h"

namespace horatio {
namespace {

namespace g = grammar;

std::optional<syntax::Statement> read(std::string_view text, std::size_t begin, std::size_t end,
                                      g::Expectations& expectations, FaultList& faults) {
  g::Input in(text.data() + begin, text.data() + end, "");
  g::NodeStack nodes;
  if (!g::parse_statement(in, expectations, nodes)) return std::nullopt;
  return tree::Reader(text, 0, faults).statement(nodes.back());
}

std::string remedy_for(const g::Expectations& expectations, std::string_view found) {
  // SEQ(All, B): All is a step word there. SEQ(Not): NOT is.
  for (const std::string_view word : {found, expectations.before()}) {
    if (!expectations.wants("an event type") || !g::is_reserved(g::kBeforeStep, word)) continue;
    return "as a name it goes in double quotes: \"" + std::string(word) + "\"";
  }
  std::string upper(found);
  std::transform(upper.begin(), upper.end(), upper.begin(), g::upper);
  const std::string_view nearest = nearest_name(upper, expectations.keywords());
  return nearest.empty() ? std::string() : "did you mean " + std::string(nearest) + "?";
}

}  // namespace

ParsedStatement parse_statement(std::string_view text, std::size_t begin, std::size_t end,
                                FaultList& faults) {
  g::Expectations expectations;
  if (auto statement = read(text, begin, end, expectations, faults)) return {std::move(statement), end};
  const auto at = static_cast<std::size_t>(expectations.place() - text.data());
  const std::string_view found = lexeme_at(text, at);
  if (expectations.wants("';'") && at > begin && statement_begins_at(text, at)) {
    faults.add(ErrorCode::kSyntax, at,
               "expected ';' before the next statement, found '" + std::string(found) + "'");
    g::Expectations met;
    return {read(text, begin, at, met, faults), at};
  }
  faults.add(ErrorCode::kSyntax, at, g::describe(expectations, found), remedy_for(expectations, found));
  return {std::nullopt, find_statement(text, std::max(at, begin + 1), end)};
}

}  // namespace horatio
