// SPDX-License-Identifier: Apache-2.0
// Cells at the edges of number types (rules 4 and 10).
#include <boost/multiprecision/cpp_int.hpp>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "engine/plan/test_stream.h"

namespace horatio {
namespace {

using testing::TestEvent;
using Rows = std::vector<std::string>;

const std::string kSchema =
    "STREAM s (TYPE A (v INT, f FLOAT, m DECIMAL(2), t TIMESTAMP), "
    "TYPE B (v INT, f FLOAT, m DECIMAL(2), t TIMESTAMP));";
constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kSmallest = std::numeric_limits<std::int64_t>::min();

// The row of `QUERY q RETURN <query>;` behind its empty key columns.
std::string row(const std::string& query, const std::vector<TestEvent>& events,
                const EngineOptions& options = {}) {
  testing::TestStream stream(kSchema + "QUERY q RETURN " + query + ";", options);
  const Rows rows = stream.send(events).end();
  BOOST_REQUIRE(rows.size() == 1U);
  return rows[0].substr(4);
}

TestEvent integer(Timestamp time, std::int64_t value, const std::string& type = "A") {
  return {type, time, {Value{value}}, 0};
}
TestEvent floating(Timestamp time, double value) { return {"A", time, {Value{}, Value{value}}, 0}; }
TestEvent decimal(Timestamp time, std::int64_t hundredths) {
  return {"A", time, {Value{}, Value{}, Value{hundredths}}, 0};
}
TestEvent stamp(Timestamp time, Timestamp value) {
  return {"A", time, {Value{}, Value{}, Value{}, Value{value}}, 0};
}

// 2^n - 1 trends of A+.
std::vector<TestEvent> many(int n, std::int64_t value = 0) {
  std::vector<TestEvent> events;
  for (int i = 0; i < n; ++i) events.push_back(integer(i, value));
  return events;
}

BOOST_AUTO_TEST_CASE(aggregates_sum_over_the_events_of_all_trends) {
  const std::string query =
      "COUNT(*), COUNT(A), COUNT(A.v), SUM(A.v), AVG(A.v), MIN(A.v), MAX(A.v) PATTERN A+";
  BOOST_TEST(row(query, {integer(1, 1), integer(2, 2), integer(3, 4)}) ==
             "7|12|12|28|2.3333333333333335|1|4");
  BOOST_TEST(row(query, {integer(1, 1), {"A", 2, {}, 0}}) == "3|4|2|2|1|1|1");
}

BOOST_AUTO_TEST_CASE(without_a_value_sum_avg_min_and_max_are_null) {
  BOOST_TEST(row("COUNT(*), COUNT(A.v), SUM(A.v), AVG(A.v), MIN(A.v), MAX(A.v) PATTERN A",
                 {{"A", 1, {}, 0}}) == "1|0|NULL|NULL|NULL|NULL");
}

BOOST_AUTO_TEST_CASE(min_and_max_are_over_events_of_complete_trends_alone) {
  BOOST_TEST(row("MIN(A.v), MAX(A.v) PATTERN SEQ(A, B)",
                 {integer(1, 5), integer(2, 7), integer(3, 0, "B"), integer(4, 99)}) == "5|7");
}

BOOST_AUTO_TEST_CASE(min_and_max_of_decimals_print_all_decimals) {
  BOOST_TEST(row("MIN(A.m), MAX(A.m), SUM(A.m) PATTERN A",
                 {decimal(1, -150), decimal(2, 5), decimal(3, 100)}) == "-1.50|1.00|-0.45");
}

BOOST_AUTO_TEST_CASE(min_and_max_of_timestamps_are_timestamps) {
  BOOST_TEST(row("MIN(A.t), MAX(A.t) PATTERN A", {stamp(1, -5), stamp(2, kLargest), stamp(3, kSmallest)}) ==
             "-9223372036854775808|9223372036854775807");
}

BOOST_AUTO_TEST_CASE(sums_of_the_largest_and_smallest_integers_are_exact) {
  BOOST_TEST(row("SUM(A.v), AVG(A.v) PATTERN A", {integer(1, kLargest), integer(2, kLargest)}) ==
             "18446744073709551614|9223372036854775808");
  BOOST_TEST(row("SUM(A.v) PATTERN A", {integer(1, kSmallest), integer(2, kSmallest)}) ==
             "-18446744073709551616");
  BOOST_TEST(row("SUM(A.v) PATTERN A", {integer(1, kSmallest), integer(2, kLargest)}) == "-1");
}

BOOST_AUTO_TEST_CASE(an_average_of_decimals_with_thousands_of_digits_is_rounded_once) {
  // All 10,000 events are 0.10 but the last, whose 2^9999 trends are half of all: AVG = SUM / COUNT(A.m),
  // with n 2^(n-1) events in all and 2^(n-1) of the last: (0.10 (n - 1) + 0.30) / n.
  std::vector<TestEvent> events;
  for (int i = 0; i < 10'000; ++i) events.push_back(decimal(i, i == 9'999 ? 30 : 10));
  BOOST_TEST(row("AVG(A.m) PATTERN A+", events) == "0.10002");
}

BOOST_AUTO_TEST_CASE(a_sum_of_thousands_of_digits_is_exact) {
  using boost::multiprecision::cpp_int;
  std::vector<TestEvent> events;
  for (int i = 0; i < 10'000; ++i) events.push_back(decimal(i, -25));
  const std::string expected = cpp_int(25 * 10'000 * (cpp_int(1) << 9'999)).str();
  const std::string sum = row("SUM(A.m) PATTERN A+", events);
  BOOST_TEST(sum ==
             "-" + expected.substr(0, expected.size() - 2) + "." + expected.substr(expected.size() - 2));
}

BOOST_AUTO_TEST_CASE(u64_counts_hold_2_to_64_less_one) {
  BOOST_TEST(row("COUNT(*) PATTERN A+ NUMBERS U64", many(64)) == "18446744073709551615");
  BOOST_TEST(row("COUNT(*) PATTERN A+ NUMBERS U64", many(65)) == "OVERFLOW");
  // 60 * 2^59 events fit, 61 * 2^60 do not.
  BOOST_TEST(row("COUNT(A) PATTERN A+ NUMBERS U64", many(59)) == "17005592192950992896");
  BOOST_TEST(row("COUNT(A) PATTERN A+ NUMBERS U64", many(60)) == "OVERFLOW");
}

BOOST_AUTO_TEST_CASE(a_u64_sum_is_judged_by_the_sum_of_absolute_values) {
  BOOST_TEST(row("SUM(A.v) PATTERN A NUMBERS U64", {integer(1, kLargest)}) == "9223372036854775807");
  BOOST_TEST(row("SUM(A.v) PATTERN A NUMBERS U64", {integer(1, -kLargest)}) == "-9223372036854775807");
  BOOST_TEST(row("SUM(A.v) PATTERN A NUMBERS U64", {integer(1, kSmallest)}) == "OVERFLOW");
  BOOST_TEST(row("SUM(A.v) PATTERN A NUMBERS U64", {integer(1, kLargest), integer(2, -1)}) == "OVERFLOW");
  BOOST_TEST(row("SUM(A.m) PATTERN A NUMBERS U64", {decimal(1, kLargest)}) == "92233720368547758.07");
  BOOST_TEST(row("SUM(A.m) PATTERN A NUMBERS U64", {decimal(1, kLargest), decimal(2, 1)}) == "OVERFLOW");
}

BOOST_AUTO_TEST_CASE(a_u64_average_overflows_if_its_sum_or_its_count_does) {
  BOOST_TEST(row("AVG(A.v) PATTERN A NUMBERS U64", {integer(1, kLargest), integer(2, 0)}) ==
             "4611686018427387904");
  BOOST_TEST(row("AVG(A.v) PATTERN A NUMBERS U64", {integer(1, kLargest), integer(2, 1)}) == "OVERFLOW");
  BOOST_TEST(row("AVG(A.v) PATTERN A+ NUMBERS U64", many(65, 0)) == "OVERFLOW");
  BOOST_TEST(row("SUM(A.v) PATTERN A+ NUMBERS U64", many(65, 0)) == "0");
}

BOOST_AUTO_TEST_CASE(a_u64_sum_of_floats_is_approximate_whatever_the_count) {
  std::vector<TestEvent> events;
  for (int i = 0; i < 64; ++i) events.push_back(floating(i, 1));
  BOOST_TEST(row("COUNT(*), COUNT(A.f), SUM(A.f), AVG(A.f) PATTERN A+ NUMBERS U64", events) ==
             "18446744073709551615|OVERFLOW|590295810358705651712~|OVERFLOW");
}

BOOST_AUTO_TEST_CASE(an_overflow_that_is_not_part_of_a_cell_does_not_touch_it) {
  std::vector<TestEvent> events = many(70, 1);
  events.push_back(integer(100, 3, "B"));
  BOOST_TEST(row("COUNT(*), COUNT(B), SUM(B.v), AVG(B.v), MAX(B.v) PATTERN A+ OR B NUMBERS U64", events) ==
             "OVERFLOW|1|3|3|3");
  events = {integer(0, 1), integer(1, 0, "B")};
  for (int i = 2; i < 80; ++i) events.push_back(integer(i, kLargest));
  BOOST_TEST(row("COUNT(*), COUNT(A), SUM(A.v) PATTERN SEQ(A+, B) NUMBERS U64", events) == "1|1|1");
}

BOOST_AUTO_TEST_CASE(the_largest_exact_number_is_an_option) {
  EngineOptions options;
  options.largest_number = 16;
  for (const Strategy strategy : {Strategy::kAuto, Strategy::kNever}) {
    options.strategy = strategy;
    const std::string largest = "340282366920938463463374607431768211455";  // 2^128 - 1
    BOOST_TEST(row("COUNT(*) PATTERN A+", many(128), options) == largest);
    BOOST_TEST(row("COUNT(*) PATTERN A+", many(129), options) == "OVERFLOW");
    BOOST_TEST(row("COUNT(*) PATTERN A+ WHERE A.v <= NEXT(A).v", many(128), options) == largest);
    BOOST_TEST(row("COUNT(*) PATTERN A+ WHERE A.v <= NEXT(A).v", many(129), options) == "OVERFLOW");
  }
}

BOOST_AUTO_TEST_CASE(a_number_past_the_limit_that_does_not_reach_the_result_leaves_it_exact) {
  EngineOptions options;
  options.largest_number = 16;
  std::vector<TestEvent> events{integer(0, 1), integer(1, 1, "B")};
  for (int i = 2; i < 300; ++i) events.push_back(integer(i, 1));
  BOOST_TEST(row("COUNT(*), SUM(A.v) PATTERN SEQ(A+, B)", events, options) == "1|1");
}

BOOST_AUTO_TEST_CASE(a_sum_of_floats_overflows_where_the_counts_behind_it_are_past_the_limit_and_only_there) {
  EngineOptions options;
  options.largest_number = 8;
  for (const int n : {64, 65, 66, 130, 300}) {
    std::vector<TestEvent> events;
    for (int i = 0; i < n; ++i) events.push_back(floating(i, 1));
    const bool fits = n == 64;
    BOOST_TEST(row("SUM(A.f) PATTERN A+", events, options) == (fits ? "590295810358705651712~" : "OVERFLOW"));
    BOOST_TEST(row("AVG(A.f) PATTERN A+", events, options) == "OVERFLOW");
    events.push_back({"B", n, {Value{}, Value{2.5}}, 0});
    BOOST_TEST(row("SUM(B.f), AVG(B.f) PATTERN A+ OR B", events, options) == "2.5~|2.5~");
  }
}

BOOST_AUTO_TEST_CASE(a_float_that_is_no_number_reads_as_null) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const std::string query = "COUNT(*), COUNT(A.f), SUM(A.f), MIN(A.f), MAX(A.f) PATTERN A";
  BOOST_TEST(row(query, {floating(1, std::nan("")), floating(2, 1.5), floating(3, kInfinity),
                         floating(4, -kInfinity)}) == "4|1|1.5~|1.5|1.5");
}

