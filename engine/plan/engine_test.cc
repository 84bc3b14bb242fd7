// SPDX-License-Identifier: Apache-2.0
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "engine/plan/test_stream.h"

namespace horatio {
namespace {

using testing::TestEvent;
using testing::TestStream;
using Rows = std::vector<std::string>;

constexpr const char* kSchema =
    "STREAM s (TYPE A (g STRING, d INT, v INT, f FLOAT), "
    "TYPE B (g STRING, d INT, v INT, f FLOAT), TYPE C (g STRING, d INT, v INT, f FLOAT));";

std::string with(const std::string& queries) { return kSchema + queries; }

TestEvent event(const std::string& type, Timestamp time, const std::string& g = "", std::int64_t d = 0,
                KeyGroup key_group = 0) {
  return {type, time, {Value{g}, Value{d}}, key_group};
}

BOOST_AUTO_TEST_CASE(a_trend_belongs_to_every_sliding_window_that_holds_all_its_events) {
  TestStream stream(
      with("QUERY q RETURN COUNT(*) PATTERN SEQ(A, B) WITHIN 10 MILLISECONDS SLIDE 5 MILLISECONDS;"));
  stream.send({event("A", 6), event("B", 8), event("B", 12)});
  BOOST_TEST(stream.end() == (Rows{"q|0|10||1", "q|5|15||2"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_trend_across_a_tumbling_boundary_is_in_no_window) {
  TestStream stream(with("QUERY q RETURN COUNT(*) PATTERN SEQ(A, B) WITHIN 10 MILLISECONDS;"));
  BOOST_TEST(stream.send({event("A", 9), event("B", 10)}).end().empty());
}

BOOST_AUTO_TEST_CASE(events_between_windows_of_a_slide_above_size_are_in_none) {
  TestStream stream(with("QUERY q RETURN COUNT(*) PATTERN A+ WITHIN 3 MILLISECONDS SLIDE 10 MILLISECONDS;"));
  stream.send({event("A", 1), event("A", 2), event("A", 3), event("A", 9), event("A", 10)});
  BOOST_TEST(stream.end() == (Rows{"q|0|3||3", "q|10|13||1"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(windows_before_the_epoch_and_with_an_offset_are_floored) {
  TestStream stream(with("QUERY q RETURN COUNT(*) PATTERN A+ WITHIN 10 MILLISECONDS OFFSET 3 MILLISECONDS;"));
  stream.send({event("A", -8), event("A", -7), event("A", 2), event("A", 3)});
  BOOST_TEST(stream.end() == (Rows{"q|-17|-7||1", "q|-7|3||3", "q|3|13||1"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_window_is_due_once_the_watermark_reaches_its_last_time_and_not_before) {
  TestStream stream(with("QUERY q RETURN COUNT(*) PATTERN A WITHIN 10 MILLISECONDS;"));
  stream.send({event("A", 5)});
  BOOST_TEST(stream.watermark(8).empty());
  BOOST_TEST(stream.watermark(9) == (Rows{"q|0|10||1"}), boost::test_tools::per_element());
  BOOST_TEST(stream.end().empty());
}

BOOST_AUTO_TEST_CASE(a_query_without_within_is_reported_at_the_end_only) {
  TestStream stream(with("QUERY q RETURN COUNT(*) PATTERN A+;"));
  stream.send({event("A", 5), event("A", 6)});
  BOOST_TEST(stream.watermark(INT64_MAX - 1).empty());
  BOOST_TEST(stream.end() == (Rows{"q|||3"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(rows_leave_by_window_end_start_query_and_group_with_unbounded_ones_last) {
  TestStream stream(
      with("QUERY z RETURN COUNT(*) PATTERN A GROUP BY g WITHIN 10 MILLISECONDS SLIDE 5 MILLISECONDS;"
           "QUERY a RETURN COUNT(*) PATTERN A GROUP BY g WITHIN 5 MILLISECONDS;"
           "QUERY n RETURN COUNT(*) PATTERN A GROUP BY d;"));
  stream.send({event("A", 7, "b", 10), event("A", 8, "a", 9), event("A", 8, "", -1)});
  const Rows expected{"a|5|10||1", "a|5|10|a|1", "a|5|10|b|1"};
  const Rows rows = stream.watermark(9);
  BOOST_TEST(rows == (Rows{"z|0|10||1", "z|0|10|a|1", "z|0|10|b|1", "a|5|10||1", "a|5|10|a|1", "a|5|10|b|1"}),
             boost::test_tools::per_element());
  BOOST_TEST(stream.end() == (Rows{"z|5|15||1", "z|5|15|a|1", "z|5|15|b|1", "n||-1|1", "n||9|1", "n||10|1"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(counts_of_a_group_are_summed_over_its_equivalence_partitions) {
  TestStream stream(with("QUERY q RETURN COUNT(*) PATTERN SEQ(A, B) WHERE [d] GROUP BY g;"));
  stream.send({event("A", 1, "x", 1), event("A", 2, "x", 2), event("B", 3, "x", 1), event("B", 4, "x", 2),
               event("B", 5, "x", 2), event("A", 6, "y", 1), event("B", 7, "y", 2)});
  BOOST_TEST(stream.end() == (Rows{"q||x|3"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(events_of_one_time_never_follow_each_other_under_ties_strict) {
  TestStream stream(
      with("QUERY q RETURN COUNT(*) PATTERN A+; QUERY r RETURN COUNT(*) PATTERN A+ TIES ARRIVAL;"));
  stream.send({event("A", 1), event("A", 1), event("A", 1)});
  BOOST_TEST(stream.end() == (Rows{"q|||3", "r|||7"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(equal_times_over_several_batches_are_still_ties) {
  TestStream stream(
      with("QUERY q RETURN COUNT(*) PATTERN SEQ(A, B);"
           "QUERY r RETURN COUNT(*) PATTERN SEQ(A, B) TIES ARRIVAL;"));
  stream.send({event("A", 1)}).send({event("B", 1)}).send({event("A", 1)});
  BOOST_TEST(stream.end() == (Rows{"r|||1"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(events_may_arrive_in_any_order_above_the_watermark) {
  TestStream stream(with("QUERY q RETURN COUNT(*) PATTERN SEQ(A, B+) WITHIN 100 MILLISECONDS;"));
  stream.send({event("B", 30), event("A", 10)}).send({event("B", 20), event("A", 25)});
  BOOST_TEST(stream.end() == (Rows{"q|0|100||4"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_time_stamp_is_not_split_however_small_the_steps_are) {
  TestStream whole(with("QUERY q RETURN COUNT(*) PATTERN A+ GROUP BY g;"));
  TestStream steps(with("QUERY q RETURN COUNT(*) PATTERN A+ GROUP BY g;"));
  std::vector<TestEvent> events;
  for (int i = 0; i < 40; ++i)
    events.push_back(event("A", i / 7, i % 2 == 0 ? "x" : "y", 0, i % 2 == 0 ? 3 : 9));
  const Rows expected = whole.send(events).end();
  BOOST_TEST(steps.send(events).watermark(kEndOfTime, 1, 1) == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(local_predicates_filter_events_per_place) {
  TestStream stream(with("QUERY q RETURN COUNT(*) PATTERN SEQ(A x, A+ y) WHERE x.d < 5 AND y.d > 3;"));
  stream.send({event("A", 1, "", 9), event("A", 2, "", 1), event("A", 3, "", 4), event("A", 4, "", 2),
               event("A", 5, "", 7)});
  // x in {2, 3, 4}, y in {1, 3, 5}: from 2: {3}, {5}, {3,5}; from 3: {5}; from 4: {5}.
  BOOST_TEST(stream.end() == (Rows{"q|||5"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_row_with_a_null_key_is_left_out_of_that_query_and_counted) {
  TestStream stream(with("QUERY q RETURN COUNT(*) PATTERN A GROUP BY g; QUERY r RETURN COUNT(*) PATTERN A;"));
  stream.send({{"A", 1, {Value{}, Value{std::int64_t{1}}}, 0}, event("A", 2, "x")});
  BOOST_TEST(stream.end() == (Rows{"q||x|1", "r|||2"}), boost::test_tools::per_element());
  BOOST_TEST(stream.engine().stats().left_out == 1U);
}

BOOST_AUTO_TEST_CASE(minus_zero_and_zero_are_one_float_key_and_nan_is_null) {
  TestStream stream(with("QUERY q RETURN COUNT(*) PATTERN A+ GROUP BY f;"));
  const auto keyed = [](Timestamp time, double f) {
    return TestEvent{"A", time, {Value{}, Value{}, Value{}, Value{f}}, 0};
  };
  stream.send({keyed(1, -0.0), keyed(2, 0.0), keyed(3, -1.5),
               keyed(4, std::numeric_limits<double>::quiet_NaN()),
               keyed(5, std::numeric_limits<double>::infinity())});
  BOOST_TEST(stream.end() == (Rows{"q||-1.500000|1", "q||0.000000|3"}), boost::test_tools::per_element());
  BOOST_TEST(stream.engine().stats().left_out == 2U);
}

BOOST_AUTO_TEST_CASE(a_group_under_two_key_groups_is_refused_naming_query_group_and_both) {
  TestStream stream(with("QUERY q RETURN COUNT(*) PATTERN A+ GROUP BY g;"));
  stream.send({event("A", 1, "x", 0, 4), event("A", 2, "x", 0, 7)});
  const Result<bool> advanced = stream.engine().advance(10, 100);
  BOOST_REQUIRE(!advanced.ok());
  BOOST_TEST((advanced.error().code == ErrorCode::kKeyGroupConflict));
  for (const char* part : {"query q", "GROUP BY g", "key group 4", "key group 7"}) {
    BOOST_TEST(advanced.error().message.find(part) != std::string::npos, part);
  }
  BOOST_TEST(advanced.error().remedy.find("keyedBy") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_group_with_partitions_in_two_key_groups_is_refused) {
  TestStream stream(with("QUERY q RETURN COUNT(*) PATTERN A+ WHERE [d] GROUP BY g;"));
  stream.send({event("A", 1, "x", 1, 4), event("A", 2, "x", 2, 7)});
  const Result<bool> advanced = stream.engine().advance(10, 100);
  BOOST_REQUIRE(!advanced.ok());
  BOOST_TEST((advanced.error().code == ErrorCode::kKeyGroupConflict));
}

BOOST_AUTO_TEST_CASE(the_largest_count_is_printed_and_one_more_overflows) {
  TestStream stream(with("QUERY q RETURN COUNT(*) PATTERN A+ WITHIN 1 SECOND NUMBERS U64;"));
  std::vector<TestEvent> events;
  for (int i = 0; i < 64; ++i) events.push_back(event("A", i));
  for (int i = 0; i < 65; ++i) events.push_back(event("A", 1000 + i));
  BOOST_TEST(stream.send(events).end() == (Rows{"q|0|1000||18446744073709551615", "q|1000|2000||OVERFLOW"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(an_overflow_that_does_not_reach_the_result_is_none) {
  TestStream stream(with("QUERY q RETURN COUNT(*) PATTERN SEQ(A+, B) WITHIN 1 SECOND NUMBERS U64;"));
  std::vector<TestEvent> events{event("A", 0), event("B", 1)};
  for (int i = 2; i < 100; ++i) events.push_back(event("A", i));
  BOOST_TEST(stream.send(events).end() == (Rows{"q|0|1000||1"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(the_sum_over_partitions_overflows_as_well) {
  TestStream stream(with("QUERY q RETURN COUNT(*) PATTERN A+ WHERE [d] WITHIN 1 SECOND NUMBERS U64;"));
  std::vector<TestEvent> events;
  for (int i = 0; i < 64; ++i) events.push_back(event("A", i, "", 1));
  events.push_back(event("A", 70, "", 2));
  BOOST_TEST(stream.send(events).end() == (Rows{"q|0|1000||OVERFLOW"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(many_groups_that_close_at_once_leave_in_small_portions_and_in_order) {
  TestStream stream(with("QUERY q RETURN COUNT(*) PATTERN A GROUP BY d WITHIN 1 SECOND;"));
  std::vector<TestEvent> events;
  constexpr std::int64_t kGroups = 20000;
  for (std::int64_t i = 0; i < kGroups; ++i) events.push_back(event("A", 5, "", (i * 7919) % kGroups - 500));
  stream.send(events);
  BOOST_REQUIRE(stream.engine().advance(999, 1000000).ok());
  testing::RowText sink(stream.workload());
  std::size_t calls = 0;
  bool done = false;
  while (!done) {
    const std::size_t before = sink.rows.size();
    done = stream.engine().emit(sink, 10);
    BOOST_REQUIRE(sink.rows.size() - before <= 10U);
    ++calls;
  }
  BOOST_TEST(calls >= static_cast<std::size_t>(kGroups) / 10);
  BOOST_REQUIRE(sink.rows.size() == static_cast<std::size_t>(kGroups));
  for (std::int64_t i = 0; i < kGroups; ++i) {
    BOOST_REQUIRE(sink.rows[static_cast<std::size_t>(i)] == "q|0|1000|" + std::to_string(i - 500) + "|1");
  }
}

BOOST_AUTO_TEST_CASE(dead_keys_cost_nothing) {
  TestStream stream(
      with("QUERY q RETURN COUNT(*) PATTERN SEQ(A, B) WHERE [v] GROUP BY d WITHIN 1 SECOND;"
           "QUERY r RETURN COUNT(*) PATTERN A GROUP BY g WITHIN 1 SECOND SLIDE 500 MILLISECONDS;"));
  const std::size_t before = stream.engine().bytes();
  constexpr std::int64_t kKeys = 200000;
  for (std::int64_t begin = 0; begin < kKeys; begin += 10000) {
    std::vector<TestEvent> events;
    for (std::int64_t key = begin; key < begin + 10000; ++key) {
      events.push_back({"A",
                        600,
                        {Value{"a key past the small string " + std::to_string(key)}, Value{key}, Value{key}},
                        0});
    }
    stream.send(events);
  }
  BOOST_REQUIRE(stream.engine().advance(998, 1000000).ok());
  BOOST_TEST(stream.engine().bytes() > before + kKeys * 100);
  BOOST_TEST(stream.watermark(999).size() == 0U + kKeys);
  BOOST_TEST(stream.watermark(1500).size() == 0U + kKeys);
  BOOST_TEST(stream.engine().bytes() == before);
}

// Fewer in builds that are not made for speed.
#ifdef NDEBUG
constexpr std::int64_t kOnceOnlyKeys = 1'000'000;
#else
constexpr std::int64_t kOnceOnlyKeys = 100'000;
#endif

BOOST_AUTO_TEST_CASE(a_million_keys_that_come_once_leave_nothing_behind) {
  TestStream stream(
      with("QUERY q RETURN COUNT(*), SUM(A.v) PATTERN SEQ(A, NOT B, C) GROUP BY d WITHIN 10 MILLISECONDS;"
           "QUERY r RETURN COUNT(*) PATTERN A+ WHERE A.v < NEXT(A).v GROUP BY d WITHIN 10 MILLISECONDS;"));
  const std::size_t before = stream.engine().bytes();
  for (std::int64_t begin = 0; begin < kOnceOnlyKeys; begin += 20'000) {
    std::vector<TestEvent> events;
    for (std::int64_t key = begin; key < begin + 20'000; ++key) {
      events.push_back({"A", key / 1000, {Value{}, Value{key}, Value{key}}, 0});
    }
    stream.send(events);
    stream.watermark(begin / 1000 + 19);
  }
  stream.watermark(1'100);
  BOOST_TEST(stream.engine().stats().events_applied == 0U + kOnceOnlyKeys);
  BOOST_TEST(stream.engine().bytes() == before);
}

BOOST_AUTO_TEST_CASE(a_row_at_or_below_the_watermark_is_refused_and_nothing_of_its_batch_is_taken) {
  TestStream stream(with("QUERY q RETURN COUNT(*) PATTERN A;"));
  stream.watermark(10);
  const Status applied =
      stream.engine().apply(testing::batch_of({event("A", 11), event("A", 10)}, stream.workload().schema));
  BOOST_REQUIRE(!applied.ok());
  BOOST_TEST((applied.error().code == ErrorCode::kLateEvent));
  BOOST_TEST(stream.engine().stats().held_events == 0U);
}

BOOST_AUTO_TEST_CASE(a_watermark_that_goes_back_is_refused) {
  TestStream stream(with("QUERY q RETURN COUNT(*) PATTERN A;"));
  stream.watermark(10);
  BOOST_TEST((stream.engine().advance(9, 1).error().code == ErrorCode::kProtocol));
}

BOOST_AUTO_TEST_CASE(a_batch_that_does_not_fit_the_schema_is_refused) {
  TestStream stream(with("QUERY q RETURN COUNT(*) PATTERN A;"));
  EventBatch batch = testing::batch_of({event("A", 1)}, stream.workload().schema);
  batch.blocks[0].columns.pop_back();
  BOOST_TEST((stream.engine().apply(batch).error().code == ErrorCode::kBadEvent));
  batch = testing::batch_of({event("A", 1)}, stream.workload().schema);
  batch.blocks[0].columns[0].encoding = ColumnView::Encoding::kInt64;
  BOOST_TEST((stream.engine().apply(batch).error().code == ErrorCode::kBadEvent));
  batch = testing::batch_of({event("A", 1)}, stream.workload().schema);
  batch.blocks[0].type = 17;
  BOOST_TEST((stream.engine().apply(batch).error().code == ErrorCode::kBadEvent));
}

BOOST_AUTO_TEST_CASE(types_that_no_query_names_are_not_held) {
  TestStream stream(with("QUERY q RETURN COUNT(*) PATTERN A;"));
  stream.send({event("A", 1), event("C", 2), event("C", 3)});
  BOOST_TEST(stream.engine().stats().held_events == 1U);
}

BOOST_AUTO_TEST_CASE(required_columns_are_keys_and_predicate_attributes) {
  const auto workload = testing::workload_of(
      with("QUERY q RETURN COUNT(*) PATTERN SEQ(A x, B) WHERE x.v > 3 AND [d] GROUP BY g;"));
  const std::vector<RequiredType> required = required_columns(*workload);
  BOOST_TEST(required[0].used);
  BOOST_TEST(required[0].attributes == (std::vector<AttributeId>{0, 1, 2}), boost::test_tools::per_element());
  BOOST_TEST(required[1].attributes == (std::vector<AttributeId>{0, 1}), boost::test_tools::per_element());
  BOOST_TEST(!required[2].used);
}

BOOST_AUTO_TEST_CASE(explain_tells_room_strategy_keys_window_and_automaton) {
  const auto workload =
      testing::workload_of(with("QUERY q RETURN COUNT(*) PATTERN SEQ(A+ x, A+ y) WHERE [d] GROUP BY g WITHIN "
                                "10 SECONDS SLIDE 5 SECONDS;"
                                "QUERY r RETURN COUNT(*) PATTERN SEQ(A, B);"));
  const std::string text = explain(*workload, {});
  for (const char* part : {"trend", "never", "group by:  g", "equal:     d", "size 10000, slide 5000",
                           "determinised", "deterministic as written", "never on an endless stream"}) {
    BOOST_TEST(text.find(part) != std::string::npos, part);
  }
  BOOST_TEST(text.find(workload->queries[0].canonical) != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_scan_of_all_vertices_answers_as_running_sums_and_indexes_do) {
  const std::string queries = with(
      "QUERY e RETURN COUNT(*), SUM(B.v) PATTERN SEQ(A, B+) WHERE B.v < NEXT(B).v WITHIN 50 MILLISECONDS;"
      "QUERY s RETURN COUNT(*), SUM(B.v) PATTERN SEQ(A, B+) WITHIN 50 MILLISECONDS SLIDE 10 MILLISECONDS;");
  std::vector<TestEvent> events;
  for (int i = 0; i < 40; ++i) {
    events.push_back({i % 9 == 0 ? "A" : "B",
                      2 * i,
                      {Value{"x"}, Value{std::int64_t{0}}, Value{std::int64_t{i * i % 23}}}});
  }
  EngineOptions options;
  options.strategy = Strategy::kNever;
  TestStream usual(queries, options);
  options.scan_vertices = true;
  TestStream scanning(queries, options);
  BOOST_TEST(scanning.send(events).watermark(48) == usual.send(events).watermark(48),
             boost::test_tools::per_element());
  BOOST_TEST(scanning.engine().bytes() > usual.engine().bytes());
  BOOST_TEST(scanning.end() == usual.end(), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_query_of_more_than_a_million_windows_at_once_is_refused) {
  const std::string query = "QUERY q RETURN COUNT(*) PATTERN A WITHIN 1000 SECONDS SLIDE 1 MILLISECOND";
  BOOST_TEST(plan_faults(*testing::workload_of(with(query + ";"))).empty());
  const auto workload =
      testing::workload_of(with("QUERY q RETURN COUNT(*) PATTERN A WITHIN 1 DAY SLIDE 1 MILLISECOND;"));
  const std::vector<Error> faults = plan_faults(*workload);
  BOOST_REQUIRE(faults.size() == 1U);
  BOOST_TEST((faults[0].code == ErrorCode::kTooLarge));
  BOOST_TEST(faults[0].remedy.find("SLIDE") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(plan_faults_lists_every_query_that_is_too_large) {
  std::string queries;
  for (const char* name : {"p", "q"}) {
    queries += std::string("QUERY ") + name + " RETURN COUNT(*) PATTERN SEQ(A";
    for (int i = 0; i < 70; ++i) queries += ", A a" + std::to_string(i);
    queries += ");";
  }
  const auto workload = testing::workload_of(with(queries));
  const std::vector<Error> faults = plan_faults(*workload);
  BOOST_REQUIRE(faults.size() == 2U);
  BOOST_TEST(faults[1].message.find("query 'q") != std::string::npos);
  BOOST_TEST((faults[0].code == ErrorCode::kTooLarge));
  BOOST_TEST(!Engine::make(workload, {}).ok());
}

}  // namespace
}  // namespace horatio
