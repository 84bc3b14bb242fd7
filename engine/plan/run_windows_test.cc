// SPDX-License-Identifier: Apache-2.0
// Runs and panes at the edges of windows, and with several classes of predicates.
#include <boost/test/unit_test.hpp>
#include <random>
#include <string>
#include <vector>

#include "engine/plan/run_stream.h"

namespace horatio {
namespace {

using namespace run_stream;

Rows answer(const std::string& text, const Events& events, const EngineOptions& options = {}) {
  RowStream stream(text, options);
  return stream.send(events).end();
}

// Of EXACT and U64 queries: the same with and without sharing.
Rows shared(const std::vector<std::string>& queries, const Events& events) {
  const Rows found = answer(workload(queries), events);
  BOOST_TEST(found == answer(workload(queries), events, never()), boost::test_tools::per_element());
  return found;
}

Events run_of_a(Timestamp from, Timestamp through) {
  Events events;
  for (Timestamp time = from; time <= through; ++time) events.push_back(event("A", time, time));
  return events;
}

BOOST_AUTO_TEST_CASE(a_run_goes_on_over_the_end_of_one_querys_window_within_that_of_another) {
  const Rows rows =
      shared({"COUNT(*) PATTERN A+ WITHIN 3 MILLISECONDS", "COUNT(*) PATTERN A+ WITHIN 12 MILLISECONDS"},
             run_of_a(1, 7));
  BOOST_TEST(of_query(rows, "q0") == (Rows{"q0|0|3||3", "q0|3|6||7", "q0|6|9||3"}),
             boost::test_tools::per_element());
  BOOST_TEST(of_query(rows, "q1") == (Rows{"q1|0|12||127"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(events_of_a_run_at_the_very_end_of_a_window_are_in_the_next) {
  const Rows rows = shared({"COUNT(*) PATTERN A+ WITHIN 4 MILLISECONDS OFFSET 1 MILLISECOND",
                            "COUNT(*) PATTERN A+ WITHIN 8 MILLISECONDS SLIDE 4 MILLISECONDS"},
                           {event("A", -4), event("A", -4), event("A", 0), event("A", 0), event("A", 1),
                            event("A", 4), event("A", 4), event("A", 5)});
  BOOST_TEST(of_query(rows, "q0") == (Rows{"q0|-3|1||2", "q0|-7|-3||2", "q0|1|5||5", "q0|5|9||1"}),
             boost::test_tools::per_element());
  // -4, -4 | 0, 0, 1 | 4, 4, 5
  BOOST_TEST(of_query(rows, "q1") == (Rows{"q1|-4|4||17", "q1|-8|0||2", "q1|0|8||35", "q1|4|12||5"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_hundred_and_twenty_eight_windows_that_slide_by_one_get_every_run) {
  std::mt19937_64 random(21);
  const std::vector<std::string> queries{
      "COUNT(*) PATTERN A+ WITHIN 128 MILLISECONDS SLIDE 1 MILLISECOND",
      "COUNT(*) PATTERN SEQ(B, A+) WHERE A.v > 4 WITHIN 128 MILLISECONDS SLIDE 1 MILLISECOND",
      "COUNT(*), SUM(A.v) PATTERN SEQ(A+, B) WITHIN 128 MILLISECONDS SLIDE 1 MILLISECOND",
      "COUNT(*) PATTERN A+ WITHIN 128 MILLISECONDS SLIDE 16 MILLISECONDS TIES ARRIVAL"};
  for (const std::uint64_t runs_of : {2, 12, 60})
    shared(queries, random_events(random, {150, runs_of, 4, 2, 9}));
}

BOOST_AUTO_TEST_CASE(windows_of_events_beside_runs_keep_their_numbers) {
  std::mt19937_64 random(22);
  const std::vector<std::string> queries{
      "COUNT(*) PATTERN A+ GROUP BY g WITHIN 16 EVENTS SLIDE 2",
      "COUNT(*) PATTERN A+ GROUP BY g WITHIN 16 MILLISECONDS SLIDE 2 MILLISECONDS",
      "COUNT(*), MAX(A.v) PATTERN SEQ(B, A+) GROUP BY g WITHIN 10 EVENTS"};
  for (int stream = 0; stream < 6; ++stream) shared(queries, random_events(random, {120, 8, 3, 2, 9}));
}

BOOST_AUTO_TEST_CASE(empty_windows_between_runs_are_reported) {
  Events events = run_of_a(1, 6);
  events.push_back(event("A", 25));
  const Rows rows =
      shared({"COUNT(*) PATTERN SEQ(B, A+) WITHIN 5 MILLISECONDS EMIT EMPTY WINDOWS",
              "COUNT(*) PATTERN A+ WHERE A.v > 2 WITHIN 5 MILLISECONDS GROUP BY g EMIT EMPTY WINDOWS",
              "COUNT(*) PATTERN A+ WHERE A.v > 90 WITHIN 10 MILLISECONDS EMIT EMPTY WINDOWS"},
             events);
  BOOST_TEST(of_query(rows, "q0") == (Rows{"q0|0|5||0", "q0|10|15||0", "q0|15|20||0", "q0|20|25||0",
                                           "q0|25|30||0", "q0|5|10||0"}),
             boost::test_tools::per_element());
  BOOST_TEST(of_query(rows, "q1") == (Rows{"q1|0|5|x|3", "q1|25|30|x|0", "q1|5|10|x|3"}),
             boost::test_tools::per_element());
  BOOST_TEST(of_query(rows, "q2") == (Rows{"q2|0|10||0", "q2|10|20||0", "q2|20|30||0"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(the_first_event_of_a_run_may_pass_no_predicate) {
  const Rows rows = shared({"COUNT(*) PATTERN A+ WHERE A.v > 2 WITHIN 10 MILLISECONDS",
                            "COUNT(*) PATTERN SEQ(B, A+) WHERE A.v > 4 AND B.v = 0 WITHIN 10 MILLISECONDS",
                            "COUNT(*) PATTERN A+ WHERE A.v > 99 WITHIN 10 MILLISECONDS"},
                           {event("B", 1, 7), event("B", 1, 0), event("A", 2, 1), event("A", 3, 3),
                            event("A", 3, 5), event("A", 4, 1), event("A", 5, 6)});
  BOOST_TEST(rows == (Rows{"q0|0|10||5", "q1|0|10||3"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_windows_first_event_may_be_the_one_that_a_run_began_with_and_failed) {
  const Rows rows = shared({"COUNT(*) PATTERN A+ WHERE A.v = 1 WITHIN 6 MILLISECONDS SLIDE 2 MILLISECONDS"},
                           {event("A", 4, 0), event("A", 5, 0), event("A", 7, 1), event("A", 9, 1)});
  BOOST_TEST(rows == (Rows{"q0|2|8||1", "q0|4|10||3", "q0|6|12||3", "q0|8|14||1"}),
             boost::test_tools::per_element());
}

// Numbers near the edge of 64 bits end runs in the middle, also between events of one time.
BOOST_AUTO_TEST_CASE(runs_end_where_weights_have_no_room_and_their_sums_stay_exact) {
  std::mt19937_64 random(23);
  const std::vector<std::string> queries{
      "COUNT(*) PATTERN A+ WHERE A.v < 3000000000000000000 GROUP BY g WITHIN 40 MILLISECONDS",
      "COUNT(*), SUM(A.v) PATTERN A+ GROUP BY g WITHIN 40 MILLISECONDS SLIDE 20 MILLISECONDS",
      "COUNT(*), SUM(A.v), MIN(A.v) PATTERN SEQ(B, A+) WHERE A.v > 1000 GROUP BY g WITHIN 64 MILLISECONDS",
      "COUNT(*), AVG(A.v) PATTERN A+ GROUP BY g WITHIN 20 MILLISECONDS TIES ARRIVAL",
      "COUNT(*), COUNT(A) PATTERN A+ WHERE A.v < 5000000000000000000 GROUP BY g WITHIN 50 MILLISECONDS "
      "NUMBERS U64"};
  for (int stream = 0; stream < 20; ++stream) {
    const std::uint64_t tie_one_in = 1 + random() % 4;
    shared(queries, random_events(
                        random, {120, 40, tie_one_in == 1 ? 2 : tie_one_in, 2, INT64_MAX >> (random() % 3)}));
  }
}

BOOST_AUTO_TEST_CASE(panes_end_where_their_numbers_have_no_room_and_counts_stay_exact) {
  std::mt19937_64 random(25);
  const std::string many = " WITHIN 1024 MILLISECONDS SLIDE 128 MILLISECONDS";
  for (const std::uint64_t runs_of : {2, 10, 30, 60}) {
    shared(
        {"COUNT(*) PATTERN A+" + many, "COUNT(*) PATTERN SEQ(B, A+)" + many,
         "COUNT(*) PATTERN (SEQ(A+, B))+" + many, "COUNT(*) PATTERN (SEQ(B, A+))+" + many + " TIES ARRIVAL"},
        random_events(random, {1000, runs_of, 8, 1, 9}));
  }
}

// What the newest time adds to a pane is not lost, nor extended too early, where the pane ends in its middle.
BOOST_AUTO_TEST_CASE(panes_may_end_between_events_of_one_time) {
  std::mt19937_64 random(26);
  const std::string many = " WITHIN 64 MILLISECONDS SLIDE 4 MILLISECONDS";
  for (int stream = 0; stream < 30; ++stream) {
    Events events = random_events(random, {200, 2 + random() % 3, 3, 1, 9});
    for (testing::TestEvent& event : events) event.time /= 2;
    shared({"COUNT(*) PATTERN SEQ(B, A+)" + many, "COUNT(*) PATTERN (SEQ(A, B+))+" + many,
            "COUNT(*) PATTERN SEQ(B, A+ x, A y) WHERE x.v > 2 AND y.v < 7" + many},
           events);
  }
}

BOOST_AUTO_TEST_CASE(the_weights_of_one_class_are_those_that_each_query_asks_for) {
  const Rows rows =
      shared({"MIN(A.v) PATTERN A+", "MAX(A.v), SUM(A.v) PATTERN A+",
              "COUNT(A), COUNT(A.v), SUM(A.v) PATTERN A+", "MAX(A.f), MIN(A.f) PATTERN A+"},
             {event("A", 1, 3), event("A", 1, -7), event("A", 2, 5), {"A", 3, {Value{std::string("x")}}, 0}});
  // Of 1 | 2 | 3 with two events at 1: (2 + 1) * 2 * 2 - 1 trends, each event at 1 in 4, the others in 6.
  BOOST_TEST(rows == (Rows{"q0|||-7", "q1|||5|14", "q2|||20|14|14", "q3|||0.5|-0.7000000000000001"}),
             boost::test_tools::per_element());
}

std::vector<std::string> approximate() {
  return {
      "COUNT(*), SUM(A.v) PATTERN A+ GROUP BY g WITHIN 40 MILLISECONDS SLIDE 10 MILLISECONDS NUMBERS APPROX",
      "COUNT(*) PATTERN SEQ(B, A+) WHERE A.v > 3 GROUP BY g WITHIN 64 MILLISECONDS SLIDE 4 MILLISECONDS "
      "NUMBERS APPROX",
      "COUNT(*) PATTERN A+ GROUP BY g WITHIN 128 MILLISECONDS SLIDE 1 MILLISECOND NUMBERS APPROX",
      "COUNT(*), AVG(A.f), MIN(A.v) PATTERN SEQ(A+, B) GROUP BY g WITHIN 50 MILLISECONDS SLIDE 7 "
      "MILLISECONDS",
      "COUNT(*) PATTERN SEQ(A+ x, A+ y) GROUP BY g WITHIN 60 MILLISECONDS SLIDE 6 MILLISECONDS NUMBERS "
      "APPROX",
      "COUNT(*) PATTERN (SEQ(A+, B))+ GROUP BY g WITHIN 90 MILLISECONDS SLIDE 4 MILLISECONDS NUMBERS APPROX",
      "COUNT(*) PATTERN A+ GROUP BY g WITHIN 90 MILLISECONDS SLIDE 4 MILLISECONDS NUMBERS APPROX TIES "
      "ARRIVAL"};
}

BOOST_AUTO_TEST_CASE(when_rows_leave_makes_no_difference_to_a_bit) {
  std::mt19937_64 random(24);
  for (int round = 0; round < 12; ++round) {
    const Events events =
        random_events(random, {300, 2 + random() % 20, 2 + random() % 5, 1 + random() % 2, 9});
    const Rows at_once = answer(workload(approximate()), events);
    RowStream late(workload(approximate()));
    late.send(events);
    for (Timestamp watermark = 0; watermark < events.back().time;
         watermark += 1 + static_cast<Timestamp>(random() % 30))
      late.advance(watermark);
    BOOST_TEST(late.end() == at_once, boost::test_tools::per_element());
  }
}

BOOST_AUTO_TEST_CASE(an_event_that_finds_no_window_leaves_no_trace_whether_rows_have_left_or_not) {
  const std::string text =
      workload({"COUNT(x), SUM(x.f) PATTERN SEQ(B+ b, A x) WITHIN 8 MILLISECONDS NUMBERS APPROX"});
  const Events first{event("B", 1)};
  const Events rest{event("A", 20), event("B", 20), event("B", 21), event("A", 22, 3)};
  const Rows waiting = RowStream(text).send(first).send(rest).end();
  BOOST_TEST(waiting.size() == 1U);
  BOOST_TEST(RowStream(text).send(first).advance(15).send(rest).end() == waiting,
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_run_at_the_last_time_there_is_counts) {
  const Rows rows = shared({"COUNT(*) PATTERN SEQ(A, B+)"},
                           {event("A", INT64_MAX - 1), event("B", INT64_MAX), event("B", INT64_MAX)});
  BOOST_TEST(rows == (Rows{"q0|||2"}), boost::test_tools::per_element());
}

}  // namespace
}  // namespace horatio
