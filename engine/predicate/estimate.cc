// SPDX-License-Identifier: Apache-2.0
#include "engine/predicate/estimate.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <utility>

namespace horatio::predicate {
namespace {

constexpr double kWidening = 0x1p-51;  // covers the rounding of an operation and of the widening itself

bool is_null_for_sure(const Estimate& x) {
  const Number* number = std::get_if<Number>(&x);
  return number != nullptr && number->is_null();
}

bool is_zero_for_sure(const Estimate& x) {
  if (is_null_for_sure(x)) return false;
  if (const Number* number = std::get_if<Number>(&x))
    return number->is_float() ? number->as_double() == 0 : number->as_rational() == 0;
  const auto& interval = *std::get_if<Interval>(&x);
  return interval.low == Bound() && interval.high == Bound();
}

bool both_exact(const Estimate& x, const Estimate& y) {
  return std::holds_alternative<Number>(x) && std::holds_alternative<Number>(y);
}

const Number& exact(const Estimate& x) { return *std::get_if<Number>(&x); }

// `value`, computed with one rounding, moved to the side that `sign` says.
Bound outward(const ScaledDouble& value, int sign) {
  const ScaledDouble magnitude = value.is_negative() ? -value : value;
  const ScaledDouble margin = magnitude * ScaledDouble(kWidening);
  return {sign < 0 ? value - margin : value + margin, 0};
}

// Where the double nearest to a value past `bound` may be: of tiny and of huge values it is far from them.
Bound rounded_outward(Bound bound, int sign) {
  if (bound.infinite != 0 || bound.value.is_zero()) return bound;
  static const ScaledDouble kTiny(0x1p-1000);
  static const ScaledDouble kLargest(std::numeric_limits<double>::max());
  const ScaledDouble magnitude = bound.value.is_negative() ? -bound.value : bound.value;
  if (magnitude < kTiny) bound.value += ScaledDouble(sign < 0 ? -0x1p-1074 : 0x1p-1074);
  if (magnitude > kLargest && bound.value.is_negative() == (sign < 0)) return Bound::infinity(sign);
  return outward(bound.value, sign);
}

Interval rounded_outward(Interval x) {
  return {rounded_outward(x.low, -1), rounded_outward(x.high, 1), x.may_be_null, false};
}

ScaledDouble scaled(const BigInteger& value) {
  if (value == 0) return {};
  const BigInteger magnitude = abs(value);
  const std::size_t bits = msb(magnitude) + 1;
  const std::size_t cut = bits > 64 ? bits - 64 : 0;
  ScaledDouble result(static_cast<std::uint64_t>(BigInteger(magnitude >> cut)));
  result.shift(cut);
  return value < 0 ? -result : result;
}

Interval interval_of(const BigRational& value) {
  const BigInteger top = numerator(value);
  const BigInteger bottom = denominator(value);
  if (bottom == 1 && abs(top) <= BigInteger(1) << 53) return {{scaled(top)}, {scaled(top)}};
  // Four roundings at most, two of them of the first 64 bits only: twice the usual margin.
  const ScaledDouble near = scaled(top) / scaled(bottom);
  return {outward(outward(near, -1).value, -1), outward(outward(near, 1).value, 1)};
}

// REQUIRES: not NULL for sure.
Interval interval_of(const Estimate& x) {
  if (const auto* interval = std::get_if<Interval>(&x)) return *interval;
  const Number& number = exact(x);
  if (!number.is_float()) return interval_of(number.as_rational());
  const double value = number.as_double();
  if (std::isinf(value)) return {Bound::infinity(value < 0 ? -1 : 1), Bound::infinity(value < 0 ? -1 : 1)};
  return {{ScaledDouble(value)}, {ScaledDouble(value)}};
}

int sign_of(const Bound& x) {
  if (x.infinite != 0) return x.infinite;
  return x.value.is_zero() ? 0 : (x.value.is_negative() ? -1 : 1);
}

Bound sum(const Bound& x, const Bound& y, int side) {
  if (x.infinite != 0 && y.infinite != 0 && x.infinite != y.infinite) return Bound::infinity(side);
  if (x.infinite != 0) return x;
  if (y.infinite != 0) return y;
  return outward(x.value + y.value, side);
}

Bound product(const Bound& x, const Bound& y, int side) {
  const int sign = sign_of(x) * sign_of(y);
  if (sign == 0) return {};
  if (x.infinite != 0 || y.infinite != 0) return Bound::infinity(sign);
  return outward(x.value * y.value, side);
}

// REQUIRES: y is not zero, and not both are infinite.
Bound ratio(const Bound& x, const Bound& y, int side) {
  if (y.infinite != 0) return {};
  if (x.infinite != 0) return Bound::infinity(sign_of(x) * sign_of(y));
  return outward(x.value / y.value, side);
}

// The results of all four pairs of ends lie between the interval's.
template <class Operation>
Interval corners(const Interval& x, const Interval& y, const Operation& operation) {
  Interval result{Bound::infinity(1), Bound::infinity(-1)};
  for (const Bound* a : {&x.low, &x.high}) {
    for (const Bound* b : {&y.low, &y.high}) {
      result.low = std::min(result.low, operation(*a, *b, -1));
      result.high = std::max(result.high, operation(*a, *b, 1));
    }
  }
  return result;
}

bool is_endless(const Interval& x) { return x.low.infinite != 0 || x.high.infinite != 0; }

Interval divided(const Interval& x, const Interval& y) {
  if (sign_of(y.low) <= 0 && sign_of(y.high) >= 0)
    return {Bound::infinity(-1), Bound::infinity(1), true, false};
  if (is_endless(x) && is_endless(y)) return {};
  return corners(x, y, ratio);
}

Bound truncated(const Bound& x) {
  // From 2^53 on a mantissa of 53 bits is whole.
  if (x.infinite != 0 || std::fabs(x.value.to_double()) >= 0x1p53) return x;
  return {ScaledDouble(std::trunc(x.value.to_double())), 0};
}

// Applies an operation of intervals where not both operands are exact.
template <class Operation>
Estimate combine(const Estimate& x, const Estimate& y, bool floating, const Operation& operation) {
  if (is_null_for_sure(x) || is_null_for_sure(y)) return Number();
  const Interval a = interval_of(x);
  const Interval b = interval_of(y);
  Interval result = operation(a, b);
  // Of doubles, infinity - infinity and the like are NULL.
  const bool undefined = floating && (is_endless(a) || is_endless(b));
  result.may_be_null = result.may_be_null || a.may_be_null || b.may_be_null || undefined;
  return floating ? rounded_outward(result) : result;
}

Truth exact_truth(Comparison op, const Number& x, const Number& y) {
  const auto order = predicate::compare(x, y);
  return order ? truth_of(holds(op, *order)) : Truth::kUnknown;
}

// As comparisons see it.
Interval compared(const Estimate& x) {
  Interval result = interval_of(x);
  if (result.beyond_numbers) result.low = Bound::infinity(1);
  return result;
}

// Whether some number of x is less than some number of y. Two infinite ends stand for unlike numbers.
bool can_be_less(const Interval& x, const Interval& y) {
  return x.low < y.high || (x.low.infinite != 0 && x.low.infinite == y.high.infinite);
}

}  // namespace

Interval around(const ScaledDouble& value, const ScaledDouble& bound) {
  if (bound.is_zero()) return {{value}, {value}};
  return {outward(value - bound, -1), outward(value + bound, 1)};
}

Estimate to_float(const Estimate& x) {
  if (const auto* number = std::get_if<Number>(&x)) return number->to_float();
  return rounded_outward(*std::get_if<Interval>(&x));
}

Estimate negate(const Estimate& x) {
  if (const auto* number = std::get_if<Number>(&x)) return predicate::negate(*number);
  const auto& interval = *std::get_if<Interval>(&x);
  const auto mirrored_end = [](const Bound& bound) { return Bound{-bound.value, -bound.infinite}; };
  return Interval{mirrored_end(interval.high), mirrored_end(interval.low), interval.may_be_null, false};
}

Estimate add(const Estimate& x, const Estimate& y, bool floating) {
  if (both_exact(x, y)) return predicate::add(exact(x), exact(y));
  return combine(x, y, floating, [](const Interval& a, const Interval& b) {
    return Interval{sum(a.low, b.low, -1), sum(a.high, b.high, 1)};
  });
}

Estimate subtract(const Estimate& x, const Estimate& y, bool floating) { return add(x, negate(y), floating); }

Estimate multiply(const Estimate& x, const Estimate& y, bool floating) {
  if (both_exact(x, y)) return predicate::multiply(exact(x), exact(y));
  return combine(x, y, floating, [](const Interval& a, const Interval& b) { return corners(a, b, product); });
}

Estimate divide(const Estimate& x, const Estimate& y, bool floating) {
  if (both_exact(x, y)) return predicate::divide(exact(x), exact(y));
  if (is_zero_for_sure(y)) return Number();
  return combine(x, y, floating, divided);
}

Estimate divide_truncating(const Estimate& x, const Estimate& y) {
  if (both_exact(x, y)) return predicate::divide_truncating(exact(x), exact(y));
  if (is_zero_for_sure(y)) return Number();
  return combine(x, y, false, [](const Interval& a, const Interval& b) {
    Interval quotient = divided(a, b);
    quotient.low = truncated(quotient.low);
    quotient.high = truncated(quotient.high);
    return quotient;
  });
}

Truths compare(Comparison op, const Estimate& x, const Estimate& y) {
  if (is_null_for_sure(x) || is_null_for_sure(y)) return Truth::kUnknown;
  if (both_exact(x, y)) return exact_truth(op, exact(x), exact(y));
  const Interval a = compared(x);
  const Interval b = compared(y);
  const std::pair<std::strong_ordering, bool> cases[] = {
      {std::strong_ordering::less, can_be_less(a, b)},
      {std::strong_ordering::equal, !(a.high < b.low) && !(b.high < a.low)},
      {std::strong_ordering::greater, can_be_less(b, a)}};
  bool may_be_true = false;
  bool may_be_false = false;
  for (const auto& [order, possible] : cases) {
    if (possible) (holds(op, order) ? may_be_true : may_be_false) = true;
  }
  return {may_be_true, may_be_false, a.may_be_null || b.may_be_null};
}

Truths is_null(const Estimate& x) {
  if (const auto* interval = std::get_if<Interval>(&x)) return {interval->may_be_null, true, false};
  return truth_of(exact(x).is_null());
}

}  // namespace horatio::predicate
