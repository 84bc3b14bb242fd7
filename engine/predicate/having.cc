// SPDX-License-Identifier: Apache-2.0
#include "engine/predicate/having.h"

#include <algorithm>
#include <string>

#include "engine/numbers/big_integer.h"
#include "engine/predicate/compile.h"
#include "engine/predicate/literal.h"

namespace horatio {

using predicate::Bound;
using predicate::Comparison;
using predicate::Estimate;
using predicate::Interval;
using predicate::Number;
using predicate::Truth;
using predicate::Truths;
using Kind = Expression::Kind;

namespace {

enum class Sort : std::uint8_t { kNull, kInteger, kDecimal, kFloat, kTruth };

Error mismatch(std::string message, std::string remedy) {
  return {ErrorCode::kTypeMismatch, std::move(message), std::move(remedy), {}};
}

bool is_number(Sort sort) { return sort == Sort::kInteger || sort == Sort::kDecimal || sort == Sort::kFloat; }

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

}  // namespace

// Values

HavingValue HavingValue::decimal(std::int64_t scaled, unsigned decimals) {
  const auto unit = static_cast<std::int64_t>(predicate::power_of_ten(decimals));
  return HavingValue(Estimate(Number::fraction(scaled, unit)));
}

HavingValue HavingValue::floating(double value) { return HavingValue(Estimate(Number::floating(value))); }

HavingValue HavingValue::count(const ExactCount& count) {
  if (!count.overflowed()) return sum(count, ExactCount(), 0);
  // In arithmetic it is what it must be at least: no count overflows below 2^64.
  return HavingValue(Estimate(Interval{Bound{ScaledDouble(0x1p64)}, Bound::infinity(1), false, true}));
}

HavingValue HavingValue::count(const SaturatingCount& count) {
  return HavingValue::count(count.overflowed() ? ExactCount::overflow() : ExactCount(count.value()));
}

HavingValue HavingValue::sum(const ExactCount& positive, const ExactCount& negative, unsigned decimals) {
  if (positive.overflowed() || negative.overflowed()) return unknown();
  const bool small = positive.fits_64_bits() && positive.value() <= INT64_MAX && negative.is_zero();
  if (small && decimals == 0) return integer(static_cast<std::int64_t>(positive.value()));
  const BigInteger scaled = to_big_integer(positive) - to_big_integer(negative);
  const predicate::BigRational value =
      decimals == 0 ? predicate::BigRational(scaled)
                    : predicate::BigRational(scaled, predicate::power_of_ten(decimals));
  return HavingValue(Estimate(Number::exact(value)));
}

HavingValue HavingValue::average(const ExactCount& positive, const ExactCount& negative,
                                 const ExactCount& count, unsigned decimals) {
  if (positive.overflowed() || negative.overflowed() || count.overflowed()) return unknown();
  return floating(quotient(positive, negative, count, decimals));
}

HavingValue HavingValue::unknown() { return HavingValue(Estimate(Interval())); }

HavingValue HavingValue::approximate_count(const ScaledDouble& value, double bound) {
  if (!(bound < 1)) return HavingValue(Estimate(Interval{Bound(), Bound::infinity(1)}));
  const double rounded_up = bound * (1 + 0x1p-50);
  const Interval wide = predicate::around(value, value * ScaledDouble(rounded_up));
  return HavingValue(Estimate(Interval{std::max(wide.low, Bound()), wide.high}));
}

HavingValue HavingValue::approximate(const ScaledDouble& value, const ScaledDouble& bound) {
  return HavingValue(Estimate(predicate::around(value, bound)));
}

Estimate HavingValue::estimate() const {
  if (const auto* small = std::get_if<std::int64_t>(&value_)) return Number::integer(*small);
  if (const auto* known = std::get_if<Estimate>(&value_)) return *known;
  return Number();
}

// Compilation

class HavingCondition::Compiler {
 public:
  struct Operand {
    Node node;
    Sort sort = Sort::kNull;
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
    if (operand.sort != Sort::kNull) return mismatch("a number is no condition", "compare it with something");
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
        return mismatch("no aggregate is a string", "compare aggregates with numbers");
      case Kind::kAttribute:
      case Kind::kTime:
        return Error{
            ErrorCode::kInvalidClause, "HAVING reads an attribute of an event", "read aggregates", {}};
      default:
        return operation(e);
    }
  }

