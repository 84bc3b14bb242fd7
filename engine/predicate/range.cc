// SPDX-License-Identifier: Apache-2.0
#include "engine/predicate/range.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/predicate/literal.h"

namespace horatio::predicate {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

__extension__ typedef __int128 Wide;

template <class Integer>
Integer floor_of(const Integer& top, const Integer& bottom) {
  Integer quotient = top / bottom;
  if (quotient * bottom > top) --quotient;
  return quotient;
}

template <class T>
Range<T> empty(bool inverted) {
  return {T{1}, T{0}, inverted};
}

template <class Integer>
Range<std::int64_t> clamped(const Integer& low, const Integer& high, bool inverted) {
  constexpr auto kLow = std::numeric_limits<std::int64_t>::min();
  constexpr auto kHigh = std::numeric_limits<std::int64_t>::max();
  if (low > high || low > kHigh || high < kLow) return empty<std::int64_t>(inverted);
  return {low < kLow ? kLow : static_cast<std::int64_t>(low),
          high > kHigh ? kHigh : static_cast<std::int64_t>(high), inverted};
}

// {x : x op bound}, where `below` is the largest integer <= bound and `above` the smallest >= bound.
template <class Integer>
Range<std::int64_t> integers_against(Comparison op, const Integer& below, const Integer& above) {
  const Integer least = std::numeric_limits<std::int64_t>::min();
  const Integer most = std::numeric_limits<std::int64_t>::max();
  switch (op) {
    case Comparison::kEqual:
      return clamped<Integer>(above, below, false);
    case Comparison::kNotEqual:
      return clamped<Integer>(above, below, true);
    case Comparison::kLess:
      return clamped<Integer>(least, above - 1, false);
    case Comparison::kLessEqual:
      return clamped<Integer>(least, below, false);
    case Comparison::kGreater:
      return clamped<Integer>(below + 1, most, false);
    case Comparison::kGreaterEqual:
      return clamped<Integer>(above, most, false);
  }
  return empty<std::int64_t>(false);
}

}  // namespace

Comparison mirrored(Comparison op) {
  switch (op) {
    case Comparison::kLess:
      return Comparison::kGreater;
    case Comparison::kLessEqual:
      return Comparison::kGreaterEqual;
    case Comparison::kGreater:
      return Comparison::kLess;
    case Comparison::kGreaterEqual:
      return Comparison::kLessEqual;
    case Comparison::kEqual:
    case Comparison::kNotEqual:
      break;
  }
  return op;
}

bool holds(Comparison op, std::strong_ordering order) {
  switch (op) {
    case Comparison::kEqual:
      return order == 0;
    case Comparison::kNotEqual:
      return order != 0;
    case Comparison::kLess:
      return order < 0;
    case Comparison::kLessEqual:
      return order <= 0;
    case Comparison::kGreater:
      return order > 0;
    case Comparison::kGreaterEqual:
      return order >= 0;
  }
  return false;
}

Range<std::int64_t> integer_range(Comparison op, const Number& constant, unsigned scale) {
  constexpr unsigned kWidest = 18;
  if (const auto small = constant.small_fraction(); small && scale <= kWidest) {
    std::int64_t unit = 1;
    for (unsigned i = 0; i < scale; ++i) unit *= 10;
    const auto [top, bottom] = *small;
    if (bottom == unit) return integers_against<Wide>(op, top, top);
    const Wide scaled = Wide{top} * unit;
    return integers_against<Wide>(op, floor_of<Wide>(scaled, bottom), -floor_of<Wide>(-scaled, bottom));
  }
  const BigRational bound = constant.as_rational() * BigRational(power_of_ten(scale));
  const BigInteger top = numerator(bound);
  const BigInteger bottom = denominator(bound);
  return integers_against<BigInteger>(op, floor_of<BigInteger>(top, bottom),
                                      -floor_of<BigInteger>(-top, bottom));
}

Range<std::int64_t> integer_range(Comparison op, double constant) {
  constexpr double kBeyond = 0x1p65;
  const double near = std::clamp(constant, -kBeyond, kBeyond);
  return integers_against<Wide>(op, static_cast<Wide>(std::floor(near)), static_cast<Wide>(std::ceil(near)));
}

Range<double> float_range(Comparison op, const Number& constant) {
  const double nearest = constant.to_float().as_double();
  const auto side = *compare(Number::floating(nearest), constant);
  // Largest double <= constant and smallest double >= constant: both are `nearest` if the constant is a
  // double.
  const double below = side > 0 ? std::nextafter(nearest, -kInfinity) : nearest;
  const double above = side < 0 ? std::nextafter(nearest, kInfinity) : nearest;
  switch (op) {
    case Comparison::kEqual:
      return side == 0 ? Range<double>{nearest, nearest, false} : empty<double>(false);
    case Comparison::kNotEqual:
      return side == 0 ? Range<double>{nearest, nearest, true} : empty<double>(true);
    case Comparison::kLess:
      return {-kInfinity, std::nextafter(above, -kInfinity), false};
    case Comparison::kLessEqual:
      return {-kInfinity, below, false};
    case Comparison::kGreater:
      return {std::nextafter(below, kInfinity), kInfinity, false};
    case Comparison::kGreaterEqual:
      return {above, kInfinity, false};
  }
  return empty<double>(false);
}

}  // namespace horatio::predicate
