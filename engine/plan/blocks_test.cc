// SPDX-License-Identifier: Apache-2.0
// Queries that share a Kleene sub-pattern of several types, under the strategies that do: values by hand, and
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
using testing::written;
using Rows = std::vector<std::string>;

// "QUERY q0 RETURN COUNT(*) PATTERN <first>; QUERY q1 ..." over types A to D.
std::string workload(const Rows& queries) {
  std::string text = "STREAM s (";
  for (const char type : {'A', 'B', 'C', 'D'})
    text += std::string(type == 'A' ? "" : ", ") + "TYPE " + type + " (g STRING, v INT)";
  text += ");";
  for (std::size_t i = 0; i < queries.size(); ++i)
    text += "QUERY q" + std::to_string(i) + " RETURN COUNT(*) PATTERN " + queries[i] + ";";
  return text;
}

// The counts in the order of the queries, the same under all strategies, and what `always` has shared.
struct Counted {
  Rows counts;
  trend::SharingCounts sharing;
};

Counted count(const Rows& queries, const std::string& events) {
  Counted counted;
  for (const Strategy strategy : kSameRows) {
    TestStream stream(workload(queries), with(strategy));
    Rows counts = stream.send(written(events)).end();
    std::sort(counts.begin(), counts.end());
    for (std::string& row : counts) row = row.substr(row.rfind('|') + 1);
    if (strategy == Strategy::kNever) counted.counts = counts;
    BOOST_TEST(counts == counted.counts, boost::test_tools::per_element());
    counted.sharing = stream.engine().stats().sharing;
  }
  return counted;
}

