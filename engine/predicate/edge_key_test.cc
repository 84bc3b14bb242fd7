// SPDX-License-Identifier: Apache-2.0
// An index over the key finds the very pairs that evaluation passes.
#include "engine/predicate/edge_key.h"

#include <bit>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <limits>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/predicate/edge_condition.h"
#include "engine/predicate/random_condition.h"

using namespace horatio;
using namespace horatio::predicate::test;
using predicate::EdgeKey;
using predicate::KeyRange;

namespace {

constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

Expression next(Expression e) {
  e.next = true;
  return e;
}
Expression binary(Kind kind, Expression x, Expression y) { return node(kind, {std::move(x), std::move(y)}); }
Expression negative(Expression e) { return node(Kind::kNegate, {std::move(e)}); }

EdgeCondition compiled(const Expression& e) {
  auto condition = EdgeCondition::compile(e);
  BOOST_TEST_REQUIRE(condition.ok());
  return *condition;
}

std::optional<EdgeKey::Kind> kind_of(const Expression& e) {
  const auto condition = compiled(e);
  return condition.key() ? std::optional(condition.key()->kind) : std::nullopt;
}

KeyRange range(const Expression& e, Row later) {
  const auto condition = compiled(e);
  BOOST_TEST_REQUIRE(condition.key().has_value());
  return condition.range(later.block(), 0);
}

// Whether the index finds a stored event.
bool finds(const EdgeCondition& condition, std::span<const StoredValue> stored, std::int64_t time,
           const KeyRange& found, const std::optional<std::string_view>& text) {
  const EdgeKey& key = *condition.key();
  if (key.is_time) return found.contains(time);
  const StoredValue& value = stored[key.slot];
  if (value.is_null()) return false;
  return key.kind == EdgeKey::Kind::kText ? value.text() == text : found.contains(predicate::ordinal(value));
}

// Values around the ends of a range, where a mistake would be.
std::vector<std::int64_t> around(const KeyRange& found) {
  std::vector<std::int64_t> ordinals{0, 1, -1, kMost, kLeast};
  for (const std::int64_t end : {found.low, found.high}) {
    ordinals.push_back(end);
    if (end < kMost) ordinals.push_back(end + 1);
    if (end > kLeast) ordinals.push_back(end - 1);
  }
  return ordinals;
}

double double_of(std::int64_t ordinal) {
  const auto magnitude = std::bit_cast<double>(ordinal < 0 ? 0 - static_cast<std::uint64_t>(ordinal)
                                                           : static_cast<std::uint64_t>(ordinal));
  return ordinal < 0 ? -magnitude : magnitude;
}

struct Tally {
  int pairs = 0, found = 0, unusable = 0;
};

// The index against evaluation, on these earlier events and on ones with keys around the range's ends.
void check(const EdgeCondition& condition, const std::vector<Row>& earlier, Row later, Tally& tally) {
  const EdgeKey& key = *condition.key();
  const EventBlock block = later.block();
  const bool is_text = key.kind == EdgeKey::Kind::kText;
  const KeyRange found = is_text ? KeyRange() : condition.range(block, 0);
  const auto text = is_text ? condition.text(block, 0) : std::nullopt;
  tally.unusable += found.usable ? 0 : 1;
  BOOST_TEST((found.usable || !condition.key()->always_usable));
  if (!found.usable) return;
  if (key.kind == EdgeKey::Kind::kPoint && !found.is_empty()) BOOST_TEST_REQUIRE(found.low == found.high);
  const auto compare = [&](std::span<const StoredValue> stored, std::int64_t time) {
    const bool passes = condition.passes(stored, time, block, 0);
    BOOST_TEST_REQUIRE(finds(condition, stored, time, found, text) == passes);
    ++tally.pairs;
    tally.found += passes ? 1 : 0;
  };
  for (Row row : earlier) {
    std::vector<StoredValue> stored(condition.stored_attributes().size());
    const EventBlock stored_block = row.block();
    condition.store(stored_block, 0, stored);
    compare(stored, row.time());
    if (is_text) continue;
    for (const std::int64_t ordinal : around(found)) {
      if (key.is_time) {
        compare(stored, ordinal);
        continue;
      }
      StoredValue& value = stored[key.slot];
      if (value.kind() == StoredValue::Kind::kInteger) value = StoredValue::of(ordinal);
      if (value.kind() == StoredValue::Kind::kFloat) value = StoredValue::of(double_of(ordinal));
      compare(stored, row.time());
    }
  }
}

// A comparison of a chain over a key with later operands.
class RandomEdge {
 public:
  explicit RandomEdge(std::uint64_t seed) : random_(seed), rows_(seed + 1'000'000) {}

