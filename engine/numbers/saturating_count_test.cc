// SPDX-License-Identifier: Apache-2.0
#include "engine/numbers/saturating_count.h"

#include <boost/test/unit_test.hpp>
#include <cstdint>

namespace horatio {
namespace {

constexpr SaturatingCount kLargest{UINT64_MAX};

BOOST_AUTO_TEST_CASE(the_largest_64_bit_value_is_a_value) {
  const SaturatingCount sum = SaturatingCount{UINT64_MAX - 1} + SaturatingCount{1};
  BOOST_TEST(!sum.overflowed());
  BOOST_TEST(sum.value() == UINT64_MAX);
}

BOOST_AUTO_TEST_CASE(one_more_than_the_largest_value_overflows) {
  BOOST_TEST((kLargest + SaturatingCount{1}).overflowed());
}

BOOST_AUTO_TEST_CASE(adding_nothing_to_the_largest_value_keeps_it) {
  BOOST_TEST(((kLargest + SaturatingCount{}) == kLargest));
}

BOOST_AUTO_TEST_CASE(an_overflow_stays_in_every_sum_it_enters) {
  SaturatingCount sum{5};
  sum += SaturatingCount::overflow();
  BOOST_TEST(sum.overflowed());
  sum += SaturatingCount{1};
  BOOST_TEST(sum.overflowed());
  BOOST_TEST(!sum.is_zero());
}

BOOST_AUTO_TEST_CASE(a_sum_that_wraps_to_zero_is_not_zero) {
  const SaturatingCount sum = kLargest + SaturatingCount{1};
  BOOST_TEST(!sum.is_zero());
  BOOST_TEST((sum == SaturatingCount::overflow()));
}

BOOST_AUTO_TEST_CASE(a_value_that_is_lost_makes_the_sum_overflow) {
  SaturatingCount kept{2}, lost{2}, wrapped{2};
  kept.add(3, 0);
  lost.add(3, 1);
  wrapped.add(UINT64_MAX - 1, 0);
  BOOST_TEST((kept == SaturatingCount{5}));
  BOOST_TEST(lost.overflowed());
  BOOST_TEST(wrapped.overflowed());
}

BOOST_AUTO_TEST_CASE(sixty_four_doublings_overflow_and_sixty_three_do_not) {
  SaturatingCount count{1};
  for (int i = 0; i < 63; ++i) count += count;
  BOOST_TEST(!count.overflowed());
  BOOST_TEST(count.value() == std::uint64_t{1} << 63U);
  count += count;
  BOOST_TEST(count.overflowed());
}

}  // namespace
}  // namespace horatio
