// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <string_view>

#include "engine/predicate/compile.h"
#include "engine/predicate/having.h"
#include "engine/predicate/literal.h"

namespace horatio {

using predicate::Comparison;
using predicate::comparison_of;
using predicate::Estimate;
using predicate::Number;
using Kind = Expression::Kind;

namespace {

enum class Sort : std::uint8_t { kNull, kInteger, kDecimal, kFloat, kText, kTruth };

Error mismatch(std::string message, std::string remedy) {
  return {ErrorCode::kTypeMismatch, std::move(message), std::move(remedy), {}};
}

bool is_number(Sort sort) { return sort == Sort::kInteger || sort == Sort::kDecimal || sort == Sort::kFloat; }

}  // namespace

class HavingCondition::Compiler {
 public:
  struct Operand {
    Node node;
    Sort sort = Sort::kNull;
    std::string_view text{};  // kText
  };

  Result<Operand> operand(const Expression& e) {
    if (depth_ >= predicate::kDeepestExpression) {
      return Error{ErrorCode::kTooLarge, "the condition is nested too deeply", "write it flatter", {}};
    }
    ++depth_;
    auto result = any(e);
    --depth_;
    return result;
  }

  static Result<Operand> condition(Operand operand) {
    if (operand.sort == Sort::kTruth) return operand;
    if (operand.sort != Sort::kNull) return mismatch("a value is no condition", "compare it with something");
    operand.sort = Sort::kTruth;
    operand.node.kind = Kind::kBool;  // of truth UNKNOWN
    return operand;
  }

 private:
  Result<Operand> any(const Expression& e) {
    switch (e.kind) {
      case Kind::kNull:
        return Operand{};
      case Kind::kBool:
        return truth_constant(e.text == "TRUE");
      case Kind::kInteger:
      case Kind::kDecimal:
      case Kind::kDuration:
        return number(e);
      case Kind::kAggregate:
        return aggregate(e);
      case Kind::kString:
        return Operand{{}, Sort::kText, e.text};
      case Kind::kAttribute:
      case Kind::kTime:
        return Error{
            ErrorCode::kInvalidClause, "HAVING reads an attribute of an event", "read aggregates", {}};
      default:
        return operation(e);
    }
  }

  static Operand truth_constant(bool value) {
    Operand result{{}, Sort::kTruth, {}};
    result.node.kind = Kind::kBool;
    result.node.truth = predicate::truth_of(value);
    return result;
  }

  static Operand constant(Sort sort, Number value) {
    Operand result{{}, sort, {}};
    result.node.kind = Kind::kInteger;
    result.node.constant = std::move(value);
    return result;
  }

  static Result<Operand> number(const Expression& e) {
    auto value = predicate::parse_number(e.text);
    if (!value) return value.error();
    return constant(e.kind == Kind::kDecimal ? Sort::kDecimal : Sort::kInteger, std::move(*value));
  }

  static Result<Operand> aggregate(const Expression& e) {
    Operand result;
    result.node.kind = Kind::kAggregate;
    result.node.aggregate = e.aggregate;
    switch (e.type.kind) {
      case AttributeKind::kInt:
      case AttributeKind::kTimestamp:
        result.sort = Sort::kInteger;
        return result;
      case AttributeKind::kDecimal:
        result.sort = Sort::kDecimal;
        return result;
      case AttributeKind::kFloat:
        result.sort = Sort::kFloat;
        return result;
      default:
        return mismatch("an aggregate is a " + to_string(e.type), "aggregate numbers and timestamps");
    }
  }

  Result<Operand> operation(const Expression& e) {
    std::vector<Operand> children;
    for (const Expression& child : e.children) {
      auto bound = operand(child);
      if (!bound) return bound.error();
      children.push_back(std::move(*bound));
    }
    switch (e.kind) {
      case Kind::kNegate:
      case Kind::kAdd:
      case Kind::kSubtract:
      case Kind::kMultiply:
      case Kind::kDivide:
        return arithmetic(e.kind, std::move(children));
      case Kind::kNot:
      case Kind::kAnd:
      case Kind::kOr:
        return logical(e.kind, std::move(children));
      case Kind::kIsNull:
        return is_null(std::move(children.front()));
      case Kind::kIn:
        return in_list(std::move(children));
      case Kind::kBetween:
        return between(std::move(children));
      default:
        return comparison(comparison_of(e.kind), std::move(children[0]), std::move(children[1]));
    }
  }

