// SPDX-License-Identifier: Apache-2.0
#include "engine/predicate/number.h"

#include <cassert>
#include <cmath>
#include <limits>

#include "engine/numbers/rounding.h"

namespace horatio::predicate {
namespace {

__extension__ typedef __int128 Wide;
__extension__ typedef unsigned __int128 UnsignedWide;

constexpr double kTwoTo63 = 9223372036854775808.0;

bool fits(Wide value) {
  return value >= std::numeric_limits<std::int64_t>::min() &&
         value <= std::numeric_limits<std::int64_t>::max();
}

Wide greatest_common_divisor(Wide x, Wide y) {
  while (y != 0) {
    const Wide rest = x % y;
    x = y;
    y = rest;
  }
  return x < 0 ? -x : x;
}

int bits_of(UnsignedWide value) {
  int bits = 0;
  for (; value != 0; value >>= 1) ++bits;
  return bits;
}

double round_small(std::int64_t numerator, std::int64_t denominator) {
  constexpr std::int64_t kExact = std::int64_t{1} << 53;
  if (denominator == 1) return static_cast<double>(numerator);
  if (numerator <= kExact && numerator >= -kExact && denominator <= kExact) {
    return static_cast<double>(numerator) /
           static_cast<double>(denominator);  // one rounding, of exact operands
  }
  const auto magnitude = static_cast<UnsignedWide>(numerator < 0 ? -Wide{numerator} : Wide{numerator});
  const double rounded =
      round_fraction<UnsignedWide>(magnitude, static_cast<UnsignedWide>(denominator), bits_of);
  return numerator < 0 ? -rounded : rounded;
}

double round_big(const BigRational& value) {
  const BigInteger top = numerator(value);
  if (top == 0) return 0.0;
  const auto bits = [](const BigInteger& x) { return static_cast<int>(msb(x)) + 1; };
  const double rounded = round_fraction<BigInteger>(abs(top), denominator(value), bits);
  return top < 0 ? -rounded : rounded;
}

std::strong_ordering order(int sign) {
  return sign < 0 ? std::strong_ordering::less
                  : (sign > 0 ? std::strong_ordering::greater : std::strong_ordering::equal);
}

template <class T>
std::strong_ordering order_of(const T& x, const T& y) {
  return x < y ? std::strong_ordering::less
               : (y < x ? std::strong_ordering::greater : std::strong_ordering::equal);
}

// A double against a 64-bit integer, without rounding either.
std::strong_ordering compare_whole(double x, std::int64_t y) {
  if (x >= kTwoTo63) return std::strong_ordering::greater;
  if (x < -kTwoTo63) return std::strong_ordering::less;
  const double whole = std::trunc(x);
  const auto by_whole = order_of(static_cast<std::int64_t>(whole), y);
  return by_whole != 0 ? by_whole : order_of(x, whole);
}

std::strong_ordering compare_rational(double x, const BigRational& y) {
  if (std::isinf(x)) return order(x > 0 ? 1 : -1);
  return order_of(BigRational(x), y);
}

std::strong_ordering reversed(std::strong_ordering value) { return 0 <=> value; }

}  // namespace

Number Number::exact(const BigRational& value) {
  constexpr auto kLow = std::numeric_limits<std::int64_t>::min();
  constexpr auto kHigh = std::numeric_limits<std::int64_t>::max();
  const BigInteger top = numerator(value);
  const BigInteger bottom = denominator(value);
  if (top >= kLow && top <= kHigh && bottom <= kHigh) {
    return fraction(static_cast<std::int64_t>(top), static_cast<std::int64_t>(bottom));
  }
  return Number(Representation(value));
}

Number Number::floating(double value) {
  if (std::isnan(value)) return {};
  return Number(Representation(value));
}

BigRational Number::as_rational() const {
  if (const Fraction* f = small()) return BigRational(BigInteger(f->numerator), BigInteger(f->denominator));
  return *std::get_if<BigRational>(&value_);
}

Number Number::to_float() const {
  if (is_null() || is_float()) return *this;
  if (const Fraction* f = small()) return floating(round_small(f->numerator, f->denominator));
  return floating(round_big(*std::get_if<BigRational>(&value_)));
}

Number Number::from_wide(Wide numerator, Wide denominator) {
  assert(denominator > 0);
  if (!fits(numerator) || !fits(denominator)) {
    const Wide divisor = greatest_common_divisor(numerator, denominator);
    numerator /= divisor;
    denominator /= divisor;
  }
  if (fits(numerator) && fits(denominator)) {
    return fraction(static_cast<std::int64_t>(numerator), static_cast<std::int64_t>(denominator));
  }
  return Number(Representation(BigRational(BigInteger(numerator), BigInteger(denominator))));
}

Number negate(const Number& x) {
  if (x.is_null()) return {};
  if (x.is_float()) return Number::floating(-x.as_double());
  if (const auto* f = x.small()) return Number::from_wide(-Wide{f->numerator}, f->denominator);
  return Number::exact(-x.as_rational());
}

Number add(const Number& x, const Number& y) {
  if (x.is_null() || y.is_null()) return {};
  if (x.is_float() || y.is_float())
    return Number::floating(x.to_float().as_double() + y.to_float().as_double());
  const auto* a = x.small();
  const auto* b = y.small();
  if (a == nullptr || b == nullptr) return Number::exact(x.as_rational() + y.as_rational());
  if (a->denominator == b->denominator) {
    return Number::from_wide(Wide{a->numerator} + b->numerator, a->denominator);
  }
  return Number::from_wide(Wide{a->numerator} * b->denominator + Wide{b->numerator} * a->denominator,
                           Wide{a->denominator} * b->denominator);
}

Number subtract(const Number& x, const Number& y) { return add(x, negate(y)); }

Number multiply(const Number& x, const Number& y) {
  if (x.is_null() || y.is_null()) return {};
  if (x.is_float() || y.is_float())
    return Number::floating(x.to_float().as_double() * y.to_float().as_double());
  const auto* a = x.small();
  const auto* b = y.small();
  if (a == nullptr || b == nullptr) return Number::exact(x.as_rational() * y.as_rational());
  return Number::from_wide(Wide{a->numerator} * b->numerator, Wide{a->denominator} * b->denominator);
}

Number divide(const Number& x, const Number& y) {
  if (x.is_null() || y.is_null()) return {};
  if (x.is_float() || y.is_float()) {
    const double divisor = y.to_float().as_double();
    if (divisor == 0) return {};
    return Number::floating(x.to_float().as_double() / divisor);
  }
  const auto* a = x.small();
  const auto* b = y.small();
  if (b != nullptr && b->numerator == 0) return {};
  if (a == nullptr || b == nullptr) return Number::exact(x.as_rational() / y.as_rational());
  const Wide top = Wide{a->numerator} * b->denominator;
  const Wide bottom = Wide{a->denominator} * b->numerator;
  return bottom < 0 ? Number::from_wide(-top, -bottom) : Number::from_wide(top, bottom);
}

Number divide_truncating(const Number& x, const Number& y) {
  if (x.is_null() || y.is_null()) return {};
  const auto* a = x.small();
  const auto* b = y.small();
  if (b != nullptr && b->numerator == 0) return {};
  if (a != nullptr && b != nullptr) {
    // Whole numbers may stand as unreduced fractions; the quotient of the fractions is the quotient of the
    // values.
    return Number::from_wide(Wide{a->numerator} * b->denominator / (Wide{a->denominator} * b->numerator), 1);
  }
  const BigRational quotient = x.as_rational() / y.as_rational();
  return Number::exact(BigRational(BigInteger(numerator(quotient) / denominator(quotient))));
}

std::optional<std::strong_ordering> compare(const Number& x, const Number& y) {
  if (x.is_null() || y.is_null()) return std::nullopt;
  const auto* a = x.small();
  const auto* b = y.small();
  if (a != nullptr && b != nullptr) {
    return order_of(Wide{a->numerator} * b->denominator, Wide{b->numerator} * a->denominator);
  }
  if (x.is_float() && y.is_float()) return order_of(x.as_double(), y.as_double());
  if (y.is_float()) return reversed(*compare(y, x));
  if (x.is_float()) {
    if (b != nullptr && b->denominator == 1) return compare_whole(x.as_double(), b->numerator);
    return compare_rational(x.as_double(), y.as_rational());
  }
  return order_of(x.as_rational(), y.as_rational());
}

}  // namespace horatio::predicate