  static Operand truth_constant(bool value) {
    Operand result{{}, Sort::kTruth};
    result.node.kind = Kind::kBool;
    result.node.truth = predicate::truth_of(value);
    return result;
  }

  static Operand constant(Sort sort, Number value) {
    Operand result{{}, sort};
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
      if (child.sort == Sort::kTruth) return mismatch("a truth value cannot be computed with", "use numbers");
      null = null || child.sort == Sort::kNull;
      sort = std::max(sort, child.sort);
    }
    if (null) return Operand{};
    Operand result{{}, sort};
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
    Operand result{{}, Sort::kTruth};
    result.node.kind = kind;
    for (Operand& child : children) {
      auto truth = condition(std::move(child));
      if (!truth) return truth.error();
      result.node.children.push_back(std::move(truth->node));
    }
    return result;
  }

  static Result<Operand> is_null(Operand child) {
    if (child.sort == Sort::kTruth) return mismatch("IS NULL needs a value", "write it about a number");
    if (child.sort == Sort::kNull) return truth_constant(true);
    Operand result{{}, Sort::kTruth};
    result.node.kind = Kind::kIsNull;
    result.node.children.push_back(std::move(child.node));
    return result;
  }

  static Result<Operand> comparison(Comparison op, Operand left, Operand right) {
    if (left.sort == Sort::kNull || right.sort == Sort::kNull) return condition(Operand{});
    if (!is_number(left.sort) || !is_number(right.sort)) {
      return mismatch("truth values are not compared in HAVING", "join them with AND, OR and NOT");
    }
    left.node.to_float = left.sort == Sort::kDecimal && right.sort == Sort::kFloat;
    right.node.to_float = right.sort == Sort::kDecimal && left.sort == Sort::kFloat;
    Operand result{{}, Sort::kTruth};
    result.node.kind = Kind::kEqual;  // any comparison
    result.node.comparison = op;
    result.node.children.push_back(std::move(left.node));
    result.node.children.push_back(std::move(right.node));
    return result;
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

// Evaluation

Verdict HavingCondition::verdict(std::span<const HavingValue> values) const {
  const Truths possible = truths(root_, values);
  if (possible.must_be_true()) return Verdict::kHolds;
  return possible.may_be_true() ? Verdict::kMayHold : Verdict::kFails;
}

Truths HavingCondition::truths(const Node& node, std::span<const HavingValue> values) {
  switch (node.kind) {
    case Kind::kBool:
      return node.truth;
    case Kind::kNot:
      return !truths(node.children[0], values);
    case Kind::kAnd:
    case Kind::kOr: {
      Truths result = node.kind == Kind::kAnd ? Truth::kTrue : Truth::kFalse;
      for (const Node& child : node.children) {
        const Truths next = truths(child, values);
        result = node.kind == Kind::kAnd ? (result & next) : (result | next);
      }
      return result;
    }
    case Kind::kIsNull:
      return predicate::is_null(estimate(node.children[0], values));
    default:
      return predicate::compare(node.comparison, estimate(node.children[0], values),
                                estimate(node.children[1], values));
  }
}

Estimate HavingCondition::estimate(const Node& node, std::span<const HavingValue> values) {
  Estimate result;
  if (node.kind == Kind::kInteger) {
    result = node.constant;
  } else if (node.kind == Kind::kAggregate) {
    result = values[node.aggregate].estimate();
  } else {
    result = arithmetic(node, values);
  }
  return node.to_float ? predicate::to_float(result) : result;
}

Estimate HavingCondition::arithmetic(const Node& node, std::span<const HavingValue> values) {
  const Estimate left = estimate(node.children[0], values);
  if (node.kind == Kind::kNegate) return predicate::negate(left);
  const Estimate right = estimate(node.children[1], values);
  switch (node.kind) {
    case Kind::kAdd:
      return predicate::add(left, right, node.floating);
    case Kind::kSubtract:
      return predicate::subtract(left, right, node.floating);
    case Kind::kMultiply:
      return predicate::multiply(left, right, node.floating);
    default:
      return node.truncating ? predicate::divide_truncating(left, right)
                             : predicate::divide(left, right, node.floating);
  }
}

}  // namespace horatio
