// SPDX-License-Identifier: Apache-2.0
// HAVING on exact values, and what it refuses.
#include "engine/predicate/having.h"

#include <cstdint>
#include <string>
#include <utility>

#include "engine/predicate/test_having.h"

using namespace horatio;
using namespace horatio::predicate::test;

namespace {

ExactCount power(unsigned bits) {
  ExactCount count(1);
  count.shift(bits);
  return count;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(exact_values)

BOOST_AUTO_TEST_CASE(a_count_is_held_against_a_constant) {
  const Expression condition = greater(aggregate(kCount), integer("10"));
  BOOST_TEST(verdict(condition, kCount, HavingValue::integer(11)) == 'T');
  BOOST_TEST(verdict(condition, kCount, HavingValue::integer(10)) == 'F');
  BOOST_TEST(verdict(condition, kCount, HavingValue::count(ExactCount(11))) == 'T');
  BOOST_TEST(verdict(condition, kCount, HavingValue::count(power(5000))) == 'T');
  const Expression turned = less(integer("10"), aggregate(kCount));
  BOOST_TEST(verdict(turned, kCount, HavingValue::integer(11)) == 'T');
  BOOST_TEST(verdict(turned, kCount, HavingValue::integer(9)) == 'F');
}

BOOST_AUTO_TEST_CASE(a_count_past_64_bits_compares_exactly) {
  const std::string limit = "18446744073709551616";  // 2^64
  ExactCount above = power(64);
  above += ExactCount(1);
  BOOST_TEST(verdict(equal(aggregate(kCount), integer(limit)), kCount, HavingValue::count(power(64))) == 'T');
  BOOST_TEST(verdict(equal(aggregate(kCount), integer(limit)), kCount, HavingValue::count(above)) == 'F');
  BOOST_TEST(verdict(greater(aggregate(kCount), integer(limit)), kCount, HavingValue::count(above)) == 'T');
  BOOST_TEST(verdict(greater(aggregate(kCount), integer(limit)), kCount,
                     HavingValue::count(SaturatingCount(UINT64_MAX))) == 'F');
}

BOOST_AUTO_TEST_CASE(null_fails_also_under_not) {
  const Expression condition = greater(aggregate(kSum), integer("1"));
  BOOST_TEST(verdict(condition, Values(kAggregates)) == 'F');
  BOOST_TEST(verdict(negation(condition), Values(kAggregates)) == 'F');
  BOOST_TEST(verdict(node(Kind::kIsNull, {aggregate(kSum)}), Values(kAggregates)) == 'T');
  BOOST_TEST(verdict(node(Kind::kIsNull, {aggregate(kSum)}), kSum, HavingValue::integer(0)) == 'F');
  BOOST_TEST(verdict(node(Kind::kIn, {aggregate(kSum), integer("1"), null()}), kSum,
                     HavingValue::integer(1)) == 'T');
  BOOST_TEST(verdict(negation(node(Kind::kIn, {aggregate(kSum), integer("1"), null()})), kSum,
                     HavingValue::integer(2)) == 'F');
}

BOOST_AUTO_TEST_CASE(integers_divide_towards_zero_and_by_zero_to_null) {
  Values values(kAggregates);
  values[kCount] = HavingValue::integer(2);
  values[kSum] = HavingValue::sum(ExactCount(0), ExactCount(7), 0);
  const Expression ratio = binary(Kind::kDivide, aggregate(kSum), aggregate(kCount));
  BOOST_TEST(verdict(equal(ratio, negative(integer("3"))), values) == 'T');
  values[kCount] = HavingValue::integer(0);
  BOOST_TEST(verdict(equal(ratio, ratio), values) == 'F');
  BOOST_TEST(verdict(node(Kind::kIsNull, {ratio}), values) == 'T');
}

BOOST_AUTO_TEST_CASE(decimals_compute_exactly) {
  const Expression third = binary(Kind::kDivide, aggregate(kPrice), integer("3"));
  const Expression whole = binary(Kind::kMultiply, third, integer("3"));
  BOOST_TEST(verdict(equal(whole, decimal("0.10")), kPrice, HavingValue::decimal(10, 2)) == 'T');
  const HavingValue sum = HavingValue::sum(ExactCount(5), ExactCount(1005), 2);
  BOOST_TEST(verdict(equal(aggregate(kPrice), negative(integer("10"))), kPrice, sum) == 'T');
}

BOOST_AUTO_TEST_CASE(an_average_is_the_nearest_double) {
  const HavingValue tenth = HavingValue::average(power(5000), ExactCount(), power(5000), 1);
  BOOST_TEST(verdict(equal(aggregate(kAvg), decimal("0.1")), kAvg, tenth) == 'T');
  BOOST_TEST(verdict(greater(aggregate(kAvg), integer("0")), kAvg, tenth) == 'T');
  const HavingValue below = HavingValue::average(ExactCount(), ExactCount(28), ExactCount(12), 0);
  BOOST_TEST(verdict(less(aggregate(kAvg), negative(decimal("2.3"))), kAvg, below) == 'T');
}

BOOST_AUTO_TEST_CASE(between_and_or_follow_three_valued_logic) {
  const Expression between = node(Kind::kBetween, {aggregate(kCount), integer("3"), integer("5")});
  for (const std::int64_t i : {2, 3, 5, 6}) {
    BOOST_TEST(verdict(between, kCount, HavingValue::integer(i)) == (i >= 3 && i <= 5 ? 'T' : 'F'));
  }
  const Expression unknown = greater(aggregate(kSum), integer("1"));
  const Expression truth = leaf(Kind::kBool, "TRUE");
  BOOST_TEST(verdict(node(Kind::kOr, {unknown, truth}), Values(kAggregates)) == 'T');
  BOOST_TEST(verdict(node(Kind::kAnd, {unknown, truth}), Values(kAggregates)) == 'F');
}

BOOST_AUTO_TEST_CASE(constants_of_any_sort_compare_with_each_other) {
  const Values none(kAggregates);
  const auto truth = [](const char* value) { return leaf(Kind::kBool, value); };
  BOOST_TEST(verdict(equal(truth("TRUE"), truth("TRUE")), none) == 'T');
  BOOST_TEST(verdict(binary(Kind::kNotEqual, truth("TRUE"), truth("TRUE")), none) == 'F');
  BOOST_TEST(verdict(less(text("a"), text("b")), none) == 'T');
  BOOST_TEST(verdict(node(Kind::kIn, {text("a"), text("b"), null()}), none) == 'F');
  BOOST_TEST(verdict(negation(node(Kind::kIsNull, {text("a")})), none) == 'T');
  BOOST_TEST((fault(less(truth("TRUE"), truth("FALSE"))) == ErrorCode::kTypeMismatch));
  BOOST_TEST((fault(binary(Kind::kAdd, text("a"), integer("1"))) == ErrorCode::kTypeMismatch));
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(refusals)

BOOST_AUTO_TEST_CASE(what_is_no_condition_on_aggregates_is_refused) {
  BOOST_TEST((fault(aggregate(kCount)) == ErrorCode::kTypeMismatch));
  BOOST_TEST((fault(greater(aggregate(kCount), text("a"))) == ErrorCode::kTypeMismatch));
  BOOST_TEST((fault(greater(column(kI), integer("1"))) == ErrorCode::kInvalidClause));
  BOOST_TEST((fault(greater(leaf(Kind::kTime), integer("1"))) == ErrorCode::kInvalidClause));
  BOOST_TEST((fault(node(Kind::kNot, {integer("1")})) == ErrorCode::kTypeMismatch));
  BOOST_TEST((fault(greater(aggregate(kCount), decimal("1e99999"))) == ErrorCode::kInvalidClause));
  Expression deep = aggregate(kCount);
  for (int i = 0; i < 2000; ++i) deep = node(Kind::kNegate, {std::move(deep)});
  BOOST_TEST((fault(greater(std::move(deep), integer("1"))) == ErrorCode::kTooLarge));
}

BOOST_AUTO_TEST_SUITE_END()