BOOST_AUTO_TEST_CASE(a_float_that_is_no_number_fails_its_predicate) {
  const std::vector<TestEvent> events{floating(1, std::nan("")), floating(2, 1)};
  BOOST_TEST(row("COUNT(*) PATTERN A WHERE A.f > 0 OR A.f <= 0", events) == "1");
  BOOST_TEST(row("COUNT(*) PATTERN A WHERE A.f IS NULL", events) == "1");
}

Cell sum_of_floats(const std::vector<TestEvent>& events) {
  testing::TestStream stream(kSchema + "QUERY q RETURN SUM(A.f) PATTERN A+;");
  stream.send(events);
  struct Sum final : ResultSink {
    void accept(const ResultRow& row) override { cell = row.cells[0]; }
    Cell cell;
  } sum;
  BOOST_REQUIRE(stream.engine().advance(kEndOfTime, 100).ok());
  stream.engine().emit(sum, 10);
  return sum.cell;
}

BOOST_AUTO_TEST_CASE(a_sum_of_floats_has_a_bound_that_covers_cancellation) {
  const Cell sum = sum_of_floats({floating(1, 1e16), floating(2, 1), floating(3, -1e16)});
  BOOST_TEST((sum.status == CellStatus::kApprox));
  BOOST_TEST(std::abs(std::get<double>(sum.value) - 4) <= sum.bound);
  BOOST_TEST(sum.bound < 1e4);
}

// It was rounded to none.
BOOST_AUTO_TEST_CASE(a_sum_of_the_smallest_floats_has_a_bound) {
  BOOST_TEST(sum_of_floats({floating(1, 5e-324), floating(2, 5e-324)}).bound > 0);
  BOOST_TEST(sum_of_floats({floating(1, 0)}).bound == 0);
}

BOOST_AUTO_TEST_CASE(approximate_counts_go_beyond_the_range_of_a_double) {
  const std::string count = row("COUNT(*) PATTERN A+ NUMBERS APPROX", many(2'000));
  BOOST_TEST(count.substr(0, 6) == "1.1481");  // 2^2000 = 1.148130695...e602
  BOOST_TEST(count.substr(count.size() - 6) == "e+602~");
}

}  // namespace
}  // namespace horatio
