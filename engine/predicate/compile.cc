// SPDX-License-Identifier: Apache-2.0
#include "engine/predicate/compile.h"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

#include "engine/predicate/literal.h"

namespace horatio::predicate {
namespace {

using Kind = Expression::Kind;
using Op = Node::Kind;

enum class Sort : std::uint8_t { kNull, kInteger, kDecimal, kFloat, kText, kTruth };

// A compiled subexpression. A number that depends on constants only is in `constant` too.
struct Operand {
  Sort sort = Sort::kNull;
  NodeId node = 0;
  std::optional<Number> constant;
};

bool is_number(Sort sort) { return sort == Sort::kInteger || sort == Sort::kDecimal || sort == Sort::kFloat; }

const char* name_of(Sort sort) {
  switch (sort) {
    case Sort::kNull:
      return "NULL";
    case Sort::kInteger:
      return "an integer";
    case Sort::kDecimal:
      return "a decimal";
    case Sort::kFloat:
      return "a FLOAT";
    case Sort::kText:
      return "a string";
    case Sort::kTruth:
      return "a truth value";
  }
  return "?";
}

Error mismatch(Sort left, Sort right, const char* what) {
  return {ErrorCode::kTypeMismatch,
          std::string(name_of(left)) + " and " + name_of(right) + " cannot be " + what,
          "use operands of one sort",
          {}};
}

// Columns (or the time) whose stored values compare as they are.
bool are_alike(const Node& left, const Node& right) {
  const auto is_integer = [](const Node& node) {
    return node.kind == Op::kTime || node.kind == Op::kIntegerColumn;
  };
  if (is_integer(left) && is_integer(right)) return left.denominator == right.denominator;
  return left.kind == Op::kFloatColumn && right.kind == Op::kFloatColumn;
}

class Compiler {
 public:
  Compiler() = default;
  explicit Compiler(std::vector<AttributeId>& slots) : slots_(&slots) {}

  Result<Program> run(const Expression& condition) {
    auto root = operand(condition);
    if (!root) return root.error();
    if (root->sort == Sort::kNull) root->node = unknown();
    if (root->sort != Sort::kNull && root->sort != Sort::kTruth) {
      return Error{ErrorCode::kTypeMismatch,
                   std::string(name_of(root->sort)) + " is no condition",
                   "compare it with something",
                   {}};
    }
    program_.root = root->node;
    return std::move(program_);
  }

 private:
  NodeId append(const Node& node) {
    program_.nodes.push_back(node);
    return static_cast<NodeId>(program_.nodes.size() - 1);
  }
  NodeId append(Op kind, NodeId left = 0, NodeId right = 0) {
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
    return {sort, append(Op::kNumber, static_cast<NodeId>(program_.numbers.size() - 1)), std::move(value)};
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
  NodeId list_node(Op kind, std::span<const NodeId> children);
  Operand as_float(const Operand& x);

  AttributeId slot_of(AttributeId attribute);

  Program program_;
  std::vector<AttributeId>* slots_ = nullptr;  // of a pair of events
  int depth_ = 0;
};

Result<Operand> Compiler::operand(const Expression& e) {
  if (depth_ >= kDeepestExpression) {
    return Error{ErrorCode::kTooLarge, "the condition is nested too deeply", "write it flatter", {}};
  }
  ++depth_;
  const auto result = [&]() -> Result<Operand> {
    switch (e.kind) {
      case Kind::kNull:
      case Kind::kInteger:
      case Kind::kDecimal:
      case Kind::kString:
      case Kind::kBool:
      case Kind::kDuration:
        return literal(e);
      case Kind::kAttribute:
        return attribute(e);
      case Kind::kTime:
        return time(e);
      case Kind::kNegate:
        return negative(e);
      case Kind::kAdd:
      case Kind::kSubtract:
      case Kind::kMultiply:
      case Kind::kDivide:
        return arithmetic(e);
      case Kind::kEqual:
      case Kind::kNotEqual:
      case Kind::kLess:
      case Kind::kLessEqual:
      case Kind::kGreater:
      case Kind::kGreaterEqual:
        return comparison(e);
      case Kind::kIn:
        return in_list(e);
      case Kind::kBetween:
        return between(e);
      case Kind::kIsNull:
        return is_null(e);
      case Kind::kNot:
        return negated(e);
      case Kind::kAnd:
      case Kind::kOr:
        return logical(e);
      case Kind::kAggregate:
        return Error{ErrorCode::kInvalidClause, "a condition on events reads an aggregate", "use HAVING", {}};
    }
    return Error{ErrorCode::kInternal, "unknown kind of expression", "", {}};
  }();
  --depth_;
  return result;
}

Result<Operand> Compiler::literal(const Expression& e) {
  switch (e.kind) {
    case Kind::kNull:
      return Operand{};
    case Kind::kBool:
      return truth_operand(append_truth(truth_of(e.text == "TRUE")));
    case Kind::kString:
      program_.texts.push_back(e.text);
      return Operand{Sort::kText, append(Op::kText, static_cast<NodeId>(program_.texts.size() - 1)),
                     std::nullopt};
    default:
      break;
  }
  auto value = parse_number(e.text);
  if (!value) return value.error();
  return number_constant(e.kind == Kind::kDecimal ? Sort::kDecimal : Sort::kInteger, std::move(*value));
}

Result<Operand> Compiler::attribute(const Expression& e) {
  constexpr unsigned kWidestScale = 18;  // 10^18 is the largest power that fits 64 bits
  Node node;
  node.next = e.next;
  node.attribute = slots_ == nullptr || e.next ? e.attribute : slot_of(e.attribute);
  Sort sort = Sort::kInteger;
  switch (e.type.kind) {
    case AttributeKind::kInt:
    case AttributeKind::kTimestamp:
      node.kind = Op::kIntegerColumn;
      break;
    case AttributeKind::kDecimal:
      if (e.type.scale > kWidestScale) {
        return Error{
            ErrorCode::kInvalidClause, to_string(e.type) + " has too many decimals", "use at most 18", {}};
      }
      node.kind = Op::kIntegerColumn;
      node.denominator = static_cast<std::int64_t>(power_of_ten(e.type.scale));
      sort = Sort::kDecimal;
      break;
    case AttributeKind::kFloat:
      node.kind = Op::kFloatColumn, sort = Sort::kFloat;
      break;
    case AttributeKind::kString:
      node.kind = Op::kTextColumn, sort = Sort::kText;
      break;
    case AttributeKind::kBool:
      node.kind = Op::kBoolColumn, sort = Sort::kTruth;
      break;
  }
  return Operand{sort, append(node), std::nullopt};
}

Operand Compiler::time(const Expression& e) {
  Node node;
  node.kind = Op::kTime;
  node.next = e.next;
  return {Sort::kInteger, append(node), std::nullopt};
}

AttributeId Compiler::slot_of(AttributeId attribute) {
  const auto found = std::find(slots_->begin(), slots_->end(), attribute);
  const auto slot = static_cast<AttributeId>(found - slots_->begin());
  if (found == slots_->end()) slots_->push_back(attribute);
  return slot;
}

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

}  // namespace

Result<Program> compile(const Expression& condition) { return Compiler().run(condition); }

Result<Program> compile_pair(const Expression& condition, std::vector<AttributeId>& slots) {
  return Compiler(slots).run(condition);
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
