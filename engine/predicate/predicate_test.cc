// SPDX-License-Identifier: Apache-2.0
#include "engine/predicate/predicate.h"

#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "engine/predicate/test_row.h"

using namespace horatio;
using namespace horatio::predicate::test;

namespace {

constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

bool passes(const Expression& condition, Row row) {
  const auto compiled = Predicate::compile(condition);
  BOOST_TEST_REQUIRE(compiled.ok());
  return compiled->passes(row.block(), 0);
}

// 'T', 'F' or 'U': which of e, NOT e passes.
char truth(const Expression& condition, const Row& row) {
  const bool yes = passes(condition, row);
  const bool no = passes(node(Kind::kNot, {condition}), row);
  BOOST_TEST(!(yes && no));
  return yes ? 'T' : (no ? 'F' : 'U');
}

ErrorCode fault(const Expression& condition) {
  const auto compiled = Predicate::compile(condition);
  BOOST_TEST_REQUIRE(!compiled.ok());
  BOOST_TEST(!compiled.error().message.empty());
  return compiled.error().code;
}

Expression compare(Kind kind, Expression left, Expression right) {
  return node(kind, {std::move(left), std::move(right)});
}
Expression equal(Expression left, Expression right) {
  return compare(Kind::kEqual, std::move(left), std::move(right));
}
Expression less(Expression left, Expression right) {
  return compare(Kind::kLess, std::move(left), std::move(right));
}
Expression negative(Expression e) { return node(Kind::kNegate, {std::move(e)}); }
Expression truth_literal(bool value) { return leaf(Kind::kBool, value ? "TRUE" : "FALSE"); }

}  // namespace

BOOST_AUTO_TEST_SUITE(three_valued_logic)

BOOST_AUTO_TEST_CASE(a_comparison_with_null_is_unknown) {
  for (const Column id : {kI, kF, kD, kT}) BOOST_TEST(truth(less(column(id), integer("5")), Row()) == 'U');
  BOOST_TEST(truth(equal(column(kS), text("a")), Row()) == 'U');
  BOOST_TEST(truth(equal(column(kB), truth_literal(true)), Row()) == 'U');
  BOOST_TEST(truth(column(kB), Row()) == 'U');
  BOOST_TEST(truth(equal(column(kI), null()), Row().set(kI, std::int64_t{1})) == 'U');
  BOOST_TEST(truth(null(), Row()) == 'U');
}

BOOST_AUTO_TEST_CASE(and_or_and_not_follow_the_truth_tables) {
  // i is 1; j is NULL: three conditions of known truth.
  const Row row = Row().set(kI, std::int64_t{1});
  const std::vector<std::pair<char, Expression>> values = {{'T', equal(column(kI), integer("1"))},
                                                           {'F', equal(column(kI), integer("2"))},
                                                           {'U', equal(column(kJ), integer("1"))}};
  for (const auto& [a, x] : values) {
    for (const auto& [b, y] : values) {
      const char both = a == 'F' || b == 'F' ? 'F' : (a == 'U' || b == 'U' ? 'U' : 'T');
      const char either = a == 'T' || b == 'T' ? 'T' : (a == 'U' || b == 'U' ? 'U' : 'F');
      BOOST_TEST(truth(node(Kind::kAnd, {x, y}), row) == both);
      BOOST_TEST(truth(node(Kind::kOr, {x, y}), row) == either);
    }
  }
}

BOOST_AUTO_TEST_CASE(in_with_a_null_is_true_or_unknown_but_never_false) {
  const Row row = Row().set(kI, std::int64_t{3});
  BOOST_TEST(truth(node(Kind::kIn, {column(kI), integer("1"), integer("3"), null()}), row) == 'T');
  BOOST_TEST(truth(node(Kind::kIn, {column(kI), integer("1"), null()}), row) == 'U');
  BOOST_TEST(truth(node(Kind::kIn, {column(kI), integer("1"), column(kJ)}), row) == 'U');
  BOOST_TEST(truth(node(Kind::kIn, {column(kI), integer("1"), integer("2")}), row) == 'F');
  BOOST_TEST(truth(node(Kind::kIn, {column(kJ), integer("1")}), row) == 'U');
  BOOST_TEST(truth(node(Kind::kIn, {column(kI), decimal("3.0")}), row) == 'T');
}

