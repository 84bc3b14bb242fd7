// SPDX-License-Identifier: Apache-2.0
#include "engine/numbers/big_integer.h"

#include <cassert>
#include <iterator>

#include "engine/numbers/rounding.h"

namespace horatio {

BigInteger to_big_integer(const ExactCount& count) {
  if (count.fits_64_bits()) return BigInteger(count.value());
  BigInteger result;
  const auto limbs = count.limbs();
  import_bits(result, limbs.begin(), limbs.end(), 64, false);
  return result;
}

double quotient(const ExactCount& positive, const ExactCount& negative, const ExactCount& count,
                unsigned decimals) {
  assert(!count.is_zero());
  const BigInteger sum = to_big_integer(positive) - to_big_integer(negative);
  if (sum == 0) return 0.0;
  const BigInteger divisor = to_big_integer(count) * pow(BigInteger(10), decimals);
  const auto bits = [](const BigInteger& x) { return static_cast<int>(msb(x)) + 1; };
  const double magnitude = round_fraction<BigInteger>(abs(sum), divisor, bits);
  return sum < 0 ? -magnitude : magnitude;
}

}  // namespace horatio
