// SPDX-License-Identifier: Apache-2.0
// HAVING on values of which bounds are known, or that they are too large.
#include <cstdint>
#include <limits>

#include "engine/predicate/test_having.h"

using namespace horatio;
using namespace horatio::predicate::test;

BOOST_AUTO_TEST_SUITE(bounds_and_overflow)

BOOST_AUTO_TEST_CASE(an_overflowed_count_is_larger_than_any_number) {
  for (const HavingValue& over :
       {HavingValue::count(ExactCount::overflow()), HavingValue::count(SaturatingCount::overflow())}) {
    for (const char* number : {"5", "1e4000"}) {
      BOOST_TEST(verdict(greater(aggregate(kCount), decimal(number)), kCount, over) == 'T');
      BOOST_TEST(verdict(less(aggregate(kCount), decimal(number)), kCount, over) == 'F');
      BOOST_TEST(verdict(equal(aggregate(kCount), decimal(number)), kCount, over) == 'F');
    }
    BOOST_TEST(verdict(node(Kind::kIsNull, {aggregate(kCount)}), kCount, over) == 'F');
  }
}

BOOST_AUTO_TEST_CASE(two_overflowed_counts_may_compare_in_any_way) {
  Values values(kAggregates);
  values[kCount] = values[kSum] = HavingValue::count(ExactCount::overflow());
  for (const Kind kind : {Kind::kEqual, Kind::kLess, Kind::kGreater, Kind::kNotEqual}) {
    BOOST_TEST(verdict(binary(kind, aggregate(kCount), aggregate(kSum)), values) == '?');
  }
  const Expression difference = binary(Kind::kSubtract, aggregate(kCount), aggregate(kSum));
  BOOST_TEST(verdict(less(difference, integer("0")), values) == '?');
}

BOOST_AUTO_TEST_CASE(arithmetic_on_an_overflowed_count_knows_only_that_it_is_large) {
  const Values values = with(kCount, HavingValue::count(ExactCount::overflow()));
  const Expression half = binary(Kind::kDivide, aggregate(kCount), integer("2"));
  BOOST_TEST(verdict(greater(half, integer("1000000")), values) == 'T');
  BOOST_TEST(verdict(less(half, decimal("1e30")), values) == '?');
  BOOST_TEST(verdict(less(half, integer("1000000")), values) == 'F');
  const Expression part = binary(Kind::kDivide, decimal("5.0"), aggregate(kCount));
  BOOST_TEST(verdict(greater(part, integer("0")), values) != 'F');
  BOOST_TEST(verdict(greater(part, decimal("0.001")), values) == 'F');
  const Expression none = binary(Kind::kMultiply, aggregate(kCount), integer("0"));
  BOOST_TEST(verdict(equal(none, integer("0")), values) != 'F');
}

BOOST_AUTO_TEST_CASE(an_overflowed_sum_may_be_anything_but_null) {
  ExactCount over = ExactCount::overflow();
  for (const HavingValue& value : {HavingValue::unknown(), HavingValue::sum(over, ExactCount(), 0),
                                   HavingValue::average(ExactCount(), over, ExactCount(1), 0)}) {
    BOOST_TEST(verdict(greater(aggregate(kSum), integer("5")), kSum, value) == '?');
    BOOST_TEST(verdict(node(Kind::kIsNull, {aggregate(kSum)}), kSum, value) == 'F');
    BOOST_TEST(verdict(node(Kind::kIsNull, {binary(Kind::kDivide, integer("1"), aggregate(kSum))}), kSum,
                       value) == '?');
  }
}

