// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include "engine/predicate/compiler.h"

namespace horatio::predicate {
namespace {

using Kind = Expression::Kind;
using Op = Node::Kind;

}  // namespace

Result<NodeId> Compiler::truth_node(const Expression& e) {
  const auto child = operand(e);
  if (!child) return child.error();
  if (child->sort == Sort::kNull) return unknown();
  if (child->sort != Sort::kTruth) {
    return Error{ErrorCode::kTypeMismatch,
                 std::string(name_of(child->sort)) + " is no condition",
                 "compare it with something",
                 {}};
  }
  return child->node;
}

NodeId Compiler::list_node(Op kind, std::span<const NodeId> children) {
  if (children.size() == 1) return children.front();
  const auto first = static_cast<NodeId>(program_.lists.size());
  program_.lists.insert(program_.lists.end(), children.begin(), children.end());
  return append(kind, first, static_cast<NodeId>(program_.lists.size()));
}

Result<Operand> Compiler::logical(const Expression& e) {
  // A chain `a AND b AND c ...` leans to the left; its spine is walked, not recursed into.
  std::vector<const Expression*> operands;
  const Expression* spine = &e;
  for (; spine->kind == e.kind; spine = &spine->children.front()) {
    for (std::size_t i = spine->children.size(); i-- > 1;) operands.push_back(&spine->children[i]);
  }
  operands.push_back(spine);
  std::vector<NodeId> nodes;
  for (auto it = operands.rbegin(); it != operands.rend(); ++it) {
    const auto node = truth_node(**it);
    if (!node) return node.error();
    nodes.push_back(*node);
  }
  return truth_operand(list_node(e.kind == Kind::kAnd ? Op::kAll : Op::kAny, nodes));
}

Result<Operand> Compiler::negated(const Expression& e) {
  const auto child = truth_node(e.children[0]);
  if (!child) return child.error();
  return truth_operand(append(Op::kNot, *child));
}

Result<Operand> Compiler::is_null(const Expression& e) {
  const auto child = operand(e.children[0]);
  if (!child) return child.error();
  if (child->sort == Sort::kNull) return truth_operand(append_truth(Truth::kTrue));
  if (child->sort == Sort::kText) return truth_operand(append(Op::kTextIsNull, child->node));
  if (child->sort == Sort::kTruth) return truth_operand(append(Op::kTruthIsNull, child->node));
  return truth_operand(append(Op::kNumberIsNull, child->node));
}

Result<Operand> Compiler::in_list(const Expression& e) {
  const auto left = operand(e.children[0]);
  if (!left) return left.error();
  std::vector<NodeId> nodes;
  for (std::size_t i = 1; i < e.children.size(); ++i) {
    const auto right = operand(e.children[i]);
    if (!right) return right.error();
    const auto node = compare(Comparison::kEqual, *left, *right);
    if (!node) return node.error();
    nodes.push_back(*node);
  }
  return truth_operand(list_node(Op::kAny, nodes));
}

Result<Operand> Compiler::between(const Expression& e) {
  const auto middle = operand(e.children[0]);
  if (!middle) return middle.error();
  const auto low = operand(e.children[1]);
  if (!low) return low.error();
  const auto high = operand(e.children[2]);
  if (!high) return high.error();
  const auto above = compare(Comparison::kGreaterEqual, *middle, *low);
  if (!above) return above.error();
  const auto below = compare(Comparison::kLessEqual, *middle, *high);
  if (!below) return below.error();
  const NodeId both[] = {*above, *below};
  return truth_operand(list_node(Op::kAll, both));
}

}  // namespace horatio::predicate