  static Result<Operand> arithmetic(Kind kind, std::vector<Operand> children) {
    Sort sort = Sort::kInteger;
    bool null = false;
    for (const Operand& child : children) {
      if (!is_number(child.sort) && child.sort != Sort::kNull) return no_number();
      null = null || child.sort == Sort::kNull;
      sort = std::max(sort, child.sort);
    }
    if (null) return Operand{};
    Operand result{{}, sort, {}};
    result.node.kind = kind;
    result.node.floating = sort == Sort::kFloat;
    result.node.truncating = sort == Sort::kInteger;
    bool constants = true;
    for (Operand& child : children) {
      child.node.to_float = sort == Sort::kFloat && child.sort != Sort::kFloat;
      constants = constants && child.node.kind == Kind::kInteger;
      result.node.children.push_back(std::move(child.node));
    }
    if (!constants) return result;
    const Estimate value = HavingCondition::estimate(result.node, {});
    return constant(sort, *std::get_if<Number>(&value));
  }

  static Result<Operand> logical(Kind kind, std::vector<Operand> children) {
    Operand result{{}, Sort::kTruth, {}};
    result.node.kind = kind;
    for (Operand& child : children) {
      auto truth = condition(std::move(child));
      if (!truth) return truth.error();
      result.node.children.push_back(std::move(truth->node));
    }
    return result;
  }

  static Result<Operand> is_null(Operand child) {
    if (child.sort == Sort::kNull) return truth_constant(true);
    if (!is_number(child.sort)) return truth_constant(false);  // a constant
    Operand result{{}, Sort::kTruth, {}};
    result.node.kind = Kind::kIsNull;
    result.node.children.push_back(std::move(child.node));
    return result;
  }

  static Result<Operand> comparison(Comparison op, Operand left, Operand right) {
    if (left.sort == Sort::kNull || right.sort == Sort::kNull) return condition(Operand{});
    if (!is_number(left.sort) || !is_number(right.sort)) return constants(op, left, right);
    left.node.to_float = left.sort == Sort::kDecimal && right.sort == Sort::kFloat;
    right.node.to_float = right.sort == Sort::kDecimal && left.sort == Sort::kFloat;
    Operand result{{}, Sort::kTruth, {}};
    result.node.kind = Kind::kEqual;  // any comparison
    result.node.comparison = op;
    result.node.children.push_back(std::move(left.node));
    result.node.children.push_back(std::move(right.node));
    return result;
  }

  // No aggregate is a text or a truth value, but two constants may well be compared.
  static Result<Operand> constants(Comparison op, const Operand& left, const Operand& right) {
    if (left.sort == Sort::kText && right.sort == Sort::kText) {
      return truth_constant(predicate::holds(op, left.text <=> right.text));
    }
    const bool are_constant = left.node.kind == Kind::kBool && right.node.kind == Kind::kBool;
    const bool is_equality = op == Comparison::kEqual || op == Comparison::kNotEqual;
    if (!are_constant || !is_equality) return no_number();
    return truth_constant((left.node.truth == right.node.truth) == (op == Comparison::kEqual));
  }

  static Error no_number() {
    return mismatch("HAVING computes and compares numbers",
                    "use aggregates and numbers, joined by AND, OR and NOT");
  }

  static Result<Operand> in_list(std::vector<Operand> children) {
    std::vector<Operand> equalities;
    for (std::size_t i = 1; i < children.size(); ++i) {
      auto equal = comparison(Comparison::kEqual, children[0], std::move(children[i]));
      if (!equal) return equal.error();
      equalities.push_back(std::move(*equal));
    }
    return logical(Kind::kOr, std::move(equalities));
  }

  static Result<Operand> between(std::vector<Operand> children) {
    auto above = comparison(Comparison::kGreaterEqual, children[0], std::move(children[1]));
    if (!above) return above.error();
    auto below = comparison(Comparison::kLessEqual, std::move(children[0]), std::move(children[2]));
    if (!below) return below.error();
    std::vector<Operand> both;
    both.push_back(std::move(*above));
    both.push_back(std::move(*below));
    return logical(Kind::kAnd, std::move(both));
  }

  int depth_ = 0;
};

Result<HavingCondition> HavingCondition::compile(const Expression& condition) {
  auto root = Compiler().operand(condition);
  if (root.ok()) root = Compiler::condition(std::move(*root));
  if (!root) return root.error();
  HavingCondition result;
  result.root_ = std::move(root->node);
  result.find_threshold();
  return result;
}

// The usual condition, one count against a number, becomes a range of 64-bit integers.
void HavingCondition::find_threshold() {
  if (root_.kind != Kind::kEqual) return;
  const Node* left = &root_.children[0];
  const Node* right = &root_.children[1];
  Comparison op = root_.comparison;
  if (right->kind == Kind::kAggregate) {
    std::swap(left, right);
    op = predicate::mirrored(op);
  }
  if (left->kind != Kind::kAggregate || right->kind != Kind::kInteger) return;
  if (right->to_float || right->constant.is_null() || right->constant.is_float()) return;
  threshold_ = Threshold{left->aggregate, predicate::integer_range(op, right->constant, 0)};
}

}  // namespace horatio
