// SPDX-License-Identifier: Apache-2.0
#include "engine/predicate/having.h"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "engine/predicate/plain_condition.h"
#include "engine/predicate/test_row.h"

using namespace horatio;
using namespace horatio::predicate::test;

namespace {

constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

// Aggregates of the tests, by index: two INTs, two FLOATs, a DECIMAL(2).
enum : std::uint16_t { kCount, kSum, kAvg, kMax, kPrice, kAggregates };
constexpr AttributeType kTypesOf[kAggregates] = {{AttributeKind::kInt},
                                                 {AttributeKind::kInt},
                                                 {AttributeKind::kFloat},
                                                 {AttributeKind::kFloat},
                                                 {AttributeKind::kDecimal, 2}};

Expression aggregate(std::uint16_t index) {
  Expression e = leaf(Kind::kAggregate);
  e.aggregate = index;
  e.type = kTypesOf[index];
  return e;
}

Expression binary(Kind kind, Expression left, Expression right) {
  return node(kind, {std::move(left), std::move(right)});
}
Expression greater(Expression left, Expression right) {
  return binary(Kind::kGreater, std::move(left), std::move(right));
}
Expression less(Expression left, Expression right) {
  return binary(Kind::kLess, std::move(left), std::move(right));
}
Expression equal(Expression left, Expression right) {
  return binary(Kind::kEqual, std::move(left), std::move(right));
}
Expression negative(Expression e) { return node(Kind::kNegate, {std::move(e)}); }
Expression negation(Expression e) { return node(Kind::kNot, {std::move(e)}); }

using Values = std::vector<HavingValue>;

// All NULL but one.
Values with(std::uint16_t index, HavingValue value) {
  Values values(kAggregates);
  values[index] = std::move(value);
  return values;
}

// 'T', 'F' or '?': holds, fails, may hold.
char verdict(const Expression& condition, const Values& values) {
  const auto compiled = HavingCondition::compile(condition);
  BOOST_TEST_REQUIRE(compiled.ok());
  const Verdict result = compiled->holds(values);
  BOOST_TEST(compiled->emits(values) == (result != Verdict::kFails));
  return result == Verdict::kHolds ? 'T' : (result == Verdict::kFails ? 'F' : '?');
}
char verdict(const Expression& condition, std::uint16_t index, HavingValue value) {
  return verdict(condition, with(index, std::move(value)));
}

ErrorCode fault(const Expression& condition) {
  const auto compiled = HavingCondition::compile(condition);
  BOOST_TEST_REQUIRE(!compiled.ok());
  BOOST_TEST(!compiled.error().message.empty());
  return compiled.error().code;
}

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

BOOST_AUTO_TEST_SUITE(random_conditions)

namespace {

class RandomHaving {
 public:
  explicit RandomHaving(std::uint64_t seed) : random_(seed) {}

  std::size_t below(std::size_t n) { return random_() % n; }

  Expression condition(int depth) {
    switch (below(depth > 0 ? 7 : 4)) {
      case 0:
        return node(Kind::kIsNull, {number(depth)});
      case 1:
        return node(Kind::kBetween, {number(depth), number(depth), number(depth)});
      case 2:
        return node(Kind::kIn, {number(depth), number(0), number(0)});
      case 4:
        return negation(condition(depth - 1));
      case 5:
        return node(Kind::kAnd, {condition(depth - 1), condition(depth - 1)});
      case 6:
        return node(Kind::kOr, {condition(depth - 1), condition(depth - 1)});
      default:
        break;
    }
    constexpr Kind kComparisons[] = {Kind::kEqual,     Kind::kNotEqual, Kind::kLess,
                                     Kind::kLessEqual, Kind::kGreater,  Kind::kGreaterEqual};
    return binary(kComparisons[below(6)], number(depth), number(depth));
  }

  Value value(std::uint16_t index) {
    if (below(8) == 0) return {};
    if (kTypesOf[index].kind == AttributeKind::kFloat) return float_value();
    return integer_value();
  }