// The rows were emitted, as if zero were only near.
BOOST_AUTO_TEST_CASE(what_is_divided_by_exactly_zero_is_null_however_well_it_is_known) {
  const ScaledDouble zero, one(1.0), bound(0x1p-50);
  Values values(kAggregates);
  values[kCount] = HavingValue::count(ExactCount());
  values[kSum] = HavingValue::approximate(one, bound);
  values[kAvg] = HavingValue::approximate(zero, zero);
  values[kMax] = HavingValue::approximate(one, bound);
  const auto is_null = [](std::uint16_t left, const Expression& right) {
    return node(Kind::kIsNull, {binary(Kind::kDivide, aggregate(left), right)});
  };
  for (const std::uint16_t left : {kSum, kMax}) {
    for (const Expression& right : {aggregate(kCount), aggregate(kAvg), integer("0"), decimal("0.0")}) {
      BOOST_TEST(verdict(is_null(left, right), values) == 'T');
      BOOST_TEST(verdict(greater(binary(Kind::kDivide, aggregate(left), right), integer("0")), values) ==
                 'F');
    }
  }
  values[kCount] = HavingValue::approximate_count(zero, 0x1p-50);
  BOOST_TEST(verdict(is_null(kSum, aggregate(kCount)), values) == 'T');
  BOOST_TEST(verdict(is_null(kSum, aggregate(kSum)), values) == 'F');
}

BOOST_AUTO_TEST_CASE(a_bound_that_straddles_the_threshold_emits_the_row) {
  const HavingValue value = HavingValue::approximate_count(ScaledDouble(100.0), 0.01);
  BOOST_TEST(verdict(greater(aggregate(kCount), integer("98")), kCount, value) == 'T');
  BOOST_TEST(verdict(greater(aggregate(kCount), integer("100")), kCount, value) == '?');
  BOOST_TEST(verdict(greater(aggregate(kCount), integer("102")), kCount, value) == 'F');
  BOOST_TEST(verdict(negation(greater(aggregate(kCount), integer("100"))), kCount, value) == '?');
  const HavingValue sum = HavingValue::approximate(ScaledDouble(-3.0), ScaledDouble(0.5));
  BOOST_TEST(verdict(less(aggregate(kMax), negative(decimal("2.4"))), kMax, sum) == 'T');
  BOOST_TEST(verdict(less(aggregate(kMax), negative(decimal("2.6"))), kMax, sum) == '?');
  BOOST_TEST(verdict(less(aggregate(kMax), negative(decimal("3.6"))), kMax, sum) == 'F');
}

BOOST_AUTO_TEST_CASE(a_count_whose_bound_says_nothing_is_still_not_negative) {
  const HavingValue value =
      HavingValue::approximate_count(ScaledDouble(100.0), std::numeric_limits<double>::infinity());
  BOOST_TEST(verdict(less(aggregate(kCount), integer("0")), kCount, value) == 'F');
  BOOST_TEST(verdict(less(aggregate(kCount), integer("1")), kCount, value) == '?');
}

BOOST_AUTO_TEST_CASE(approximate_counts_beyond_every_double_compare) {
  ScaledDouble huge(std::uint64_t{1});
  huge.shift(std::uint64_t{1} << 40);
  const HavingValue value = HavingValue::approximate_count(huge, 1e-10);
  BOOST_TEST(verdict(greater(aggregate(kCount), decimal("1e4096")), kCount, value) == 'T');
  const Expression square = binary(Kind::kMultiply, aggregate(kCount), aggregate(kCount));
  BOOST_TEST(verdict(greater(square, aggregate(kCount)), kCount, value) == 'T');
}

BOOST_AUTO_TEST_CASE(a_divisor_that_may_be_zero_gives_anything_or_null) {
  const Values values = with(kMax, HavingValue::approximate(ScaledDouble(0.0), ScaledDouble(1.0)));
  const Expression ratio = binary(Kind::kDivide, integer("1"), aggregate(kMax));
  BOOST_TEST(verdict(greater(ratio, integer("1000")), values) == '?');
  BOOST_TEST(verdict(node(Kind::kIsNull, {ratio}), values) == '?');
}

BOOST_AUTO_TEST_SUITE_END()
