// SPDX-License-Identifier: Apache-2.0
// Queries that share a Kleene loop with an edge predicate, under the strategies that do: values by hand, and
// what is shared.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "engine/plan/test_stream.h"

namespace horatio {
namespace {

using testing::kSameRows;
using testing::TestStream;
using testing::with;
using testing::workload_of;
using testing::written;
using Rows = std::vector<std::string>;

// "QUERY q0 RETURN <first>; QUERY q1 ..." over types A to C.
std::string workload(const Rows& queries) {
  std::string text =
      "STREAM s (TYPE A (g STRING, v INT), TYPE B (g STRING, v INT), TYPE C (g STRING, v INT));";
  for (std::size_t i = 0; i < queries.size(); ++i)
    text += "QUERY q" + std::to_string(i) + " RETURN " + queries[i] + ";";
  return text;
}

// The rows under all strategies; what `always` has shared.
trend::SharingCounts check(const Rows& queries, const std::string& events, Rows expected) {
  trend::SharingCounts sharing;
  std::sort(expected.begin(), expected.end());
  for (const Strategy strategy : kSameRows) {
    TestStream stream(workload(queries), with(strategy));
    Rows rows = stream.send(written(events)).end();
    std::sort(rows.begin(), rows.end());
    BOOST_TEST(rows == expected, boost::test_tools::per_element());
    sharing = stream.engine().stats().sharing;
  }
  return sharing;
}

constexpr const char* kRising = " WHERE b.v < NEXT(b).v";

BOOST_AUTO_TEST_CASE(queries_with_other_prefixes_share_the_events_of_a_rising_loop) {
  // Rising: {1}, {3}, {2}, {1,3}, {1,2}, and {4} behind each of these and alone: 11.
  const auto sharing = check({std::string("COUNT(*) PATTERN SEQ(A, B+ b)") + kRising,
                              std::string("COUNT(*) PATTERN SEQ(C, B+ b)") + kRising,
                              std::string("COUNT(*) PATTERN B+ b") + kRising},
                             "A1 C2 C3 B4::1 B5::3 B6::2 B7::4", {"q0|||11", "q1|||22", "q2|||11"});
  BOOST_TEST(sharing.shared_bursts == 1U);
  BOOST_TEST(sharing.event_snapshots == 0U);
}

// What is shared moves on with the first query that reads it: none may be behind.
BOOST_AUTO_TEST_CASE(events_of_one_time_as_the_loop_s_newest_do_not_see_it_in_any_query) {
  const std::string pattern = std::string(" PATTERN SEQ(B+ b, C)") + kRising;
  check({"COUNT(*)" + pattern, "COUNT(b)" + pattern}, "B1::1 C1 C2", {"q0|||1", "q1|||1"});
}

// Trends that have begun under the first snapshot go on only where the predicate lets them: the sum of a
// graphlet is no value for the next one (the paper's Table 4).
BOOST_AUTO_TEST_CASE(a_new_snapshot_does_not_take_over_trends_that_may_not_go_on) {
  // After A1: {2}, {5}, {2,5}; {3} of A1 and A6, {2,3} of A1.
  check({std::string("COUNT(*) PATTERN SEQ(A, B+ b)") + kRising,
         std::string("SUM(b.v) PATTERN SEQ(A, B+ b)") + kRising},
        "A1 B2::2 B3::5 A6 B7::3", {"q0|||6", "q1|||25"});
}

BOOST_AUTO_TEST_CASE(an_event_that_some_of_the_queries_leave_out_is_a_snapshot_of_its_own) {
  // q0: subsets of rising 1, 2, 3: 7. q1 has no 2: {1}, {3}, {1,3}.
  const auto sharing = check({std::string("COUNT(*), MIN(b.v), MAX(b.v) PATTERN B+ b") + kRising,
                              std::string("COUNT(*), SUM(b.v) PATTERN B+ b") + kRising + " AND b.v <> 2"},
                             "B1::1 B2::2 B3::3", {"q0|||7|1|3", "q1|||3|8"});
  BOOST_TEST(sharing.event_snapshots == 1U);
}

// Found by sharing_test: what an event of the same time begins had not been seen by later ones.
BOOST_AUTO_TEST_CASE(a_prefix_of_the_time_of_an_event_of_the_loop_counts_for_the_next_time) {
  // A1: the subsets of B2, B3, B4 but the empty one; A3: B4.
  check({"COUNT(*) PATTERN SEQ(A, B+ b) WHERE b.v = NEXT(b).v",
         "COUNT(b) PATTERN SEQ(A, B+ b) WHERE b.v = NEXT(b).v"},
        "A1 B2::1 A3 B3::1 B4::1", {"q0|||8", "q1|||13"});
}

BOOST_AUTO_TEST_CASE(a_window_that_opens_at_the_time_of_an_event_of_the_loop_counts_from_the_next_time) {
  // q1: B3 comes not after C3, so trends begin with it.
  check({"COUNT(*) PATTERN SEQ(A, B+ b) WHERE b.v = NEXT(b).v",
         "COUNT(*) PATTERN SEQ(NOT C, B+ b) WHERE b.v = NEXT(b).v"},
        "C3 A3 B3::1 B5::1", {"q0|||1", "q1|||2"});
}

BOOST_AUTO_TEST_CASE(what_follows_the_loop_reads_what_has_been_shared) {
  check({std::string("COUNT(*) PATTERN SEQ(A, B+ b, C)") + kRising,
         std::string("COUNT(*) PATTERN (SEQ(A, B+ b))+") + kRising},
        "A1 B2::1 B3::2 C4 B5::3 C6", {"q0|||10", "q1|||7"});
}

BOOST_AUTO_TEST_CASE(a_lane_that_shares_is_stored_as_if_it_did_not) {
  const std::string text = workload({std::string("COUNT(*) PATTERN SEQ(A, B+ b)") + kRising,
                                     std::string("SUM(b.v) PATTERN B+ b") + kRising});
  const auto shared = workload_of(text);
  TestStream before(shared, with(Strategy::kAlways));
  before.send(written("A1 B2::1 B3::2"));
  BOOST_TEST(before.watermark(3).empty());
  for (const Strategy strategy : kSameRows) {
    TestStream after(shared, with(strategy));
    after.restore(0, before.snapshot(0));
    const Rows rows = after.send(written("B4::3")).end();
    BOOST_TEST(rows == (Rows{"q0|||7", "q1|||24"}), boost::test_tools::per_element());
  }
  BOOST_TEST(before.send(written("B4::3")).end() == (Rows{"q0|||7", "q1|||24"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(explain_names_the_loops_that_are_shared_and_why_others_are_not) {
  const std::string text =
      explain(*workload_of(workload({"COUNT(*) PATTERN SEQ(A, B+ b) WHERE b.v < NEXT(b).v",
                                     "COUNT(*) PATTERN B+ x WHERE x.v < NEXT(x).v WITHIN 1 MINUTE",
                                     "COUNT(*) PATTERN B+ b WHERE b.v > NEXT(b).v",
                                     "COUNT(*) PATTERN B+ b WHERE b.v < NEXT(b).v NUMBERS APPROX"})),
              {});
  BOOST_TEST(text.find("\n  B+ with an edge predicate: q0, q1\n") != std::string::npos, text);
  BOOST_TEST(
      text.find("\n  B+: q0, q1 share; q2 alone (conditions on adjacent events that no other query has, "
                "that no index finds, or with sums of FLOAT); q3 alone (conditions on adjacent events, "
                "and numbers that round)\n") != std::string::npos,
      text);
}

}  // namespace
}  // namespace horatio
