// SPDX-License-Identifier: Apache-2.0
#include "engine/predicate/program.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace horatio::predicate {
namespace {

Number integer_column(const Node& node, const EventBlock& block, std::uint32_t row) {
  const ColumnView& column = block.columns[node.attribute];
  return column.is_null(row) ? Number() : Number::fraction(column.int_at(row), node.denominator);
}

Number float_column(const Node& node, const EventBlock& block, std::uint32_t row) {
  const ColumnView& column = block.columns[node.attribute];
  if (column.is_null(row)) return {};
  const double value = column.float_at(row);
  return std::isfinite(value) ? Number::floating(value) : Number();
}

std::optional<std::int64_t> integer_at(const Node& node, const EventBlock& block, std::uint32_t row) {
  if (node.kind == Node::Kind::kTime) return block.time(row);
  const ColumnView& column = block.columns[node.attribute];
  if (column.is_null(row)) return std::nullopt;
  return column.int_at(row);
}

std::optional<double> double_at(const Node& node, const EventBlock& block, std::uint32_t row) {
  const ColumnView& column = block.columns[node.attribute];
  if (column.is_null(row) || !std::isfinite(column.float_at(row))) return std::nullopt;
  return column.float_at(row);
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

Truth Program::all(const Node& node, const EventBlock& block, std::uint32_t row) const {
  Truth least = Truth::kTrue;
  for (NodeId i = node.left; i < node.right && least != Truth::kFalse; ++i) {
    least = std::min(least, truth(lists[i], block, row));
  }
  return least;
}

Truth Program::any(const Node& node, const EventBlock& block, std::uint32_t row) const {
  Truth greatest = Truth::kFalse;
  for (NodeId i = node.left; i < node.right && greatest != Truth::kTrue; ++i) {
    greatest = std::max(greatest, truth(lists[i], block, row));
  }
  return greatest;
}

Truth Program::compare_columns(const Node& node, const EventBlock& block, std::uint32_t row) const {
  const Node& left = nodes[node.left];
  const Node& right = nodes[node.right];
  return holds_or_unknown(node.comparison,
                          left.kind == Node::Kind::kFloatColumn
                              ? order_of(double_at(left, block, row), double_at(right, block, row))
                              : order_of(integer_at(left, block, row), integer_at(right, block, row)));
}

Truth Program::compare_with_text(const Node& node, const EventBlock& block, std::uint32_t row) const {
  const ColumnView& column = block.columns[node.attribute];
  if (column.is_null(row)) return Truth::kUnknown;
  const std::string_view value = column.text_at(row);
  const std::string_view constant = texts[node.right];
  // Equality, the usual case, need not look at texts of different lengths.
  if (node.comparison == Comparison::kEqual) return truth_of(value == constant);
  if (node.comparison == Comparison::kNotEqual) return truth_of(value != constant);
  return truth_of(holds(node.comparison, value <=> constant));
}

Truth Program::compare_nodes(const Node& node, const EventBlock& block, std::uint32_t row) const {
  if (node.kind == Node::Kind::kCompareNumbers) {
    return holds_or_unknown(node.comparison,
                            compare(number(node.left, block, row), number(node.right, block, row)));
  }
  if (node.kind == Node::Kind::kCompareText) {
    const auto left = text(node.left, block, row);
    const auto right = text(node.right, block, row);
    if (!left || !right) return Truth::kUnknown;
    return truth_of(holds(node.comparison, *left <=> *right));
  }
  const Truth left = truth(node.left, block, row);
  const Truth right = truth(node.right, block, row);
  if (left == Truth::kUnknown || right == Truth::kUnknown) return Truth::kUnknown;
  return truth_of(holds(node.comparison, left <=> right));
}

Truth Program::composite(const Node& node, const EventBlock& block, std::uint32_t row) const {
  switch (node.kind) {
    case Node::Kind::kAll:
      return all(node, block, row);
    case Node::Kind::kAny:
      return any(node, block, row);
    case Node::Kind::kNot:
      return negation(truth(node.left, block, row));
    case Node::Kind::kCompareColumns:
      return compare_columns(node, block, row);
    case Node::Kind::kCompareWithText:
      return compare_with_text(node, block, row);
    case Node::Kind::kCompareNumbers:
    case Node::Kind::kCompareText:
    case Node::Kind::kCompareTruth:
      return compare_nodes(node, block, row);
    case Node::Kind::kNumberIsNull:
      return truth_of(number(node.left, block, row).is_null());
    case Node::Kind::kTextIsNull:
      return truth_of(!text(node.left, block, row));
    case Node::Kind::kTruthIsNull:
      return truth_of(truth(node.left, block, row) == Truth::kUnknown);
    default:
      break;
  }
  assert(false && "not a truth value");
  return Truth::kUnknown;
}

Number Program::number(NodeId id, const EventBlock& block, std::uint32_t row) const {
  const Node& node = nodes[id];
  const auto operand = [&](NodeId child) { return number(child, block, row); };
  switch (node.kind) {
    case Node::Kind::kNumber:
      return numbers[node.left];
    case Node::Kind::kTime:
      return Number::integer(block.time(row));
    case Node::Kind::kIntegerColumn:
      return integer_column(node, block, row);
    case Node::Kind::kFloatColumn:
      return float_column(node, block, row);
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

std::optional<std::string_view> Program::text(NodeId id, const EventBlock& block, std::uint32_t row) const {
  const Node& node = nodes[id];
  if (node.kind == Node::Kind::kText) return texts[node.left];
  assert(node.kind == Node::Kind::kTextColumn);
  const ColumnView& column = block.columns[node.attribute];
  if (column.is_null(row)) return std::nullopt;
  return column.text_at(row);
}

}  // namespace horatio::predicate
