// SPDX-License-Identifier: Apache-2.0
// What compile() and compile_pair() do, in one pass over the expression: each function appends the nodes of a
// subexpression and says where its value is. Used once.
#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "engine/model/expression.h"
#include "engine/model/status.h"
#include "engine/predicate/operand.h"
#include "engine/predicate/program.h"

namespace horatio::predicate {

class Compiler {
 public:
  Compiler() = default;
  // Of a pair of events: `slots` as in compile_pair().
  explicit Compiler(std::vector<AttributeId>& slots) : slots_(&slots) {}

  Result<Program> run(const Expression& condition);

 private:
  NodeId append(const Node& node) {
    program_.nodes.push_back(node);
    return static_cast<NodeId>(program_.nodes.size() - 1);
  }
  NodeId append(Node::Kind kind, NodeId left = 0, NodeId right = 0) {
    Node node;
    node.kind = kind;
    node.left = left;
    node.right = right;
    return append(node);
  }
  NodeId append_truth(Truth truth) {
    Node node;
    node.truth = truth;
    return append(node);
  }
  NodeId unknown() { return append_truth(Truth::kUnknown); }

  Operand number_constant(Sort sort, Number value) {
    program_.numbers.push_back(value);
    return {sort, append(Node::Kind::kNumber, static_cast<NodeId>(program_.numbers.size() - 1)),
            std::move(value)};
  }
  Operand truth_operand(NodeId node) { return {Sort::kTruth, node, std::nullopt}; }

  Result<Operand> operand(const Expression& e);
  Result<Operand> literal(const Expression& e);
  Result<Operand> attribute(const Expression& e);
  Operand time(const Expression& e);
  Result<Operand> arithmetic(const Expression& e);
  Result<Operand> negative(const Expression& e);
  Result<Operand> logical(const Expression& e);
  Result<Operand> negated(const Expression& e);
  Result<Operand> is_null(const Expression& e);
  Result<Operand> comparison(const Expression& e);
  Result<Operand> in_list(const Expression& e);
  Result<Operand> between(const Expression& e);

  Result<NodeId> truth_node(const Expression& e);
  Result<NodeId> compare(Comparison op, const Operand& left, const Operand& right);
  NodeId compare_numbers(Comparison op, Operand left, Operand right);
  NodeId compare_texts(Comparison op, NodeId left, NodeId right);
  std::optional<NodeId> compare_with_constant(Comparison op, const Operand& column, const Operand& constant);
  NodeId list_node(Node::Kind kind, std::span<const NodeId> children);
  Operand as_float(const Operand& x);

  AttributeId slot_of(AttributeId attribute);

  Program program_;
  std::vector<AttributeId>* slots_ = nullptr;  // of a pair of events
  int depth_ = 0;
};

}  // namespace horatio::predicate
