// SPDX-License-Identifier: Apache-2.0
#include "engine/predicate/compile.h"
#include "engine/predicate/compiler.h"
#include "engine/predicate/range.h"

namespace horatio::predicate {
namespace {

using Kind = Expression::Kind;
using Op = Node::Kind;

// Columns (or the time) whose stored values compare as they are.
bool are_alike(const Node& left, const Node& right) {
  const auto is_integer = [](const Node& node) {
    return node.kind == Op::kTime || node.kind == Op::kIntegerColumn;
  };
  if (is_integer(left) && is_integer(right)) return left.denominator == right.denominator;
  return left.kind == Op::kFloatColumn && right.kind == Op::kFloatColumn;
}

}  // namespace

std::optional<NodeId> Compiler::compare_with_constant(Comparison op, const Operand& column,
                                                      const Operand& constant) {
  const Node& source = program_.nodes[column.node];
  const bool is_time = source.kind == Op::kTime;
  const bool is_integer = source.kind == Op::kIntegerColumn;
  if (!constant.constant || !(is_time || is_integer || source.kind == Op::kFloatColumn)) return std::nullopt;
  if (constant.constant->is_null()) return unknown();
  Node node;
  node.next = source.next;
  node.attribute = source.attribute;
  if (is_time || is_integer) {
    node.kind = is_time ? Op::kTimeRange : Op::kIntegerRange;
    unsigned scale = 0;
    for (std::int64_t rest = source.denominator; rest > 1; rest /= 10) ++scale;
    node.integers = integer_range(op, *constant.constant, scale);
  } else {
    node.kind = Op::kFloatRange;
    node.doubles = float_range(op, *constant.constant);
  }
  return append(node);
}

NodeId Compiler::compare_numbers(Comparison op, Operand left, Operand right) {
  // A decimal beside a FLOAT is rounded to a double; an integer is not.
  if (left.sort == Sort::kFloat && right.sort == Sort::kDecimal) right = as_float(right);
  if (right.sort == Sort::kFloat && left.sort == Sort::kDecimal) left = as_float(left);
  if (const auto node = compare_with_constant(op, left, right)) return *node;
  if (const auto node = compare_with_constant(mirrored(op), right, left)) return *node;
  Node node;
  node.kind = are_alike(program_.nodes[left.node], program_.nodes[right.node]) ? Op::kCompareColumns
                                                                               : Op::kCompareNumbers;
  node.comparison = op;
  node.left = left.node;
  node.right = right.node;
  const NodeId id = append(node);
  return left.constant && right.constant ? append_truth(program_.constant_truth(id)) : id;
}

NodeId Compiler::compare_texts(Comparison op, NodeId left, NodeId right) {
  if (program_.nodes[left].kind == Op::kText && program_.nodes[right].kind == Op::kTextColumn) {
    return compare_texts(mirrored(op), right, left);
  }
  Node node;
  node.comparison = op;
  node.left = left;
  node.right = right;
  node.kind = Op::kCompareText;
  if (program_.nodes[left].kind == Op::kTextColumn && program_.nodes[right].kind == Op::kText) {
    node.kind = Op::kCompareWithText;
    node.next = program_.nodes[left].next;
    node.attribute = program_.nodes[left].attribute;
    node.right = program_.nodes[right].left;
  }
  return append(node);
}

Result<NodeId> Compiler::compare(Comparison op, const Operand& left, const Operand& right) {
  if (left.sort == Sort::kNull || right.sort == Sort::kNull) return unknown();
  if (is_number(left.sort) && is_number(right.sort)) return compare_numbers(op, left, right);
  if (left.sort != right.sort) return mismatch(left.sort, right.sort, "compared");
  if (left.sort == Sort::kTruth && op != Comparison::kEqual && op != Comparison::kNotEqual) {
    return Error{ErrorCode::kTypeMismatch, "truth values have no order", "compare them with = or <>", {}};
  }
  if (left.sort == Sort::kText) return compare_texts(op, left.node, right.node);
  Node node;
  node.kind = Op::kCompareTruth;
  node.comparison = op;
  node.left = left.node;
  node.right = right.node;
  return append(node);
}

Result<Operand> Compiler::comparison(const Expression& e) {
  const auto left = operand(e.children[0]);
  if (!left) return left.error();
  const auto right = operand(e.children[1]);
  if (!right) return right.error();
  const auto node = compare(comparison_of(e.kind), *left, *right);
  if (!node) return node.error();
  return truth_operand(*node);
}

Comparison comparison_of(Kind kind) {
  switch (kind) {
    case Kind::kNotEqual:
      return Comparison::kNotEqual;
    case Kind::kLess:
      return Comparison::kLess;
    case Kind::kLessEqual:
      return Comparison::kLessEqual;
    case Kind::kGreater:
      return Comparison::kGreater;
    case Kind::kGreaterEqual:
      return Comparison::kGreaterEqual;
    default:
      return Comparison::kEqual;
  }
}

}  // namespace horatio::predicate