  std::size_t below(std::size_t n) { return random_() % n; }
  Row row() { return rows_.row(); }

  Expression condition() {
    key_ = below(6) == 0 ? leaf(Kind::kTime) : column(pick({kI, kF, kD, kE, kT, kF, kD}));
    if (below(8) == 0) return node(Kind::kBetween, {operand(), chain(), operand()});
    if (below(6) == 0) return node(Kind::kBetween, {chain(), operand(), operand()});
    if (below(8) == 0) return binary(Kind::kAnd, comparison(), comparison());
    return comparison();
  }

 private:
  template <class T>
  T pick(std::initializer_list<T> values) {
    return *(values.begin() + below(values.size()));
  }

  Expression comparison() {
    const Kind kind =
        pick({Kind::kEqual, Kind::kLess, Kind::kLessEqual, Kind::kGreater, Kind::kGreaterEqual});
    return below(2) == 0 ? binary(kind, chain(), operand()) : binary(kind, operand(), chain());
  }

  Expression chain() {
    Expression e = key_;
    for (std::size_t steps = below(4); steps > 0; --steps) {
      switch (below(6)) {
        case 0:
          e = negative(std::move(e));
          break;
        case 1:
          e = binary(Kind::kSubtract, operand(), std::move(e));
          break;
        case 2:
          e = binary(pick({Kind::kAdd, Kind::kMultiply}), operand(), std::move(e));
          break;
        default:
          e = binary(pick({Kind::kAdd, Kind::kSubtract, Kind::kMultiply, Kind::kDivide}), std::move(e),
                     operand());
      }
    }
    return e;
  }

  Expression operand() {
    if (below(5) == 0) return binary(pick({Kind::kAdd, Kind::kMultiply}), operand(), operand());
    switch (below(6)) {
      case 0:
        return integer(pick<std::string>({"0", "1", "3", "10", "9223372036854775808"}));
      case 1:
        return decimal(pick<std::string>({"0.5", "1.1", "0.01", "1e300", "1e-300", "1e400"}));
      case 2:
        return next(leaf(Kind::kTime));
      default:
        return next(column(pick({kI, kJ, kF, kG, kD, kE, kT})));
    }
  }

  std::mt19937_64 random_;
  RandomCondition rows_;
  Expression key_;
};

}  // namespace

BOOST_AUTO_TEST_CASE(ordinals_of_doubles_keep_their_order) {
  const double values[] = {-kInfinity, -1e308, -1.0, -5e-324, 0.0, 5e-324, 1.0, 1e308, kInfinity};
  for (std::size_t i = 1; i < std::size(values); ++i) {
    BOOST_TEST(predicate::ordinal(values[i - 1]) < predicate::ordinal(values[i]));
  }
  BOOST_TEST(predicate::ordinal(-0.0) == predicate::ordinal(0.0));
}

BOOST_AUTO_TEST_CASE(a_comparison_of_columns_is_an_interval_that_ends_at_the_later_value) {
  const Expression rises = binary(Kind::kLess, column(kD), next(column(kD)));
  const KeyRange found = range(rises, Row().set(kD, std::int64_t{250}));
  BOOST_TEST(found.usable);
  BOOST_TEST(found.low == kLeast);
  BOOST_TEST(found.high == 249);
  BOOST_TEST(range(rises, Row()).is_empty());
}

BOOST_AUTO_TEST_CASE(no_key_is_beyond_the_ends_of_64_bits) {
  const Expression less = binary(Kind::kLess, column(kI), next(column(kJ)));
  const Expression greater = binary(Kind::kGreater, column(kI), next(column(kJ)));
  BOOST_TEST(range(less, Row().set(kJ, kLeast)).is_empty());
  BOOST_TEST(range(greater, Row().set(kJ, kMost)).is_empty());
  BOOST_TEST(range(greater, Row().set(kJ, kLeast)).low == kLeast + 1);
}

BOOST_AUTO_TEST_CASE(a_span_of_time_is_an_interval_of_times) {
  const Expression soon =
      binary(Kind::kLessEqual, binary(Kind::kSubtract, next(leaf(Kind::kTime)), leaf(Kind::kTime)),
             leaf(Kind::kDuration, "60"));
  const auto condition = compiled(soon);
  BOOST_TEST_REQUIRE(condition.key().has_value());
  BOOST_TEST(condition.key()->is_time);
  const KeyRange found = range(soon, Row().at(160));
  BOOST_TEST(found.low == 100);
  BOOST_TEST(found.high == kMost);
}

