// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "engine/query/tree.h"

namespace horatio::tree {

namespace g = grammar;
using Operator = syntax::Expression::Operator;

namespace {

// Long chains of + nest to the left; the deepest tree that later stages may recurse into.
constexpr std::uint32_t kDeepestExpression = 1000;

Operator operator_of(const Node& node) {
  if (node.is<g::Plus>()) return Operator::kAdd;
  if (node.is<g::Subtract>()) return Operator::kSubtract;
  if (node.is<g::Times>()) return Operator::kMultiply;
  if (node.is<g::Divide>()) return Operator::kDivide;
  if (node.is<g::Less>()) return Operator::kLess;
  if (node.is<g::LessEqual>()) return Operator::kLessEqual;
  if (node.is<g::Greater>()) return Operator::kGreater;
  if (node.is<g::GreaterEqual>()) return Operator::kGreaterEqual;
  if (node.is<g::NotEqual>()) return Operator::kNotEqual;
  return Operator::kEqual;
}

Operator number_kind(std::string_view text) {
  return text.find_first_of(".eE") == std::string_view::npos ? Operator::kInteger : Operator::kDecimal;
}

Aggregate::Function function_of(const Node& node) {
  if (node.is<g::SumAggregate>()) return Aggregate::Function::kSum;
  if (node.is<g::AvgAggregate>()) return Aggregate::Function::kAvg;
  if (node.is<g::MinAggregate>()) return Aggregate::Function::kMin;
  if (node.is<g::MaxAggregate>()) return Aggregate::Function::kMax;
  return Aggregate::Function::kCountAttribute;
}

bool is_aggregate(const Node& node) {
  return node.is<g::CountAggregate>() || function_of(node) != Aggregate::Function::kCountAttribute;
}

}  // namespace

std::uint32_t unit_milliseconds(const Node& node) {
  if (node.is<g::Milliseconds>()) return 1;
  if (node.is<g::Seconds>()) return 1000;
  if (node.is<g::Minutes>()) return 60'000;
  if (node.is<g::Hours>()) return 3'600'000;
  if (node.is<g::Days>()) return 86'400'000;
  return 0;
}

syntax::Expression Reader::operation(Operator op, std::size_t at, std::vector<syntax::Expression> operands) {
  std::uint32_t deepest = 0;
  for (const auto& operand : operands) deepest = std::max(deepest, operand.depth);
  if (deepest == kDeepestExpression) {
    if (!std::exchange(too_deep_, true)) {
      faults_.add(
          ErrorCode::kTooLarge, at,
          "this expression has more than " + std::to_string(kDeepestExpression) + " operations in a row",
          "split it");
    }
    return std::move(operands.front());
  }
  syntax::Expression expression;
  expression.op = op;
  expression.at = static_cast<syntax::Offset>(at);
  expression.depth = deepest + 1;
  expression.children = std::move(operands);
  return expression;
}

std::optional<syntax::Expression> Reader::whole_expression(const Node& node) {
  too_deep_ = false;
  syntax::Expression whole = expression(node);
  return too_deep_ ? std::nullopt : std::optional(std::move(whole));
}

syntax::Expression Reader::expression(const Node& node) {
  if (node.is<g::Disjunction>()) return joined(node, Operator::kOr);
  if (node.is<g::Conjunction>()) return joined(node, Operator::kAnd);
  if (node.is<g::Condition>() || node.is<g::Unary>()) {
    const Operator op = node.is<g::Condition>() ? Operator::kNot : Operator::kNegate;
    syntax::Expression inner = expression(node.children.back());
    for (std::size_t i = node.children.size() - 1; i-- > 0;) {
      std::vector<syntax::Expression> operands;
      operands.push_back(std::move(inner));
      inner = operation(op, at(node.children[i]), std::move(operands));
    }
    return inner;
  }
  if (node.is<g::Comparison>()) return comparison(node);
  if (node.is<g::Sum>() || node.is<g::Product>()) return chain(node);
  return leaf(node);
}

syntax::Expression Reader::joined(const Node& node, Operator op) {
  std::vector<syntax::Expression> operands;
  for (const Node& child : node.children) operands.push_back(expression(child));
  return operation(op, at(node), std::move(operands));
}

syntax::Expression Reader::chain(const Node& node) {
  syntax::Expression left = expression(node.children[0]);
  for (std::size_t i = 1; i + 1 < node.children.size(); i += 2) {
    std::vector<syntax::Expression> operands;
    operands.push_back(std::move(left));
    operands.push_back(expression(node.children[i + 1]));
    left = operation(operator_of(node.children[i]), at(node), std::move(operands));
  }
  return left;
}

syntax::Expression Reader::comparison(const Node& node) {
  const bool negated = node.children[1].is<g::Negation>();
  const Node& test = node.children[negated ? 2 : 1];
  std::vector<syntax::Expression> operands;
  operands.push_back(expression(node.children[0]));
  const bool is_null = test.is<g::IsNull>();
  Operator op = operator_of(test);
  if (is_null) {
    op = Operator::kIsNull;
  } else if (test.is<g::In>() || test.is<g::Between>()) {
    op = test.is<g::In>() ? Operator::kIn : Operator::kBetween;
    for (const Node& child : test.children) operands.push_back(expression(child));
  } else {
    operands.push_back(expression(node.children[2]));
  }
  syntax::Expression result = operation(op, at(node), std::move(operands));
  if (!negated && !(is_null && !test.children.empty())) return result;
  std::vector<syntax::Expression> inner;
  inner.push_back(std::move(result));
  return operation(Operator::kNot, at(node), std::move(inner));
}

syntax::Expression Reader::leaf(const Node& node) {
  syntax::Expression leaf;
  leaf.at = offset(node);
  if (node.is<g::Reference>() || node.is<g::NextReference>() || node.is<g::ColumnName>()) {
    leaf.leaf = reference(node);
  } else if (node.is<g::Quantity>()) {
    leaf.text = node.children[0].text();
    leaf.op = number_kind(leaf.text);
    if (node.children.size() > 1) {
      leaf.op = Operator::kDuration;
      leaf.unit_milliseconds = unit_milliseconds(node.children[1]);
    }
  } else if (node.is<g::StringText>()) {
    leaf.op = Operator::kString;
    leaf.text = unquoted(node.text());
  } else if (node.is<g::True>() || node.is<g::False>()) {
    leaf.op = Operator::kBool;
    leaf.text = node.is<g::True>() ? "TRUE" : "FALSE";
  } else if (node.is<g::Equivalence>()) {
    syntax::Expression::Equivalence equivalence;
    for (const Node& child : node.children) equivalence.attributes.push_back(name(child));
    leaf.leaf = std::move(equivalence);
  } else if (node.is<g::Distinct>()) {
    leaf.leaf = syntax::Expression::Distinct{reference(node)};
  } else if (is_aggregate(node)) {
    leaf.leaf = aggregate(node);
  }
  return leaf;
}

syntax::Reference Reader::reference(const Node& node) {
  syntax::Reference reference;
  reference.next = node.is<g::NextReference>();
  if (node.is<g::ColumnName>()) {
    reference.name = name(node);
    return reference;
  }
  reference.name = name(node.children[0]);
  if (node.children.size() < 2) return reference;
  reference.time = node.children[1].is<g::EventTime>();
  if (!reference.time) reference.attribute = name(node.children[1]);
  return reference;
}

syntax::Aggregate Reader::aggregate(const Node& node) {
  syntax::Aggregate aggregate;
  aggregate.at = offset(node);
  aggregate.function = function_of(node);
  if (node.children[0].is<g::EveryTrend>()) {
    aggregate.function = Aggregate::Function::kCountTrends;
    return aggregate;
  }
  aggregate.argument = reference(node);
  const bool whole = !aggregate.argument.time && !aggregate.argument.attribute;
  if (whole) aggregate.function = Aggregate::Function::kCountEvents;
  return aggregate;
}

}  // namespace horatio::tree
