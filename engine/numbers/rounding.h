// SPDX-License-Identifier: Apache-2.0
// Correct rounding of fractions to doubles, for any integer type.
#pragma once

#include <algorithm>
#include <cmath>

namespace horatio {

// numerator / denominator to nearest, ties to even; gradual underflow; infinity past the range. `bits(x)` is
// the number of bits of x. REQUIRES: both > 0; Integer holds 54 bits more than the larger of the two.
template <class Integer, class Bits>
double round_fraction(Integer numerator, Integer denominator, Bits bits) {
  constexpr int kLeastExponent = -1074;  // of the smallest double
  constexpr int kPrecision = 53;
  int exponent = bits(numerator) - bits(denominator);  // 2^(exponent - 1) < value < 2^(exponent + 1)
  const bool below = exponent >= 0 ? numerator < Integer(denominator << static_cast<unsigned>(exponent))
                                   : Integer(numerator << static_cast<unsigned>(-exponent)) < denominator;
  if (below) --exponent;  // now 2^exponent <= value < 2^(exponent + 1)
  if (exponent > 1024) return HUGE_VAL;
  if (exponent < kLeastExponent - 1) return 0.0;
  const int unit = std::max(exponent - kPrecision + 1, kLeastExponent);
  if (unit < 0) {
    numerator <<= static_cast<unsigned>(-unit);
  } else {
    denominator <<= static_cast<unsigned>(unit);
  }
  Integer quotient = numerator / denominator;
  const Integer rest = Integer(numerator - quotient * denominator) * 2;
  if (rest > denominator || (rest == denominator && (quotient & 1) != 0)) ++quotient;
  return std::ldexp(static_cast<double>(quotient), unit);
}

}  // namespace horatio