BOOST_AUTO_TEST_CASE(equalities_are_points_where_one_key_can_be_equal) {
  using K = EdgeKey::Kind;
  BOOST_TEST((kind_of(binary(Kind::kEqual, column(kI), next(column(kJ)))) == K::kPoint));
  BOOST_TEST((kind_of(binary(Kind::kEqual, next(column(kI)), column(kF))) == K::kPoint));
  BOOST_TEST((kind_of(binary(Kind::kEqual, binary(Kind::kAdd, column(kI), integer("1")), next(column(kI)))) ==
              K::kPoint));
  BOOST_TEST((kind_of(binary(Kind::kEqual, column(kB), next(column(kB)))) == K::kPoint));
  BOOST_TEST((kind_of(binary(Kind::kEqual, column(kS), next(column(kZ)))) == K::kText));
  // Many decimals round to one double, and zero times anything is zero.
  BOOST_TEST((kind_of(binary(Kind::kEqual, column(kD), next(column(kF)))) == K::kInterval));
  BOOST_TEST((kind_of(binary(Kind::kEqual, binary(Kind::kMultiply, column(kI), next(column(kJ))),
                             next(column(kI)))) == K::kInterval));
}

BOOST_AUTO_TEST_CASE(what_does_not_keep_the_order_of_one_key_has_none) {
  const std::vector<Expression> none = {
      binary(Kind::kNotEqual, column(kI), next(column(kI))),
      binary(Kind::kLess, column(kS), next(column(kS))),
      binary(Kind::kLess, binary(Kind::kMultiply, column(kI), column(kI)), next(column(kI))),
      binary(Kind::kLess, binary(Kind::kAdd, column(kI), column(kJ)), next(column(kI))),
      binary(Kind::kLess, column(kI), binary(Kind::kAdd, column(kJ), next(column(kI)))),
      binary(Kind::kLess, binary(Kind::kDivide, next(column(kI)), column(kI)), integer("3")),
      binary(Kind::kOr, binary(Kind::kLess, column(kI), next(column(kI))),
             binary(Kind::kEqual, column(kI), next(column(kJ)))),
      node(Kind::kNot, {binary(Kind::kLess, column(kI), next(column(kI)))}),
      node(Kind::kIn, {column(kI), next(column(kI)), next(column(kJ))}),
      binary(Kind::kAnd, binary(Kind::kLess, column(kI), next(column(kI))),
             binary(Kind::kLess, column(kJ), next(column(kJ)))),
      binary(Kind::kLess, next(column(kI)), next(column(kJ))),
  };
  for (const Expression& e : none) BOOST_TEST(!compiled(e).key().has_value(), describe(e));
}

BOOST_AUTO_TEST_CASE(a_key_against_a_fraction_or_past_64_bits_is_rounded_the_right_way) {
  const Expression third =
      binary(Kind::kLess, column(kI), binary(Kind::kDivide, next(column(kD)), integer("3")));
  BOOST_TEST(range(third, Row().set(kD, std::int64_t{1000})).high == 3);  // 10.00 / 3
  const Expression negative_third =
      binary(Kind::kGreater, column(kI), binary(Kind::kDivide, next(column(kD)), integer("3")));
  BOOST_TEST(range(negative_third, Row().set(kD, std::int64_t{-1000})).low == -3);
  const Expression sum =
      binary(Kind::kLess, column(kI), binary(Kind::kAdd, next(column(kI)), next(column(kJ))));
  const KeyRange all = range(sum, Row().set(kI, kMost).set(kJ, kMost));
  BOOST_TEST(all.low == kLeast);
  BOOST_TEST(all.high == kMost);
  BOOST_TEST(range(sum, Row().set(kI, kLeast).set(kJ, kLeast)).is_empty());
}

BOOST_AUTO_TEST_CASE(a_product_with_a_later_value_turns_with_its_sign) {
  const Expression product =
      binary(Kind::kLessEqual, binary(Kind::kMultiply, column(kI), next(column(kI))), integer("10"));
  BOOST_TEST(range(product, Row().set(kI, std::int64_t{3})).high == 3);
  BOOST_TEST(range(product, Row().set(kI, std::int64_t{-3})).low == -3);
  BOOST_TEST(range(product, Row().set(kI, std::int64_t{0})).low == kLeast);
  BOOST_TEST(range(product, Row()).is_empty());
}

