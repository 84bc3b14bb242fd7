// SPDX-License-Identifier: Apache-2.0
// The interchangeable number types do the same random steps of the trend recurrence.
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/numbers/big_integer.h"
#include "engine/numbers/exact_count.h"
#include "engine/numbers/modular_count.h"
#include "engine/numbers/saturating_count.h"
#include "engine/numbers/scaled_double.h"
#include "engine/numbers/test_counts.h"

namespace horatio {
namespace {

using test::RandomCounts;

constexpr std::size_t kSlots = 4;

struct Step {
  std::uint64_t kind, to, from, other, word;
};

std::vector<Step> random_steps(std::uint64_t seed) {
  RandomCounts random(seed);
  std::vector<Step> steps(1 + random.below(40));
  for (Step& step : steps) {
    const std::uint64_t word = random.below(3) == 0 ? random.word() : random.below(9);
    step = {random.below(9), random.below(kSlots), random.below(kSlots), random.below(kSlots), word};
  }
  return steps;
}

template <class Count>
void apply(const Step& step, std::vector<Count>& slots) {
  Count& to = slots[step.to];
  const Count& from = slots[step.from];
  switch (step.kind) {
    case 0:
    case 1:
      to += from;
      break;
    case 2:
      to.add_scaled(from, step.word);
      break;
    case 3:
      to.scale(step.word % 4);
      break;
    case 4:
      to.shift(step.word % 70);
      break;
    case 5:
      to.apply_run(from, step.word % 70);
      break;
    case 6:
      to.add_product(from, slots[step.other]);
      break;
    case 7:
      to = from;
      break;
    default:
      to = Count(step.word);
  }
}

template <class Count>
std::vector<Count> run(const std::vector<Step>& steps) {
  std::vector<Count> slots(kSlots);
  for (const Step& step : steps) apply(step, slots);
  return slots;
}

BOOST_AUTO_TEST_CASE(all_types_agree_on_random_steps) {
  for (std::uint64_t seed = 1; seed <= 5000; ++seed) {
    BOOST_TEST_CONTEXT("seed " << seed) {
      const auto steps = random_steps(seed);
      const auto exact = run<ExactCount>(steps);
      const auto saturating = run<SaturatingCount>(steps);
      const auto modular = run<ModularCount>(steps);
      const auto scaled = run<ScaledDouble>(steps);
      for (std::size_t i = 0; i < kSlots; ++i) {
        BOOST_TEST_REQUIRE(saturating[i].overflowed() == !exact[i].fits_64_bits());
        if (!saturating[i].overflowed()) BOOST_TEST_REQUIRE(saturating[i].value() == exact[i].value());
        BOOST_TEST_REQUIRE(saturating[i].is_zero() == exact[i].is_zero());
        BOOST_TEST_REQUIRE((modular[i] == ModularCount(exact[i])));
        BOOST_TEST_REQUIRE(modular[i].is_zero() == exact[i].is_zero());
        BOOST_TEST_REQUIRE(scaled[i].is_zero() == exact[i].is_zero());
        const ScaledDouble rounded(exact[i]);
        const ScaledDouble error = scaled[i] < rounded ? rounded - scaled[i] : scaled[i] - rounded;
        BOOST_TEST_REQUIRE((error <= rounded * ScaledDouble(0x1p-40)));
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(a_run_of_64_on_one_is_the_largest_64_bit_value) {
  SaturatingCount count;
  count.apply_run(SaturatingCount(1), 64);
  BOOST_TEST(!count.overflowed());
  BOOST_TEST(count.value() == UINT64_MAX);
  count.apply_run(SaturatingCount(), 1);
  BOOST_TEST(count.overflowed());
  SaturatingCount nothing;
  nothing.apply_run(SaturatingCount(), UINT64_MAX);
  BOOST_TEST(nothing.is_zero());
  nothing.apply_run(SaturatingCount(1), 65);
  BOOST_TEST(nothing.overflowed());
}

BOOST_AUTO_TEST_CASE(an_overflow_times_zero_is_zero) {
  SaturatingCount count(7);
  count.add_scaled(SaturatingCount::overflow(), 0);
  BOOST_TEST((count == SaturatingCount(7)));
  count.add_scaled(SaturatingCount::overflow(), 1);
  BOOST_TEST(count.overflowed());
  count.scale(0);
  BOOST_TEST(count.is_zero());
}

BOOST_AUTO_TEST_CASE(a_product_of_two_words_overflows_if_it_does_not_fit) {
  SaturatingCount count(1);
  count.add_scaled(SaturatingCount(std::uint64_t{1} << 32), (std::uint64_t{1} << 32) - 1);
  BOOST_TEST(!count.overflowed());
  count = SaturatingCount(UINT64_MAX);
  count.add_scaled(SaturatingCount(std::uint64_t{1} << 63), 2);
  BOOST_TEST(count.overflowed());
}

BOOST_AUTO_TEST_CASE(saturating_and_modular_counts_come_back_from_their_bytes) {
  for (const std::uint64_t value : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{256}, UINT64_MAX}) {
    BOOST_TEST((*SaturatingCount::from_bytes(SaturatingCount(value).to_bytes()) == SaturatingCount(value)));
    BOOST_TEST((*ModularCount::from_bytes(ModularCount(value).to_bytes()) == ModularCount(value)));
  }
  BOOST_TEST(SaturatingCount::from_bytes(SaturatingCount::overflow().to_bytes())->overflowed());
  BOOST_TEST(!SaturatingCount::from_bytes(std::string(9, 'x')).has_value());
  BOOST_TEST(!SaturatingCount::from_bytes(std::string("x\0", 2)).has_value());
  BOOST_TEST(!ModularCount::from_bytes("x").has_value());
  BOOST_TEST(!ModularCount::from_bytes(std::string(9, '\xFF')).has_value());
  BOOST_TEST(!ModularCount::from_bytes(std::string("\1\0\0\0\0\0\0\0\0", 9)).has_value());
}

BOOST_AUTO_TEST_CASE(modular_halves_and_differences_invert_doubles_and_sums) {
  for (const std::uint64_t value : {std::uint64_t{0}, std::uint64_t{1}, ModularCount::kPrime - 1}) {
    ModularCount count(value);
    count += count;
    count.halve();
    BOOST_TEST((count == ModularCount(value)));
    count += ModularCount(5);
    count.subtract(ModularCount(5));
    BOOST_TEST((count == ModularCount(value)));
  }
}

BOOST_AUTO_TEST_CASE(a_multiple_of_the_prime_is_told_from_zero) {
  ModularCount multiple(ModularCount::kPrime);
  BOOST_TEST(multiple.residue() == 0U);
  BOOST_TEST(!multiple.is_zero());
  BOOST_TEST(!ModularCount::from_bytes(multiple.to_bytes())->is_zero());
  multiple.apply_run(ModularCount(), 3);
  BOOST_TEST(!multiple.is_zero());
  ModularCount none;
  none.apply_run(multiple, 0);
  BOOST_TEST(none.is_zero());
  none.apply_run(multiple, 61);
  BOOST_TEST(none.residue() == 0U);
  BOOST_TEST(!none.is_zero());
  none.scale(0);
  BOOST_TEST(none.is_zero());
}

}  // namespace
}  // namespace horatio
