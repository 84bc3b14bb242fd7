// SPDX-License-Identifier: Apache-2.0
#include "engine/query/parse_syntax.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "engine/query/nearest_name.h"
#include "engine/query/tree.h"

namespace horatio {
namespace {

namespace g = grammar;
using tao::pegtl::parse_tree::fold_one;
using tao::pegtl::parse_tree::store_content;

// Which rules become nodes. Ladders of precedence fold away where they hold one operand only.
template <class Rule>
using Selected = tao::pegtl::parse_tree::selector<
    Rule,
    store_content::on<
        g::AnyName, g::EventTime, g::AttributeName, g::NumberText, g::CountText, g::Milliseconds, g::Seconds,
        g::Minutes, g::Hours, g::Days, g::EventUnit, g::Minus, g::Duration, g::Extent, g::SlideExtent,
        g::ReferenceName, g::Reference, g::NextReference, g::ColumnName, g::Distinct, g::EveryTrend,
        g::CountAggregate, g::SumAggregate, g::AvgAggregate, g::MinAggregate, g::MaxAggregate, g::StringText,
        g::ValueText, g::Quantity, g::True, g::False, g::Null, g::Equivalence, g::Negative, g::Times,
        g::Divide, g::Plus, g::Subtract, g::LessEqual, g::NotEqual, g::Less, g::GreaterEqual, g::Greater,
        g::Equal, g::Negation, g::In, g::Between, g::IsNull, g::Not, g::OneOrMore, g::ZeroOrMore,
        g::ZeroOrOne, g::Bounds, g::BoundsComma, g::StepType, g::Alias, g::LoopWord, g::TypeStep, g::Sequence,
        g::AnyOf, g::Group, g::Forbidden, g::WordedPart, g::IntType, g::FloatType, g::DecimalType,
        g::StringType, g::BoolType, g::TimestampType, g::AttributeDeclaration, g::TypeDeclaration, g::Stream,
        g::ColumnAlias, g::Column, g::Frequency, g::Matches, g::Return, g::Where, g::GroupBy, g::Slide,
        g::Offset, g::Within, g::WindowOpens, g::Having, g::AllCombinations, g::NextMatch, g::ContiguousMatch,
        g::Selection, g::CountBindings, g::StrictTies, g::ArrivalTies, g::Ties, g::ExactNumbers,
        g::ApproxNumbers, g::U64Numbers, g::Numbers, g::EmptyWindows, g::PartialWindows, g::Weight, g::Limit,
        g::AfterMatch, g::QueryPattern, g::Query, g::LatencyBound>,
    fold_one::on<g::Unary, g::Product, g::Sum, g::Comparison, g::Condition, g::Conjunction, g::Expression,
                 g::PatternConjunction, g::Pattern>>;

using Input = tao::pegtl::memory_input<tao::pegtl::tracking_mode::lazy, tao::pegtl::eol::lf, const char*>;

std::optional<syntax::Statement> read(std::string_view text, std::size_t begin, std::size_t end,
                                      g::Expectations& expectations, FaultList& faults) {
  Input in(text.data() + begin, text.data() + end, "");
  const auto root = tao::pegtl::parse_tree::parse<g::Statement, tree::Node, Selected>(in, expectations);
  if (!root) return std::nullopt;
  return tree::Reader(text, faults).statement(*root->children.front());
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