BOOST_AUTO_TEST_CASE(a_null_inside_a_product_with_zero_still_leaves_no_key) {
  const Expression product = binary(
      Kind::kLess, binary(Kind::kMultiply, integer("0"), binary(Kind::kAdd, column(kI), next(column(kJ)))),
      integer("1"));
  BOOST_TEST(range(product, Row()).is_empty());
  BOOST_TEST(range(product, Row().set(kJ, std::int64_t{1})).high == kMost);
}

BOOST_AUTO_TEST_CASE(a_float_product_ends_where_evaluation_ends) {
  const Expression product =
      binary(Kind::kLess, binary(Kind::kMultiply, column(kF), decimal("1.1")), next(column(kF)));
  const KeyRange found = range(product, Row().set(kF, 3.3));
  BOOST_TEST(found.usable);
  const double last = double_of(found.high);
  const double after = double_of(found.high + 1);
  BOOST_TEST(last * 1.1 < 3.3);
  BOOST_TEST(!(after * 1.1 < 3.3));
}

BOOST_AUTO_TEST_CASE(an_infinity_that_arises_leaves_a_range_unusable) {
  const Expression infinite = binary(Kind::kMultiply, next(column(kF)), decimal("1e308"));
  const Expression sum = binary(Kind::kLess, binary(Kind::kAdd, column(kF), infinite), next(column(kG)));
  BOOST_TEST(!range(sum, Row().set(kF, 1e10).set(kG, 1.0)).usable);
  BOOST_TEST(range(sum, Row().set(kF, 1.0).set(kG, 1.0)).usable);
  const Expression zero =
      binary(Kind::kLess, binary(Kind::kMultiply, column(kF), next(column(kF))), next(column(kG)));
  BOOST_TEST(!range(zero, Row().set(kF, 0.0).set(kG, 1.0)).usable);
}

BOOST_AUTO_TEST_CASE(a_key_is_always_usable_where_no_operand_can_be_infinite_or_a_float_factor_of_zero) {
  const auto is_always_usable = [](const Expression& left) {
    return compiled(binary(Kind::kLess, left, next(column(kG)))).key()->always_usable;
  };
  BOOST_TEST(is_always_usable(column(kF)));
  BOOST_TEST(is_always_usable(binary(Kind::kMultiply, column(kF), decimal("1.05"))));
  BOOST_TEST(is_always_usable(binary(Kind::kSubtract, column(kF), next(column(kG)))));
  BOOST_TEST(is_always_usable(binary(Kind::kDivide, column(kF), next(column(kG)))));
  BOOST_TEST(!is_always_usable(binary(Kind::kMultiply, column(kF), next(column(kG)))));
  BOOST_TEST(!is_always_usable(binary(Kind::kMultiply, column(kF), decimal("0"))));
  BOOST_TEST(!is_always_usable(binary(Kind::kAdd, column(kF), decimal("1e400"))));
  BOOST_TEST(!is_always_usable(
      binary(Kind::kAdd, column(kF), binary(Kind::kMultiply, next(column(kF)), decimal("2")))));
}

BOOST_AUTO_TEST_CASE(an_index_finds_the_pairs_that_pass_for_random_monotone_conditions) {
  Tally tally;
  for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
    RandomEdge random(seed);
    const Expression e = random.condition();
    const auto condition = compiled(e);
    BOOST_TEST_CONTEXT("seed " << seed << ": " << describe(e)) {
      BOOST_TEST_REQUIRE(condition.key().has_value());
      for (int i = 0; i < 3; ++i) check(condition, {random.row(), random.row()}, random.row(), tally);
    }
  }
  BOOST_TEST(tally.found > tally.pairs / 10);
  BOOST_TEST(tally.unusable < 1500);
}

BOOST_AUTO_TEST_CASE(an_index_finds_the_pairs_that_pass_for_any_condition_that_has_one) {
  Tally tally;
  int indexed = 0;
  for (std::uint64_t seed = 1; seed <= 6000; ++seed) {
    RandomCondition random(seed, true);
    const Expression e = random.condition(2);
    const auto condition = compiled(e);
    if (!condition.key()) continue;
    ++indexed;
    BOOST_TEST_CONTEXT("seed " << seed << ": " << describe(e)) {
      for (int i = 0; i < 3; ++i) check(condition, {random.row(), random.row()}, random.row(), tally);
    }
  }
  BOOST_TEST(indexed > 300);
  BOOST_TEST(tally.found > 100);
}
