// SPDX-License-Identifier: Apache-2.0
// For the tests of numbers: random values that crowd around the borders of limbs, beside Boost's integers.
#pragma once

#include <cstdint>
#include <iterator>
#include <random>
#include <vector>

#include "engine/numbers/big_integer.h"
#include "engine/numbers/exact_count.h"

namespace horatio::test {

inline ExactCount count_of(const BigInteger& value) {
  std::vector<std::uint64_t> limbs;
  export_bits(value, std::back_inserter(limbs), 64, false);
  return ExactCount::from_limbs(limbs);
}

class RandomCounts {
 public:
  explicit RandomCounts(std::uint64_t seed) : random_(seed) {}

  std::uint64_t below(std::uint64_t n) { return random_() % n; }

  std::uint64_t word() {
    switch (below(4)) {
      case 0:
        return below(5);
      case 1:
        return UINT64_MAX - below(3);
      case 2:
        return std::uint64_t{1} << below(64);
      default:
        return random_();
    }
  }

  // Up to `limbs` limbs: zero, small, random, and powers of two give or take one.
  BigInteger value(unsigned limbs) {
    BigInteger result = 0;
    switch (below(4)) {
      case 0:
        return BigInteger(word());
      case 1:
        result = BigInteger(1) << static_cast<unsigned>(below(64 * limbs));
        return result + static_cast<unsigned>(below(3)) - 1;
      default:
        for (std::uint64_t i = below(limbs) + 1; i > 0; --i) result = result << 64 | word();
        return result;
    }
  }

 private:
  std::mt19937_64 random_;
};

}  // namespace horatio::test
