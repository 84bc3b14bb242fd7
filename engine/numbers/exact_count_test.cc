// SPDX-License-Identifier: Apache-2.0
#include "engine/numbers/exact_count.h"

#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <string>
#include <utility>

#include "engine/numbers/big_integer.h"
#include "engine/numbers/test_counts.h"

namespace horatio {
namespace {

using test::count_of;
using test::RandomCounts;

constexpr std::uint64_t kMost = UINT64_MAX;
const BigInteger kTwoTo64 = BigInteger(1) << 64;

BigInteger big(const ExactCount& count) {
  BOOST_TEST_REQUIRE(!count.overflowed());
  return to_big_integer(count);
}

// What every value must hold: in place if and only if it fits, without leading zeros, and back from its
// bytes.
void check(const ExactCount& count, const BigInteger& expected) {
  BOOST_TEST_REQUIRE(big(count) == expected);
  BOOST_TEST_REQUIRE(count.fits_64_bits() == (expected < kTwoTo64));
  BOOST_TEST_REQUIRE(count.is_zero() == (expected == 0));
  BOOST_TEST_REQUIRE((count.heap_bytes() > 0) == !count.fits_64_bits());
  BOOST_TEST_REQUIRE(count.bit_length() == (expected == 0 ? 0 : msb(expected) + 1));
  const auto read = ExactCount::from_bytes(count.to_bytes());
  BOOST_TEST_REQUIRE(read.has_value());
  BOOST_TEST_REQUIRE((*read == count));
}

template <class Step>
void on_random_pairs(unsigned limbs, const Step& step) {
  for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
    BOOST_TEST_CONTEXT("seed " << seed) {
      RandomCounts random(seed);
      const BigInteger x = random.value(limbs);
      const BigInteger y = random.value(limbs);
      step(random, x, y);
    }
  }
}

BOOST_AUTO_TEST_CASE(it_takes_16_bytes) { BOOST_TEST(sizeof(ExactCount) == 16U); }

BOOST_AUTO_TEST_CASE(the_largest_64_bit_value_stays_in_place_and_one_more_does_not) {
  ExactCount count(kMost - 1);
  count += ExactCount(1);
  check(count, kTwoTo64 - 1);
  count += ExactCount(1);
  check(count, kTwoTo64);
  count.subtract(ExactCount(1));
  check(count, kTwoTo64 - 1);
}

BOOST_AUTO_TEST_CASE(sums_agree_with_big_integers) {
  on_random_pairs(6, [](RandomCounts&, const BigInteger& x, const BigInteger& y) {
    ExactCount sum = count_of(x);
    sum += count_of(y);
    check(sum, x + y);
    sum += sum;
    check(sum, 2 * (x + y));
    check(count_of(x) + count_of(y), x + y);
  });
}

BOOST_AUTO_TEST_CASE(differences_agree_with_big_integers) {
  on_random_pairs(6, [](RandomCounts&, const BigInteger& x, const BigInteger& y) {
    ExactCount difference = count_of(x < y ? y : x);
    difference.subtract(count_of(x < y ? x : y));
    check(difference, x < y ? y - x : x - y);
    ExactCount none = count_of(x);
    none.subtract(none);
    check(none, 0);
  });
}

BOOST_AUTO_TEST_CASE(products_agree_with_big_integers) {
  on_random_pairs(6, [](RandomCounts& random, const BigInteger& x, const BigInteger& y) {
    check(count_of(x) * count_of(y), x * y);
    const std::uint64_t w = random.word();
    ExactCount sum = count_of(x);
    sum.add_scaled(count_of(y), w);
    check(sum, x + y * w);
    sum.add_scaled(sum, w);
    check(sum, (x + y * w) * (BigInteger(w) + 1));
    ExactCount scaled = count_of(x);
    scaled.scale(w);
    check(scaled, x * w);
    sum = count_of(y);
    sum.add_product(count_of(x), count_of(y));
    check(sum, y + x * y);
    sum.add_product(sum, sum);
    check(sum, (y + x * y) * (y + x * y + 1));
  });
}

BOOST_AUTO_TEST_CASE(shifts_agree_with_big_integers) {
  on_random_pairs(4, [](RandomCounts& random, const BigInteger& x, const BigInteger&) {
    const auto bits = static_cast<unsigned>(random.below(200));
    ExactCount shifted = count_of(x);
    shifted.shift(bits);
    check(shifted, x << bits);
    shifted.halve();
    check(shifted, (x << bits) / 2);
  });
}

BOOST_AUTO_TEST_CASE(a_run_is_the_recurrence_applied_event_by_event) {
  on_random_pairs(4, [](RandomCounts& random, const BigInteger& x, const BigInteger& y) {
    const auto bits = static_cast<unsigned>(random.below(4) == 0 ? random.below(300) : random.below(66));
    ExactCount sum = count_of(x);
    ExactCount one_by_one = sum;
    const ExactCount others = count_of(y);
    sum.apply_run(others, bits);
    check(sum, (x << bits) + (y << bits) - y);
    for (unsigned i = 0; i < bits; ++i) {
      one_by_one += one_by_one;
      one_by_one += others;
    }
    check(one_by_one, big(sum));
    sum = count_of(x);
    sum.apply_run(sum, bits);
    check(sum, (x << (bits + 1)) - x);
  });
}

BOOST_AUTO_TEST_CASE(values_compare_as_numbers) {
  on_random_pairs(3, [](RandomCounts&, const BigInteger& x, const BigInteger& y) {
    BOOST_TEST_REQUIRE(((count_of(x) < count_of(y)) == (x < y)));
    BOOST_TEST_REQUIRE(((count_of(x) == count_of(y)) == (x == y)));
  });
}

BOOST_AUTO_TEST_CASE(copies_are_apart_and_moves_leave_a_value) {
  const BigInteger large = (BigInteger(1) << 200) + 7;
  for (const BigInteger& x : {BigInteger(0), BigInteger(5), large}) {
    for (const BigInteger& y : {BigInteger(3), BigInteger(kTwoTo64), BigInteger(large * large)}) {
      ExactCount a = count_of(x);
      const ExactCount b = count_of(y);
      ExactCount copy = a;
      a = b;
      check(a, y);
      check(copy, x);
      a += ExactCount(1);
      check(b, y);
      a = std::move(copy);
      check(a, x);
      ExactCount moved(std::move(a));
      check(moved, x);
      const ExactCount& self = moved;
      moved = self;
      check(moved, x);
    }
  }
}

BOOST_AUTO_TEST_CASE(a_value_past_its_limit_overflows_and_one_at_it_does_not) {
  ExactCount count = count_of((BigInteger(1) << 128) - 1);
  count.limit(16);
  BOOST_TEST(!count.overflowed());
  count += ExactCount(1);
  count.limit(16);
  BOOST_TEST(count.overflowed());
  BOOST_TEST(count.heap_bytes() == 0U);
  ExactCount small(kMost);
  small.limit(8);
  BOOST_TEST(!small.overflowed());
}

BOOST_AUTO_TEST_CASE(an_overflow_stays_in_everything_it_enters_but_a_product_with_zero) {
  ExactCount sum(5);
  sum += ExactCount::overflow();
  BOOST_TEST(sum.overflowed());
  sum += count_of(kTwoTo64);
  BOOST_TEST(sum.overflowed());
  ExactCount untouched(5);
  untouched.add_scaled(ExactCount::overflow(), 0);
  untouched.add_product(ExactCount::overflow(), ExactCount());
  untouched.add_product(ExactCount(), ExactCount::overflow());
  untouched.apply_run(ExactCount::overflow(), 0);
  BOOST_TEST((untouched == ExactCount(5)));
  untouched.apply_run(ExactCount::overflow(), 1);
  BOOST_TEST(untouched.overflowed());
  sum.shift(3);
  sum.apply_run(ExactCount(1), 3);
  sum.halve();
  BOOST_TEST(sum.overflowed());
  BOOST_TEST((sum * ExactCount(2)).overflowed());
  BOOST_TEST((sum * ExactCount()).is_zero());
  BOOST_TEST((sum > count_of(kTwoTo64)));
  BOOST_TEST((sum == ExactCount::overflow()));
  sum.scale(0);
  BOOST_TEST(sum.is_zero());
}

BOOST_AUTO_TEST_CASE(a_run_that_must_pass_the_limit_overflows_without_the_memory) {
  ExactCount count(1);
  count.apply_run(ExactCount(1), std::uint64_t{1} << 60, 65536);
  BOOST_TEST(count.overflowed());
  ExactCount nothing;
  nothing.apply_run(ExactCount(), std::uint64_t{1} << 60, 65536);
  nothing.shift(std::uint64_t{1} << 60, 65536);
  BOOST_TEST(nothing.is_zero());
  ExactCount at_limit;
  at_limit.apply_run(ExactCount(1), 128, 16);  // 2^128 - 1
  at_limit.limit(16);
  check(at_limit, (BigInteger(1) << 128) - 1);
}

BOOST_AUTO_TEST_CASE(bytes_that_no_count_gives_are_refused) {
  BOOST_TEST(!ExactCount::from_bytes(std::string("\x01\0", 2)).has_value());
  BOOST_TEST(!ExactCount::from_bytes(std::string("\0\0", 2)).has_value());
  BOOST_TEST(ExactCount::from_bytes(ExactCount::overflow().to_bytes())->overflowed());
  BOOST_TEST(ExactCount::from_bytes("")->is_zero());
}

}  // namespace
}  // namespace horatio
