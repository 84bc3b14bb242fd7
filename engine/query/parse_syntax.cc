// SPDX-License-Identifier: Apache-2.0
#include "engine/query/parse_syntax.h"

#include <memory>
#include <string>
#include <utility>

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

void add_syntax_fault(std::string_view text, const g::Expectations& expectations, FaultList& faults) {
  const auto at = static_cast<std::size_t>(expectations.place() - text.data());
  const std::string_view found = lexeme_at(text, at);
  std::string remedy;
  if (expectations.wants("';'") && find_statement(text, at, text.size()) == at) {
    faults.add(ErrorCode::kSyntax, at,
               "expected ';' before the next statement, found '" + std::string(found) + "'");
    return;
  }
  const bool wants_name = expectations.wants("an event type") || expectations.wants("a name");
  if (wants_name && g::is_reserved(g::kBeforeStep, found)) {
    remedy = "in double quotes it is a name: \"" + std::string(found) + "\"";
  }
  faults.add(ErrorCode::kSyntax, at, g::describe(expectations, found), std::move(remedy));
}

}  // namespace

ParsedStatement parse_statement(std::string_view text, std::size_t begin, std::size_t end,
                                FaultList& faults) {
  tao::pegtl::memory_input<tao::pegtl::tracking_mode::lazy, tao::pegtl::eol::lf, const char*> in(
      text.data() + begin, text.data() + end, "");
  g::Expectations expectations;
  const auto root = tao::pegtl::parse_tree::parse<g::Statement, tree::Node, Selected>(in, expectations);
  if (!root) {
    add_syntax_fault(text, expectations, faults);
    return {std::nullopt, static_cast<std::size_t>(expectations.place() - text.data())};
  }
  return {tree::Reader(text, faults).statement(*root->children.front()), 0};
}

}  // namespace horatio
