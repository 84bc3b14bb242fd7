// SPDX-License-Identifier: Apache-2.0
#include "engine/predicate/program.h"

#include <algorithm>
#include <cassert>

namespace horatio::predicate {
namespace {

template <class Source>
std::optional<std::int64_t> integer_at(const Node& node, Source source) {
  return node.kind == Node::Kind::kTime ? source.time(node) : source.integer(node);
}

// Nothing if one is NULL. REQUIRES: no NaN.
template <class T>
std::optional<std::strong_ordering> order_of(std::optional<T> x, std::optional<T> y) {
  if (!x || !y) return std::nullopt;
  if (*x < *y) return std::strong_ordering::less;
  return *x == *y ? std::strong_ordering::equal : std::strong_ordering::greater;
}

Truth holds_or_unknown(Comparison op, std::optional<std::strong_ordering> order) {
  return order ? truth_of(holds(op, *order)) : Truth::kUnknown;
}

}  // namespace

template <class Source>
Truth Program::all(const Node& node, Source source) const {
  Truth least = Truth::kTrue;
  for (NodeId i = node.left; i < node.right && least != Truth::kFalse; ++i) {
    least = std::min(least, truth(lists[i], source));
  }
  return least;
}

template <class Source>
Truth Program::any(const Node& node, Source source) const {
  Truth greatest = Truth::kFalse;
  for (NodeId i = node.left; i < node.right && greatest != Truth::kTrue; ++i) {
    greatest = std::max(greatest, truth(lists[i], source));
  }
  return greatest;
}

template <class Source>
Truth Program::compare_columns(const Node& node, Source source) const {
  const Node& left = nodes[node.left];
  const Node& right = nodes[node.right];
  return holds_or_unknown(node.comparison,
                          left.kind == Node::Kind::kFloatColumn
                              ? order_of(source.floating(left), source.floating(right))
                              : order_of(integer_at(left, source), integer_at(right, source)));
}

template <class Source>
Truth Program::compare_with_text(const Node& node, Source source) const {
  const auto value = source.text(node);
  if (!value) return Truth::kUnknown;
  const std::string_view constant = texts[node.right];
  // Equality, the usual case, need not look at texts of different lengths.
  if (node.comparison == Comparison::kEqual) return truth_of(*value == constant);
  if (node.comparison == Comparison::kNotEqual) return truth_of(*value != constant);
  return truth_of(holds(node.comparison, *value <=> constant));
}

template <class Source>
Truth Program::compare_nodes(const Node& node, Source source) const {
  if (node.kind == Node::Kind::kCompareNumbers) {
    return holds_or_unknown(node.comparison, compare(number(node.left, source), number(node.right, source)));
  }
  if (node.kind == Node::Kind::kCompareText) {
    const auto left = text(node.left, source);
    const auto right = text(node.right, source);
    if (!left || !right) return Truth::kUnknown;
    return truth_of(holds(node.comparison, *left <=> *right));
  }
  const Truth left = truth(node.left, source);
  const Truth right = truth(node.right, source);
  if (left == Truth::kUnknown || right == Truth::kUnknown) return Truth::kUnknown;
  return truth_of(holds(node.comparison, left <=> right));
}

template <class Source>
Truth Program::composite(const Node& node, Source source) const {
  switch (node.kind) {
    case Node::Kind::kAll:
      return all(node, source);
    case Node::Kind::kAny:
      return any(node, source);
    case Node::Kind::kNot:
      return negation(truth(node.left, source));
    case Node::Kind::kCompareColumns:
      return compare_columns(node, source);
    case Node::Kind::kCompareWithText:
      return compare_with_text(node, source);
    case Node::Kind::kCompareNumbers:
    case Node::Kind::kCompareText:
    case Node::Kind::kCompareTruth:
      return compare_nodes(node, source);
    case Node::Kind::kNumberIsNull:
      return truth_of(number(node.left, source).is_null());
    case Node::Kind::kTextIsNull:
      return truth_of(!text(node.left, source));
    case Node::Kind::kTruthIsNull:
      return truth_of(truth(node.left, source) == Truth::kUnknown);
    default:
      break;
  }
  assert(false && "not a truth value");
  return Truth::kUnknown;
}

template <class Source>
Number Program::number(NodeId id, Source source) const {
  const Node& node = nodes[id];
  const auto operand = [&](NodeId child) { return number(child, source); };
  switch (node.kind) {
    case Node::Kind::kNumber:
      return numbers[node.left];
    case Node::Kind::kTime:
      return Number::integer(source.time(node));
    case Node::Kind::kIntegerColumn:
      if (const auto value = source.integer(node)) return Number::fraction(*value, node.denominator);
      return {};
    case Node::Kind::kFloatColumn:
      if (const auto value = source.floating(node)) return Number::floating(*value);
      return {};
    case Node::Kind::kToFloat:
      return operand(node.left).to_float();
    case Node::Kind::kNegate:
      return negate(operand(node.left));
    case Node::Kind::kAdd:
      return add(operand(node.left), operand(node.right));
    case Node::Kind::kSubtract:
      return subtract(operand(node.left), operand(node.right));
    case Node::Kind::kMultiply:
      return multiply(operand(node.left), operand(node.right));
    case Node::Kind::kDivide:
      return divide(operand(node.left), operand(node.right));
    case Node::Kind::kDivideTruncating:
      return divide_truncating(operand(node.left), operand(node.right));
    default:
      break;
  }
  assert(false && "not a number");
  return {};
}

template <class Source>
std::optional<std::string_view> Program::text(NodeId id, Source source) const {
  const Node& node = nodes[id];
  if (node.kind == Node::Kind::kText) return texts[node.left];
  assert(node.kind == Node::Kind::kTextColumn);
  return source.text(node);
}

template Truth Program::composite(const Node&, RowSource) const;
template Truth Program::composite(const Node&, PairSource) const;
template Number Program::number(NodeId, RowSource) const;
template Number Program::number(NodeId, PairSource) const;
template Number Program::number(NodeId, KeySource) const;
template std::optional<std::string_view> Program::text(NodeId, RowSource) const;

Truth Program::constant_truth(NodeId id) const { return truth(id, RowSource{EventBlock(), 0}); }

Number Program::constant_number(NodeId id) const { return number(id, RowSource{EventBlock(), 0}); }

}  // namespace horatio::predicate
