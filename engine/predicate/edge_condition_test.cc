// SPDX-License-Identifier: Apache-2.0
#include "engine/predicate/edge_condition.h"

#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/predicate/plain_condition.h"
#include "engine/predicate/random_condition.h"

using namespace horatio;
using namespace horatio::predicate::test;

namespace {

Expression next(Expression e) {
  e.next = true;
  return e;
}

// The pair as one event: the later event's attributes behind the earlier's, and then its time.
Expression on_one_event(Expression e) {
  if (e.next && e.kind == Kind::kAttribute) e.attribute = static_cast<AttributeId>(e.attribute + kColumns);
  if (e.next && e.kind == Kind::kTime) e = attribute(2 * kColumns, {AttributeKind::kTimestamp});
  for (Expression& child : e.children) child = on_one_event(std::move(child));
  return e;
}

std::optional<bool> plain(const Expression& condition, const Row& earlier, const Row& later) {
  std::vector<Value> values = values_of(earlier);
  for (Value& value : values_of(later)) values.push_back(std::move(value));
  values.push_back(later.time());
  return plain_condition(on_one_event(condition), earlier.time(), values);
}

std::vector<StoredValue> stored(const EdgeCondition& condition, Row earlier) {
  std::vector<StoredValue> values(condition.stored_attributes().size());
  const EventBlock block = earlier.block();
  condition.store(block, 0, values);
  return values;
}

bool passes(const Expression& condition, const Row& earlier, Row later) {
  const auto compiled = EdgeCondition::compile(condition);
  BOOST_TEST_REQUIRE(compiled.ok());
  return compiled->passes(stored(*compiled, earlier), earlier.time(), later.block(), 0);
}

}  // namespace

BOOST_AUTO_TEST_CASE(what_is_marked_next_is_read_of_the_later_event) {
  const Row low = Row().set(kI, std::int64_t{1});
  const Row high = Row().set(kI, std::int64_t{2});
  const Expression rises = node(Kind::kLess, {column(kI), next(column(kI))});
  BOOST_TEST(passes(rises, low, high));
  BOOST_TEST(!passes(rises, high, low));
  BOOST_TEST(!passes(rises, low, low));
}

BOOST_AUTO_TEST_CASE(times_of_both_events_are_told_apart) {
  const Expression gap = node(
      Kind::kLessEqual,
      {node(Kind::kSubtract, {next(leaf(Kind::kTime)), leaf(Kind::kTime)}), leaf(Kind::kDuration, "60")});
  BOOST_TEST(passes(gap, Row().at(100), Row().at(160)));
  BOOST_TEST(!passes(gap, Row().at(100), Row().at(161)));
  BOOST_TEST(passes(gap, Row().at(std::numeric_limits<std::int64_t>::max()), Row().at(-5)));
}

BOOST_AUTO_TEST_CASE(each_attribute_of_the_earlier_event_is_stored_once) {
  const Expression sum = node(Kind::kAdd, {column(kJ), node(Kind::kAdd, {column(kI), column(kJ)})});
  const auto compiled = EdgeCondition::compile(node(Kind::kEqual, {sum, next(column(kF))}));
  BOOST_TEST_REQUIRE(compiled.ok());
  BOOST_TEST(compiled->stored_attributes() == (std::vector<AttributeId>{kJ, kI}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_stored_float_that_is_no_number_is_null) {
  const Expression small = node(Kind::kLess, {column(kF), next(column(kF))});
  const Row later = Row().set(kF, 5.0);
  BOOST_TEST(passes(small, Row().set(kF, 1.0), later));
  BOOST_TEST(!passes(small, Row().set(kF, -std::numeric_limits<double>::infinity()), later));
  const Expression none = node(Kind::kIsNull, {column(kF)});
  BOOST_TEST(passes(none, Row().set(kF, std::numeric_limits<double>::quiet_NaN()), later));
}

BOOST_AUTO_TEST_CASE(strings_and_truth_values_are_stored_too) {
  const Expression same = node(Kind::kAnd, {node(Kind::kEqual, {column(kS), next(column(kZ))}),
                                            node(Kind::kEqual, {column(kB), next(column(kB))})});
  const Row earlier = Row().set(kS, "a").set(kB, false);
  BOOST_TEST(passes(same, earlier, Row().set(kZ, "a").set(kB, false)));
  BOOST_TEST(!passes(same, earlier, Row().set(kZ, "b").set(kB, false)));
  BOOST_TEST(!passes(same, earlier, Row().set(kZ, "a").set(kB, true)));
  BOOST_TEST(!passes(same, earlier, Row().set(kZ, "a")));
}

BOOST_AUTO_TEST_CASE(a_condition_that_does_not_compute_is_refused) {
  const auto compiled = EdgeCondition::compile(node(Kind::kLess, {column(kI), next(column(kS))}));
  BOOST_TEST_REQUIRE(!compiled.ok());
  BOOST_TEST((compiled.error().code == ErrorCode::kTypeMismatch));
}

BOOST_AUTO_TEST_CASE(compiled_and_plain_evaluation_agree_on_random_pairs_of_events) {
  int passed = 0;
  for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
    RandomCondition random(seed, true);
    const Expression condition = random.condition(3);
    const auto compiled = EdgeCondition::compile(condition);
    BOOST_TEST_REQUIRE(compiled.ok());
    for (int i = 0; i < 3; ++i) {
      const Row earlier = random.row();
      Row later = random.row();
      const bool expected = plain(condition, earlier, later) == true;
      const bool found = compiled->passes(stored(*compiled, earlier), earlier.time(), later.block(), 0);
      BOOST_TEST_REQUIRE(found == expected, "seed " << seed << ", pair " << i << ": " << describe(condition));
      passed += expected ? 1 : 0;
    }
  }
  BOOST_TEST(passed > 1000);
}
