// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>

#include "engine/predicate/compiler.h"

namespace horatio::predicate {
namespace {

using Kind = Expression::Kind;
using Op = Node::Kind;

}  // namespace

Operand Compiler::as_float(const Operand& x) {
  if (x.sort == Sort::kFloat) return x;
  if (x.constant) return number_constant(Sort::kFloat, x.constant->to_float());
  return {Sort::kFloat, append(Op::kToFloat, x.node), std::nullopt};
}

Result<Operand> Compiler::arithmetic(const Expression& e) {
  const auto left = operand(e.children[0]);
  if (!left) return left.error();
  const auto right = operand(e.children[1]);
  if (!right) return right.error();
  const auto computes = [](Sort sort) { return is_number(sort) || sort == Sort::kNull; };
  if (!computes(left->sort) || !computes(right->sort)) {
    return mismatch(left->sort, right->sort, "combined by arithmetic");
  }
  if (left->sort == Sort::kNull || right->sort == Sort::kNull) return Operand{};
  const Sort sort = std::max(left->sort, right->sort);
  Op op = Op::kAdd;
  if (e.kind == Kind::kSubtract) op = Op::kSubtract;
  if (e.kind == Kind::kMultiply) op = Op::kMultiply;
  if (e.kind == Kind::kDivide) op = sort == Sort::kInteger ? Op::kDivideTruncating : Op::kDivide;
  const NodeId node = append(op, left->node, right->node);
  if (left->constant && right->constant) return number_constant(sort, program_.constant_number(node));
  return Operand{sort, node, std::nullopt};
}

Result<Operand> Compiler::negative(const Expression& e) {
  const auto child = operand(e.children[0]);
  if (!child) return child.error();
  if (child->sort == Sort::kNull) return child;
  if (!is_number(child->sort)) {
    return Error{ErrorCode::kTypeMismatch,
                 std::string(name_of(child->sort)) + " has no negative",
                 "negate numbers",
                 {}};
  }
  if (child->constant) return number_constant(child->sort, predicate::negate(*child->constant));
  return Operand{child->sort, append(Op::kNegate, child->node), std::nullopt};
}

}  // namespace horatio::predicate