  // What is known of the true value: all of it, or bounds that hold it.
  HavingValue known(std::uint16_t index, const Value& truth, bool exactly) {
    if (const auto* f = std::get_if<double>(&truth)) {
      if (exactly || below(3) == 0) return HavingValue::floating(*f);
      return around(*f);
    }
    const auto* i = std::get_if<std::int64_t>(&truth);
    if (i == nullptr) return {};
    if (exactly || below(3) == 0) {
      if (index == kPrice) return HavingValue::decimal(*i, 2);
      const auto magnitude =
          ExactCount(*i < 0 ? -static_cast<std::uint64_t>(*i) : static_cast<std::uint64_t>(*i));
      return *i < 0 ? HavingValue::sum(ExactCount(), magnitude, 0) : HavingValue::count(magnitude);
    }
    if (below(8) == 0) return HavingValue::unknown();
    return around(static_cast<double>(*i) / (index == kPrice ? 100 : 1));
  }

 private:
  HavingValue around(double value) {
    const double bound = std::fabs(value) * std::ldexp(1.0, -static_cast<int>(below(52))) + 0x1p-1000;
    const double offset = bound * ((static_cast<double>(below(64)) - 32) / 64);
    return HavingValue::approximate(ScaledDouble(value) + ScaledDouble(offset), ScaledDouble(bound));
  }

  Expression number(int depth) {
    if (depth > 0 && below(2) == 0) {
      constexpr Kind kOperations[] = {Kind::kAdd, Kind::kSubtract, Kind::kMultiply, Kind::kDivide};
      if (below(6) == 0) return node(Kind::kNegate, {number(depth - 1)});
      return binary(kOperations[below(4)], number(depth - 1), number(depth - 1));
    }
    constexpr const char* kIntegers[] = {"0", "1", "2", "3", "9007199254740993", "9223372036854775808"};
    constexpr const char* kDecimals[] = {"0.0", "0.1", "2.50", "1e308", "4e-324", "92233720368547758.07"};
    switch (below(8)) {
      case 0:
        return integer(kIntegers[below(6)]);
      case 1:
        return decimal(kDecimals[below(6)]);
      default:
        return aggregate(static_cast<std::uint16_t>(below(kAggregates)));
    }
  }

  std::int64_t integer_value() {
    if (below(4) == 0) return static_cast<std::int64_t>(random_());
    if (below(4) == 0) return kMost;
    return static_cast<std::int64_t>(below(9)) - 4;
  }
  double float_value() {
    constexpr double kSpecial[] = {0.1, 0.0, 9007199254740992.0, 1e308, -1e308, 5e-324};
    if (below(3) == 0) return kSpecial[below(6)];
    return static_cast<double>(below(9)) / 2 - 2;
  }

  std::mt19937_64 random_;
};

// The same condition on the attributes of an event.
Expression on_attributes(Expression e) {
  if (e.kind == Kind::kAggregate) {
    e.kind = Kind::kAttribute;
    e.attribute = e.aggregate;
  }
  for (Expression& child : e.children) child = on_attributes(std::move(child));
  return e;
}

}  // namespace

BOOST_AUTO_TEST_CASE(exact_values_decide_as_plain_evaluation_and_bounds_never_drop_a_row_that_passes) {
  int passed = 0;
  int undecided = 0;
  for (std::uint64_t seed = 1; seed <= 6000; ++seed) {
    RandomHaving random(seed);
    const Expression condition = random.condition(3);
    const auto compiled = HavingCondition::compile(condition);
    BOOST_TEST_REQUIRE(compiled.ok());
    std::vector<Value> truth;
    for (std::uint16_t i = 0; i < kAggregates; ++i) truth.push_back(random.value(i));
    const bool passes = plain_condition(on_attributes(condition), 0, truth) == true;
    for (const bool exactly : {true, false}) {
      Values values;
      for (std::uint16_t i = 0; i < kAggregates; ++i) values.push_back(random.known(i, truth[i], exactly));
      const Verdict verdict = compiled->holds(values);
      if (exactly) BOOST_TEST_REQUIRE((verdict != Verdict::kMayHold), "seed " << seed);
      if (passes) BOOST_TEST_REQUIRE((verdict != Verdict::kFails), "seed " << seed);
      if (!passes) BOOST_TEST_REQUIRE((verdict != Verdict::kHolds), "seed " << seed);
      undecided += verdict == Verdict::kMayHold ? 1 : 0;
    }
    passed += passes ? 1 : 0;
  }
  BOOST_TEST(passed > 600);
  BOOST_TEST(undecided > 600);
}

BOOST_AUTO_TEST_SUITE_END()