BOOST_AUTO_TEST_CASE(between_is_false_if_one_bound_fails_even_if_the_other_is_null) {
  const Row row = Row().set(kI, std::int64_t{3});
  BOOST_TEST(truth(node(Kind::kBetween, {column(kI), integer("3"), integer("3")}), row) == 'T');
  BOOST_TEST(truth(node(Kind::kBetween, {column(kI), integer("4"), null()}), row) == 'F');
  BOOST_TEST(truth(node(Kind::kBetween, {column(kI), null(), integer("2")}), row) == 'F');
  BOOST_TEST(truth(node(Kind::kBetween, {column(kI), null(), integer("4")}), row) == 'U');
  BOOST_TEST(truth(node(Kind::kBetween, {column(kI), integer("4"), integer("2")}), row) == 'F');
}

BOOST_AUTO_TEST_CASE(is_null_is_never_unknown) {
  const auto is_null = [](Expression e) { return node(Kind::kIsNull, {std::move(e)}); };
  for (const Column id : {kI, kF, kD, kS, kB, kT}) BOOST_TEST(truth(is_null(column(id)), Row()) == 'T');
  BOOST_TEST(truth(is_null(column(kS)), Row().set(kS, "")) == 'F');
  BOOST_TEST(truth(is_null(column(kB)), Row().set(kB, false)) == 'F');
  BOOST_TEST(truth(is_null(null()), Row()) == 'T');
  BOOST_TEST(truth(is_null(equal(column(kI), integer("1"))), Row()) == 'T');
  BOOST_TEST(truth(is_null(node(Kind::kAdd, {column(kI), column(kJ)})), Row().set(kI, std::int64_t{1})) ==
             'T');
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(exact_numbers)

BOOST_AUTO_TEST_CASE(integers_do_not_overflow) {
  const Row row = Row().set(kI, kMost).set(kJ, kLeast);
  const Expression i = column(kI), j = column(kJ);
  BOOST_TEST(truth(less(i, node(Kind::kAdd, {i, integer("1")})), row) == 'T');
  BOOST_TEST(truth(less(node(Kind::kSubtract, {j, integer("1")}), j), row) == 'T');
  BOOST_TEST(truth(equal(node(Kind::kDivide, {j, negative(integer("1"))}), integer("9223372036854775808")),
                   row) == 'T');
  BOOST_TEST(truth(equal(negative(j), integer("9223372036854775808")), row) == 'T');
  BOOST_TEST(truth(equal(node(Kind::kMultiply, {node(Kind::kMultiply, {i, i}), i}),
                         integer("784637716923335095224261902710254454442933591094742482943")),
                   row) == 'T');
  BOOST_TEST(truth(equal(node(Kind::kDivide, {node(Kind::kMultiply, {i, i}), i}), i), row) == 'T');
}

BOOST_AUTO_TEST_CASE(division_of_integers_truncates_towards_zero) {
  const Row row = Row().set(kI, std::int64_t{-7}).set(kJ, std::int64_t{2});
  BOOST_TEST(passes(equal(node(Kind::kDivide, {column(kI), column(kJ)}), negative(integer("3"))), row));
  BOOST_TEST(passes(equal(node(Kind::kDivide, {integer("7"), integer("2")}), integer("3")), row));
}

BOOST_AUTO_TEST_CASE(division_with_a_decimal_is_exact) {
  // 1 / 3.00 * 3 is 1, which no binary or decimal fraction of fixed width gives.
  const Row row = Row().set(kI, std::int64_t{1}).set(kD, std::int64_t{300});
  const Expression third = node(Kind::kDivide, {column(kI), column(kD)});
  BOOST_TEST(passes(equal(node(Kind::kMultiply, {third, integer("3")}), integer("1")), row));
  BOOST_TEST(passes(equal(node(Kind::kDivide, {integer("7"), decimal("2.0")}), decimal("3.5")), row));
}

BOOST_AUTO_TEST_CASE(division_by_zero_is_null) {
  const Row row = Row().set(kI, std::int64_t{0}).set(kF, 0.0).set(kG, 1.0).set(kD, std::int64_t{0});
  for (const Column id : {kI, kF, kD}) {
    BOOST_TEST(truth(node(Kind::kIsNull, {node(Kind::kDivide, {column(kG), column(id)})}), row) == 'T');
    BOOST_TEST(truth(node(Kind::kIsNull, {node(Kind::kDivide, {integer("1"), column(id)})}), row) == 'T');
  }
  BOOST_TEST(truth(equal(node(Kind::kDivide, {integer("1"), integer("0")}), integer("1")), row) == 'U');
  BOOST_TEST(truth(equal(column(kI), node(Kind::kDivide, {integer("1"), integer("0")})), row) == 'U');
}

BOOST_AUTO_TEST_CASE(a_decimal_attribute_is_its_scaled_integer_and_compares_exactly) {
  const Row row = Row().set(kD, std::int64_t{-1250}).set(kE, std::int64_t{-1250000});  // both -12.5
  BOOST_TEST(truth(equal(column(kD), column(kE)), row) == 'T');
  BOOST_TEST(truth(equal(column(kD), negative(decimal("12.5"))), row) == 'T');
  BOOST_TEST(truth(equal(column(kD), negative(decimal("12.5000000000000000000000000000001"))), row) == 'F');
  BOOST_TEST(truth(less(column(kD), negative(decimal("12.4999999"))), row) == 'T');
  BOOST_TEST(truth(less(column(kD), negative(decimal("12.501"))), row) == 'F');
  BOOST_TEST(truth(compare(Kind::kGreater, column(kD), negative(integer("13"))), row) == 'T');
}

BOOST_AUTO_TEST_CASE(a_constant_beyond_64_bits_compares_with_every_column) {
  const Row row = Row().set(kI, kMost).set(kD, kLeast).set(kF, 1e300).at(kLeast);
  const Expression huge = integer("99999999999999999999999");
  BOOST_TEST(truth(less(column(kI), huge), row) == 'T');
  BOOST_TEST(truth(less(huge, column(kI)), row) == 'F');
  BOOST_TEST(truth(equal(column(kI), huge), row) == 'F');
  BOOST_TEST(truth(compare(Kind::kNotEqual, column(kI), huge), row) == 'T');
  BOOST_TEST(truth(less(negative(huge), column(kD)), row) == 'T');
  BOOST_TEST(truth(less(huge, column(kF)), row) == 'T');
  BOOST_TEST(truth(less(negative(huge), leaf(Kind::kTime)), row) == 'T');
  BOOST_TEST(truth(less(column(kF), decimal("1e400")), row) == 'T');
  BOOST_TEST(truth(less(column(kF), integer("1" + std::string(400, '0'))), row) == 'T');
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(floats)

BOOST_AUTO_TEST_CASE(integers_compare_with_a_float_exactly) {
  const Row row = Row().set(kI, std::int64_t{9007199254740993}).set(kF, 9007199254740992.0);
  BOOST_TEST(truth(equal(column(kI), column(kF)), row) == 'F');
  BOOST_TEST(truth(less(column(kF), column(kI)), row) == 'T');
  BOOST_TEST(truth(equal(column(kF), integer("9007199254740993")), row) == 'F');
  BOOST_TEST(truth(less(column(kF), integer("9007199254740993")), row) == 'T');
  BOOST_TEST(truth(equal(column(kF), integer("9007199254740992")), row) == 'T');
  // Written with a point it is a decimal, which is rounded to a double first.
  BOOST_TEST(truth(equal(column(kF), decimal("9007199254740993.0")), row) == 'T');
  const Row most = Row().set(kI, kMost).set(kF, 9223372036854775808.0);
  BOOST_TEST(truth(less(column(kI), column(kF)), most) == 'T');
  BOOST_TEST(truth(less(negative(column(kF)), column(kI)), most) == 'T');
}

BOOST_AUTO_TEST_CASE(arithmetic_with_a_float_is_ieee_double_as_written) {
  const Row row =
      Row().set(kF, 0.1).set(kG, 1e16).set(kI, std::int64_t{9007199254740993}).set(kD, std::int64_t{10});
  // 0.1 + 0.2 is not 0.3 in doubles, but it is in decimals.
  BOOST_TEST(truth(equal(node(Kind::kAdd, {column(kF), decimal("0.2")}), decimal("0.3")), row) == 'F');
  BOOST_TEST(truth(equal(node(Kind::kAdd, {decimal("0.1"), decimal("0.2")}), decimal("0.3")), row) == 'T');
  // 0.1 is an exact decimal until it meets a FLOAT.
  BOOST_TEST(truth(equal(column(kF), column(kD)), row) == 'T');
  const Expression sum = node(Kind::kAdd, {column(kG), integer("1")});
  BOOST_TEST(truth(equal(sum, column(kG)), row) == 'T');
  // An INT that takes part in arithmetic with a FLOAT is rounded.
  const Expression rounded =
      node(Kind::kMultiply, {column(kI), node(Kind::kDivide, {column(kF), column(kF)})});
  BOOST_TEST(truth(equal(rounded, integer("9007199254740992")), row) == 'T');
}

BOOST_AUTO_TEST_CASE(a_float_that_is_no_number_or_infinite_reads_as_null) {
  for (const double value : {kNaN, kInfinity, -kInfinity}) {
    const Row row = Row().set(kF, value).set(kG, 1.0);
    BOOST_TEST(truth(node(Kind::kIsNull, {column(kF)}), row) == 'T');
    BOOST_TEST(truth(less(column(kF), integer("5")), row) == 'U');
    BOOST_TEST(truth(compare(Kind::kNotEqual, column(kF), integer("5")), row) == 'U');
    BOOST_TEST(truth(less(column(kF), column(kG)), row) == 'U');
    BOOST_TEST(truth(node(Kind::kIsNull, {node(Kind::kAdd, {column(kF), column(kG)})}), row) == 'T');
  }
}

BOOST_AUTO_TEST_CASE(arithmetic_past_the_range_of_doubles_is_infinite_and_its_nan_is_null) {
  const Row row = Row().set(kF, 1e308);
  const Expression past = node(Kind::kMultiply, {column(kF), integer("10")});
  BOOST_TEST(truth(less(integer("1" + std::string(400, '0')), past), row) == 'T');
  BOOST_TEST(truth(node(Kind::kIsNull, {node(Kind::kSubtract, {past, past})}), row) == 'T');
}

BOOST_AUTO_TEST_CASE(minus_zero_equals_zero) {
  const Row row = Row().set(kF, -0.0).set(kG, 0.0);
  BOOST_TEST(truth(equal(column(kF), integer("0")), row) == 'T');
  BOOST_TEST(truth(less(column(kF), integer("0")), row) == 'F');
  BOOST_TEST(truth(less(column(kF), column(kG)), row) == 'F');
  BOOST_TEST(truth(compare(Kind::kGreaterEqual, column(kF), decimal("0.0")), row) == 'T');
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(other_types)

BOOST_AUTO_TEST_CASE(strings_compare_by_utf8_bytes) {
  const Row row = Row().set(kS, "\xC3\xA9").set(kZ, "z");  // e with acute accent sorts after z
  BOOST_TEST(truth(less(column(kZ), column(kS)), row) == 'T');
  BOOST_TEST(truth(less(column(kS), text("\xEF\xBF\xBD")), row) == 'T');
  BOOST_TEST(truth(less(text(""), column(kS)), row) == 'T');
  BOOST_TEST(truth(equal(column(kZ), text("z")), row) == 'T');
  BOOST_TEST(truth(equal(column(kZ), text(std::string("z\0", 2))), row) == 'F');
  BOOST_TEST(truth(node(Kind::kIn, {column(kZ), text("a"), text("z")}), row) == 'T');
  BOOST_TEST(truth(node(Kind::kBetween, {column(kZ), text("y"), text("zz")}), row) == 'T');
}

BOOST_AUTO_TEST_CASE(truth_values_can_be_equal_or_not) {
  const Row row = Row().set(kB, true);
  BOOST_TEST(truth(column(kB), row) == 'T');
  BOOST_TEST(truth(equal(column(kB), truth_literal(false)), row) == 'F');
  BOOST_TEST(truth(compare(Kind::kNotEqual, column(kB), truth_literal(false)), row) == 'T');
  BOOST_TEST(truth(equal(less(integer("1"), integer("2")), column(kB)), row) == 'T');
}

BOOST_AUTO_TEST_CASE(times_and_durations_are_integers) {
  const Row row = Row().at(1'000'500).set(kT, std::int64_t{1'000'000});
  const Expression elapsed = node(Kind::kSubtract, {leaf(Kind::kTime), column(kT)});
  BOOST_TEST(truth(compare(Kind::kLessEqual, elapsed, leaf(Kind::kDuration, "500")), row) == 'T');
  BOOST_TEST(truth(less(elapsed, leaf(Kind::kDuration, "500")), row) == 'F');
  BOOST_TEST(truth(less(leaf(Kind::kTime), integer("1000501")), row) == 'T');
  BOOST_TEST(truth(less(leaf(Kind::kTime), decimal("1000500.5")), row) == 'T');
  BOOST_TEST(truth(less(leaf(Kind::kTime), integer("1000500")), row) == 'F');
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(faults)

BOOST_AUTO_TEST_CASE(operands_that_do_not_go_together_are_refused) {
  BOOST_TEST((fault(equal(column(kS), integer("1"))) == ErrorCode::kTypeMismatch));
  BOOST_TEST((fault(less(column(kB), truth_literal(true))) == ErrorCode::kTypeMismatch));
  BOOST_TEST((fault(equal(column(kB), integer("1"))) == ErrorCode::kTypeMismatch));
  BOOST_TEST(
      (fault(equal(node(Kind::kAdd, {column(kS), integer("1")}), null())) == ErrorCode::kTypeMismatch));
  BOOST_TEST((fault(negative(column(kS))) == ErrorCode::kTypeMismatch));
  BOOST_TEST((fault(column(kI)) == ErrorCode::kTypeMismatch));
  BOOST_TEST((fault(node(Kind::kAnd, {column(kB), column(kI)})) == ErrorCode::kTypeMismatch));
}

BOOST_AUTO_TEST_CASE(literals_past_the_limits_are_refused) {
  BOOST_TEST((fault(less(column(kI), decimal("1e4097"))) == ErrorCode::kInvalidClause));
  BOOST_TEST((fault(less(column(kI), decimal("1e-99999999999999999999999"))) == ErrorCode::kInvalidClause));
  BOOST_TEST((fault(less(column(kI), decimal("1.x"))) == ErrorCode::kTypeMismatch));
  BOOST_TEST((fault(less(column(kI), integer(""))) == ErrorCode::kTypeMismatch));
  BOOST_TEST(passes(less(column(kI), decimal("1e4096")), Row().set(kI, kMost)));
  BOOST_TEST(passes(less(decimal("1e-4096"), column(kI)), Row().set(kI, std::int64_t{1})));
}

BOOST_AUTO_TEST_CASE(a_condition_nested_too_deeply_is_refused) {
  Expression deep = column(kB);
  for (int i = 0; i < 2000; ++i) deep = node(Kind::kNot, {std::move(deep)});
  BOOST_TEST((fault(deep) == ErrorCode::kTooLarge));
}

BOOST_AUTO_TEST_CASE(a_long_chain_of_or_is_no_deep_nesting) {
  Expression chain = equal(column(kI), integer("0"));
  for (int i = 1; i < 5000; ++i) {
    std::vector<Expression> children;
    children.push_back(std::move(chain));
    children.push_back(equal(column(kI), integer(std::to_string(i))));
    chain = node(Kind::kOr, std::move(children));
  }
  BOOST_TEST(passes(chain, Row().set(kI, std::int64_t{4999})));
  BOOST_TEST(!passes(chain, Row().set(kI, std::int64_t{5000})));
}

BOOST_AUTO_TEST_SUITE_END()
