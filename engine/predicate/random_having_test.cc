// SPDX-License-Identifier: Apache-2.0
// Random conditions of HAVING against plain evaluation.
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <utility>
#include <vector>

#include "engine/predicate/plain_condition.h"
#include "engine/predicate/test_having.h"

using namespace horatio;
using namespace horatio::predicate::test;

namespace {

constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

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

BOOST_AUTO_TEST_SUITE(random_conditions)

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