void check(const Counted& counted, const Rows& expected) {
  BOOST_TEST(counted.counts == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(alternating_events_are_one_burst_of_a_sequence_that_repeats) {
  // BC at 2-3, 2-5, 4-5, and BCBC.
  const Counted counted = count({"(SEQ(B, C))+", "SEQ(A, (SEQ(B, C))+)"}, "A1 B2 C3 B4 C5");
  check(counted, {"4", "4"});
  BOOST_TEST(counted.sharing.bursts == 1U);
  BOOST_TEST(counted.sharing.shared_bursts == 1U);
  BOOST_TEST(counted.sharing.events == 4U);
  BOOST_TEST(counted.sharing.graphlets == 1U);
}

BOOST_AUTO_TEST_CASE(a_block_may_be_a_choice_or_have_three_types) {
  // All non-empty subsets of 4 events, after either A.
  check(count({"(B OR C)+", "SEQ(A, (B OR C)+)"}, "A1 B2 C3 B4 C5"), {"15", "15"});
  check(count({"(B OR C)+", "SEQ(A, (B OR C)+)"}, "A1 A2 B3 C4 B5 C6"), {"15", "30"});
  // BCD at 1-2-3, 1-2-6, 1-5-6, 4-5-6 and both rounds.
  const Counted three = count({"(SEQ(B, C, D))+", "SEQ((SEQ(B, C, D))+, A)"}, "B1 C2 D3 B4 C5 D6 A7");
  check(three, {"5", "5"});
  BOOST_TEST(three.sharing.shared_bursts == 1U);
}

// Two queries have either block, one of them both.
BOOST_AUTO_TEST_CASE(which_of_two_blocks_is_shared_does_not_depend_on_the_order_of_the_queries) {
  Rows queries{"(SEQ(A, B))+", "(SEQ(C, D))+", "SEQ((SEQ(A, B))+, (SEQ(C, D))+)"};
  for (int order = 0; order < 6; ++order) {
    const TestStream stream(workload(queries), with(Strategy::kHamlet));
    const std::string plan = explain(stream.workload(), with(Strategy::kHamlet));
    BOOST_TEST(plan.find("\n  (C, D): ") != std::string::npos, plan);
    BOOST_TEST(plan.find("\n  (A, B): ") == std::string::npos, plan);
    std::next_permutation(queries.begin(), queries.end());
  }
}

BOOST_AUTO_TEST_CASE(what_stands_before_a_block_counts_when_it_comes_between_bursts) {
  // q0: BC at 2-3, 2-6, 5-6, and all four. q1: as many with A1; with A4 the last BC alone.
  const Counted counted = count({"(SEQ(B, C))+", "SEQ(A, (SEQ(B, C))+)"}, "A1 B2 C3 A4 B5 C6");
  check(counted, {"4", "5"});
  BOOST_TEST(counted.sharing.bursts == 2U);
}

BOOST_AUTO_TEST_CASE(events_of_one_time_follow_each_other_only_as_they_arrived) {
  // C2 reads the B before its time: none. C3 reads B2.
  check(count({"(SEQ(B, C))+", "SEQ(A, (SEQ(B, C))+)"}, "A1 B2 C2 B3 C3"), {"1", "1"});
  check(count({"(SEQ(B, C))+ TIES ARRIVAL", "SEQ(A, (SEQ(B, C))+) TIES ARRIVAL"}, "A1 B2 C2 B3 C3"),
        {"4", "4"});
  // An A of the last time of a burst, of a query that goes on with it: it is not before B3.
  check(count({"(SEQ(B, C))+", "SEQ(A, (SEQ(B, C))+)"}, "A1 B2 B3 A3 C4"), {"2", "2"});
}

BOOST_AUTO_TEST_CASE(ties_are_sorted_by_type_before_bursts_are_cut) {
  const Counted counted = count({"(SEQ(B, C))+", "SEQ((SEQ(B, C))+, D)"}, "B1 D2 C2 D2 B3 C4 D5");
  check(counted, {"4", "4"});
  BOOST_TEST(counted.sharing.bursts == 2U);
  BOOST_TEST(counted.sharing.events == 4U);
}

BOOST_AUTO_TEST_CASE(an_event_on_which_queries_disagree_is_a_snapshot) {
  // q0 does not see C2.
  const Counted counted = count({"(SEQ(B, C))+ WHERE C.v > 0", "(SEQ(B, C))+"}, "B1 C2::0 B3 C4::1");
  check(counted, {"2", "4"});
  BOOST_TEST(counted.sharing.event_snapshots == 1U);
  BOOST_TEST(counted.sharing.graphlets == 2U);
  BOOST_TEST(counted.sharing.single_events == 1U);
}

BOOST_AUTO_TEST_CASE(a_burst_may_begin_with_an_event_that_opens_no_window) {
  // C2 goes to q1, which has A1; B3 opens the window of q0.
  const Counted counted = count({"(SEQ(B, C))+", "SEQ(A, (SEQ(B, C))+)"}, "A1 C2 B3 C4");
  check(counted, {"1", "1"});
  BOOST_TEST(counted.sharing.bursts == 1U);
}

BOOST_AUTO_TEST_CASE(counts_grow_past_the_coefficients_of_a_graphlet) {
  std::string events;
  for (int time = 1; time <= 70; ++time) events += (time % 2 == 0 ? "B" : "C") + std::to_string(time) + " ";
  const Counted counted = count({"(B OR C)+", "(B OR C)+ NUMBERS U64", "(B OR C)+ WITHIN 1 SECOND"}, events);
  check(counted, {"1180591620717411303423", "OVERFLOW", "1180591620717411303423"});
  BOOST_TEST(counted.sharing.graphlets == 2U);
  BOOST_TEST(counted.sharing.shared_events == 210U);
}

BOOST_AUTO_TEST_CASE(aggregates_over_the_events_of_a_block_are_shared_as_well) {
  const std::string kleene = " PATTERN (SEQ(B, C))+;";
  const std::string text = workload({"(SEQ(B, C))+", "SEQ((SEQ(B, C))+, A)"}) +
                           "QUERY r0 RETURN SUM(C.v), COUNT(B)" + kleene +
                           "QUERY r1 RETURN MIN(C.v), MAX(C.v), AVG(C.v)" + kleene +
                           "QUERY r2 RETURN SUM(A.v), COUNT(C.v) PATTERN SEQ(A, (SEQ(B, C))+);" +
                           "QUERY r3 RETURN SUM(C.v)" + " PATTERN (SEQ(B, C))+ NUMBERS U64;";
  for (const Strategy strategy : kSameRows) {
    TestStream stream(text, with(strategy));
    Rows rows = stream.send(written("A1::3 B2 C3::5 B4 C5::2 A6")).end();
    std::sort(rows.begin(), rows.end());
    // The sums of C over its trends are 5, 2, 2 and, of both rounds, 7.
    const Rows expected{"q0|||4", "q1|||4", "r0|||16|5", "r1|||2|5|3.2", "r2|||12|5", "r3|||16"};
    BOOST_TEST(rows == expected, boost::test_tools::per_element());
    if (strategy == Strategy::kAlways) BOOST_TEST(stream.engine().stats().sharing.shared_events == 24U);
  }
}

BOOST_AUTO_TEST_CASE(sums_past_64_bits_within_a_burst_go_to_each_query) {
  const std::string text = workload({"(B OR C)+"}) + "QUERY r0 RETURN SUM(C.v) PATTERN (B OR C)+;";
  for (const Strategy strategy : kSameRows) {
    TestStream stream(text, with(strategy));
    Rows rows = stream.send(written("B1 C2::9000000000000000000 C2::9000000000000000000 B3")).end();
    std::sort(rows.begin(), rows.end());
    // B1, either C with or without it, B3 with or without each: C is in 2 + 2 trends twice.
    const Rows expected{"q0|||11", "r0|||72000000000000000000"};
    BOOST_TEST(rows == expected, boost::test_tools::per_element());
  }
}

BOOST_AUTO_TEST_CASE(many_events_of_one_type_within_a_burst_have_their_closed_form) {
  std::string events = "A1 ";
  for (int time = 2; time <= 71; ++time) events += "B" + std::to_string(time) + " ";
  // Any of 2^70 - 1 choices of B before C72; with C74 after B73 any of 2^71 - 1, and one before and after
  // C72.
  const Counted counted = count({"(SEQ(B+, C))+", "SEQ(A, (SEQ(B+, C))+)"}, events + "C72 B73 C74");
  // 2^70 - 1 + 2^71 - 1 + 2^70 - 1
  check(counted, {"4722366482869645213693", "4722366482869645213693"});
  BOOST_TEST(counted.sharing.bursts == 1U);
  BOOST_TEST(counted.sharing.graphlets == 2U);
}

BOOST_AUTO_TEST_CASE(a_not_closes_what_comes_into_a_block_and_what_goes_out_of_it) {
  // q0: only A4 is still open at B5. q1: D3 is behind the C2 of the first round only.
  const Counted counted =
      count({"SEQ(A, NOT D, (SEQ(B, C))+)", "SEQ((SEQ(B, C))+, NOT D, A)"}, "A1 B1 C2 D3 A4 B5 C6 A7");
  check(counted, {"1", "3"});
}

Rows rows_over_a_snapshot(const Rows& queries, Strategy first, Strategy second) {
  TestStream before(workload(queries), with(first));
  before.send(written("A1:x B2:x C3:x:0 B4:x C5:x:3"));
  Rows rows = before.watermark(5);
  TestStream after(before.shared_workload(), with(second));
  after.restore(0, before.snapshot(0));
  after.send(written("B6:x C7:x:0 B8:x C9:x:2"));
  const Rows rest = after.end();
  rows.insert(rows.end(), rest.begin(), rest.end());
  return rows;
}

BOOST_AUTO_TEST_CASE(a_snapshot_within_a_burst_is_read_by_every_strategy) {
  const Rows queries{"(SEQ(B, C))+", "SEQ(A, (SEQ(B, C))+) WHERE C.v > 0 GROUP BY g",
                     "SEQ(A, (SEQ(B, C))+) GROUP BY g WITHIN 20 MILLISECONDS SLIDE 4 MILLISECONDS",
                     "SEQ(A, (SEQ(B, C))+) WITHIN 8 MILLISECONDS", "(SEQ(B, C))+ NUMBERS APPROX"};
  const Rows expected = rows_over_a_snapshot(queries, Strategy::kNever, Strategy::kNever);
  for (const Strategy first : kSameRows) {
    for (const Strategy second : kSameRows) {
      BOOST_TEST(rows_over_a_snapshot(queries, first, second) == expected, boost::test_tools::per_element());
    }
  }
}

std::string sharing_of(const Rows& queries) {
  const std::string text = explain(*testing::workload_of(workload(queries)), with(Strategy::kHamlet));
  const std::size_t at = text.find("\nsharing groups");
  return at == std::string::npos ? "" : text.substr(text.find('\n', at + 1) + 1);
}

BOOST_AUTO_TEST_CASE(queries_with_one_block_are_a_group_whatever_is_around_it) {
  BOOST_TEST(sharing_of({"(SEQ(B, C))+", "SEQ((SEQ(B b, C c))+, D) WHERE b.v > 1", "SEQ(A, B+)"}) ==
             "  (B, C): q0, q1 (2 classes of predicates)\n  D: q1\n  A: q2\n  B: q2\n");
  // Not the same machine, other ties, and a type that stands at two places.
  BOOST_TEST(sharing_of({"(SEQ(B, C))+", "(B OR C)+", "(SEQ(B, C))+ TIES ARRIVAL", "SEQ((SEQ(B, C))+, B b)"})
                 .find("(B, C)") == std::string::npos);
  // The largest that most have.
  BOOST_TEST(sharing_of({"(SEQ(A, (SEQ(B, C))+))+", "(SEQ(A, (SEQ(B, C))+))+"}) == "  (A, B, C): q0, q1\n");
}

BOOST_AUTO_TEST_CASE(explain_says_who_shares_a_block) {
  const std::string text = workload({"(SEQ(B, C))+", "SEQ(A, (SEQ(B, C))+)", "(SEQ(B, C))+ MATCH NEXT"});
  const auto explained = [&text](Strategy strategy) {
    return explain(*testing::workload_of(text), with(strategy));
  };
  BOOST_TEST(explained(Strategy::kHamlet).find("  (SEQ(B, C))+: q0, q1 share; q2 alone (MATCH NEXT)\n") !=
             std::string::npos);
  BOOST_TEST(
      explained(Strategy::kAuto).find("  (SEQ(B, C))+: not shared: its events are of several types\n") !=
      std::string::npos);
}

}  // namespace
}  // namespace horatio
