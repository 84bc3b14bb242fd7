// SPDX-License-Identifier: Apache-2.0
#include "engine/predicate/program.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace horatio::predicate {
namespace {

Truth time_range(const Node& node, const EventBlock& block, std::uint32_t row) {
  return truth_of(node.integers.contains(block.time(row)));
}

Truth integer_range(const Node& node, const EventBlock& block, std::uint32_t row) {
  const ColumnView& column = block.columns[node.attribute];
  if (column.is_null(row)) return Truth::kUnknown;
  return truth_of(node.integers.contains(column.int_at(row)));
}

Truth float_range(const Node& node, const EventBlock& block, std::uint32_t row) {
  const ColumnView& column = block.columns[node.attribute];
  if (column.is_null(row)) return Truth::kUnknown;
  const double value = column.float_at(row);
  return std::isfinite(value) ? truth_of(node.doubles.contains(value)) : Truth::kUnknown;
}

Truth bool_column(const Node& node, const EventBlock& block, std::uint32_t row) {
  const ColumnView& column = block.columns[node.attribute];
  return column.is_null(row) ? Truth::kUnknown : truth_of(column.bool_at(row));
}

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

Truth Program::compare_nodes(const Node& node, const EventBlock& block, std::uint32_t row) const {
  if (node.kind == Node::Kind::kCompareNumbers) {
    const auto order = compare(number(node.left, block, row), number(node.right, block, row));
    return order ? truth_of(holds(node.comparison, *order)) : Truth::kUnknown;
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

Truth Program::truth(NodeId id, const EventBlock& block, std::uint32_t row) const {
  const Node& node = nodes[id];
  switch (node.kind) {
    case Node::Kind::kTruth:
      return node.truth;
    case Node::Kind::kAll:
      return all(node, block, row);
    case Node::Kind::kAny:
      return any(node, block, row);
    case Node::Kind::kNot:
      return negation(truth(node.left, block, row));
    case Node::Kind::kTimeRange:
      return time_range(node, block, row);
    case Node::Kind::kIntegerRange:
      return integer_range(node, block, row);
    case Node::Kind::kFloatRange:
      return float_range(node, block, row);
    case Node::Kind::kBoolColumn:
      return bool_column(node, block, row);
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
  if (node.kind == Node::Kind::kNullText) return std::nullopt;
  assert(node.kind == Node::Kind::kTextColumn);
  const ColumnView& column = block.columns[node.attribute];
  if (column.is_null(row)) return std::nullopt;
  return column.text_at(row);
}

}  // namespace horatio::predicate
