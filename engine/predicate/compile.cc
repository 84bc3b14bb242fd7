// SPDX-License-Identifier: Apache-2.0
#include "engine/predicate/compile.h"

#include <algorithm>
#include <string>
#include <utility>

#include "engine/predicate/compiler.h"
#include "engine/predicate/literal.h"

namespace horatio::predicate {
namespace {

using Kind = Expression::Kind;
using Op = Node::Kind;

}  // namespace

Result<Program> Compiler::run(const Expression& condition) {
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

Result<Program> compile(const Expression& condition) { return Compiler().run(condition); }

Result<Program> compile_pair(const Expression& condition, std::vector<AttributeId>& slots) {
  return Compiler(slots).run(condition);
}

}  // namespace horatio::predicate
