// SPDX-License-Identifier: Apache-2.0
#include "engine/predicate/having.h"

#include <algorithm>

#include "engine/numbers/big_integer.h"
#include "engine/predicate/literal.h"

namespace horatio {

using predicate::Bound;
using predicate::Estimate;
using predicate::Interval;
using predicate::Number;
using predicate::Truth;
using predicate::Truths;
using Kind = Expression::Kind;

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
