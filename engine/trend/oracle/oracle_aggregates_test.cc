// SPDX-License-Identifier: Apache-2.0
// The oracle itself: aggregates, numbers, HAVING (rules 4 and 10), and what brute force leaves alone.
#include <limits>
#include <string>

#include "engine/trend/testing/oracle_answers.h"

using namespace horatio;
using namespace horatio::oracle;
using Function = Aggregate::Function;
using Kind = Expression::Kind;

BOOST_TEST_DONT_PRINT_LOG_VALUE(Texts)

BOOST_AUTO_TEST_CASE(aggregates_of_a_place_that_no_trend_fills_are_null) {
  BOOST_TEST(
      (cells(all_aggregates("SEQ(A, B?)", "B"), letters("A")) == Texts{"1", "0", "0", "", "", "", ""}));
  // A B that is in no complete trend does not count.
  BOOST_TEST((cells(all_aggregates("SEQ(B, A)", "B"), letters("B3AB9")) ==
              Texts{"1", "1", "1", "3", "3", "3", "3"}));
}

BOOST_AUTO_TEST_CASE(a_float_that_is_no_finite_number_reads_as_null) {
  auto events = letters("BBB");
  events[0].attributes[2] = std::numeric_limits<double>::quiet_NaN();
  events[1].attributes[2] = -std::numeric_limits<double>::infinity();
  BOOST_TEST((cells(all_aggregates("B+", "B", "w"), events) == Texts{"7", "12", "4", "4", "1", "1", "1"}));
}

BOOST_AUTO_TEST_CASE(decimals_have_their_scale) {
  BOOST_TEST((cells(all_aggregates("B+", "B", "d"), letters("BB")) ==
              Texts{"3", "4", "4", "1/25", "1/100", "1/100", "1/100"}));
}

BOOST_AUTO_TEST_CASE(sums_of_u64_overflow_by_the_sum_of_absolute_values) {
  auto query = all_aggregates("B", "B").numbers(Numbers::kU64);
  auto events = letters("BB");
  events[0].attributes[0] = std::int64_t{INT64_MAX};
  events[1].attributes[0] = std::int64_t{0};
  const std::string largest = std::to_string(INT64_MAX);
  BOOST_TEST((cells(query, events) == Texts{"2", "2", "2", largest, largest + "/2", "0", largest}));
  events[1].attributes[0] = std::int64_t{-1};
  BOOST_TEST((cells(query, events) == Texts{"2", "2", "2", "OVERFLOW", "OVERFLOW", "-1", largest}));
}

BOOST_AUTO_TEST_CASE(having_lets_rows_pass_by_their_exact_values) {
  LetterQuery query("B+");
  query.query().hidden.push_back({Function::kSum, 0, 0, ""});
  query.having(operation(Kind::kGreater, aggregate(1), number(27)));
  BOOST_TEST(rows(query, letters("B1B2B4")).size() == 1U);
  BOOST_TEST(rows(query, letters("B1B2B3")).empty());
  auto events = letters("B");
  events[0].attributes[0] = Value();
  BOOST_TEST(rows(query, events).empty());  // NULL fails
  query.emit_empty_windows().having(operation(Kind::kEqual, aggregate(0), number(0)));
  query.local("B", operation(Kind::kLess, query.of("B", "v"), number(0)));
  BOOST_TEST(rows(query, letters("B")).size() == 1U);
}

BOOST_AUTO_TEST_CASE(having_says_where_a_bound_may_straddle_the_threshold) {
  LetterQuery query("B");
  query.returns(Function::kSum, "B", "w");
  query.having(operation(Kind::kGreater, aggregate(1), number(3)));
  BOOST_TEST(rows(query, letters("B4")).at(0).passes);
  BOOST_TEST(!rows(query, letters("B3")).at(0).passes);
  BOOST_TEST(rows(query, letters("B2")).empty());
}

BOOST_AUTO_TEST_CASE(brute_force_refuses_what_it_cannot_finish) {
  const LetterQuery query("B+");
  const auto answered = answer(query.workload(), letters(std::string(15, 'B')));
  BOOST_TEST_REQUIRE(!answered.ok());
  BOOST_TEST((answered.error().code == ErrorCode::kLimitExceeded));
  BOOST_TEST(!answer(query.workload(), letters("BBBBBBBBBB"), {14, 1000}).ok());
  BOOST_TEST(count("A+", std::string(15, 'B')) == 0);
}
