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

BOOST_AUTO_TEST_CASE(a_sum_of_chosen_counts_is_that_of_their_additions) {
  const SaturatingCount counts[] = {SaturatingCount{3}, kLargest, SaturatingCount::overflow(),
                                    SaturatingCount{4}};
  for (unsigned chosen = 0; chosen < 16; ++chosen) {
    const auto is_chosen = [chosen](std::size_t i) { return chosen >> i & 1U; };
    SaturatingCount sum{2}, masked{2};
    masked.add_masked<4>(counts, [&](std::size_t i) { return -std::uint64_t{is_chosen(i)}; });
    for (std::size_t i = 0; i < 4; ++i) sum += is_chosen(i) != 0 ? counts[i] : SaturatingCount{};
    BOOST_TEST((masked == sum));
  }
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
