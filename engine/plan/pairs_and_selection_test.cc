// SPDX-License-Identifier: Apache-2.0
// OR, AND, MATCH NEXT and MATCH CONTIGUOUS (rules 7 and 8).
#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "engine/plan/letter_stream.h"
#include "engine/query/parser.h"

namespace horatio {
namespace {

using namespace letter_stream;
using testing::written;
using Rows = std::vector<std::string>;

BOOST_AUTO_TEST_CASE(or_counts_a_trend_of_both_branches_once) {
  BOOST_TEST(count("A+ OR A a2", "A1 A2") == "3");
  BOOST_TEST(count("SEQ(A, B) OR SEQ(A a2, B+ b2)", "A1 B2 B3") == "3");
}

BOOST_AUTO_TEST_CASE(or_binds_weaker_than_and) {
  const auto text = [](const std::string& pattern) {
    return testing::workload_of(kSchema + "QUERY q RETURN COUNT(*) PATTERN " + pattern + ";");
  };
  BOOST_TEST(text("(A OR B) AND C")->queries.size() == 1U);
  BOOST_TEST(!parse_workload(kSchema + "QUERY q RETURN COUNT(*) PATTERN A OR B AND C;").faults.empty());
}

BOOST_AUTO_TEST_CASE(and_counts_pairs_of_one_trend_of_each_branch) {
  BOOST_TEST(count("A+ AND B+", "A1 B2 A3 B4") == "9");
}

BOOST_AUTO_TEST_CASE(and_without_a_pair_has_no_row) {
  BOOST_TEST(rows("COUNT(*) PATTERN A AND B", "A1 A2").empty());
}

BOOST_AUTO_TEST_CASE(and_counts_unordered_pairs_of_different_trends_where_both_branches_match) {
  BOOST_TEST(count("A AND A a2", "A1 A2 A3") == "3");
  BOOST_TEST(count("A AND A a2", "A1") == "0");
  BOOST_TEST(count("A+ AND A a2", "A1 A2") == "3");
}

BOOST_AUTO_TEST_CASE(and_pairs_are_of_one_partition_and_window) {
  BOOST_TEST(count("A AND B WHERE [g]", "A1:x B2:y B3:x") == "1");
  BOOST_TEST(rows("COUNT(*) PATTERN A AND B WITHIN 10 MILLISECONDS", "A1 B11 A12") == (Rows{"q|10|20||1"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(other_aggregates_of_and_sum_over_both_trends_of_a_pair) {
  BOOST_TEST(rows("COUNT(*), COUNT(A), SUM(A.v), SUM(B.v), AVG(A.v), MIN(A.v), MAX(B.v) PATTERN A+ AND B",
                  "A1::1 A2::2 B3::10 B4::20") == (Rows{"q|||6|8|12|90|1.5|1|20"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(aggregates_of_and_are_refused_where_both_branches_can_match_and_not_with_bindings) {
  const std::string query = "QUERY q RETURN SUM(A.v) PATTERN A AND A+ a2";
  BOOST_TEST(plan_faults(*testing::workload_of(kSchema + query + ";")).size() == 1U);
  BOOST_TEST(plan_faults(*testing::workload_of(kSchema + query + " COUNT BINDINGS;")).empty());
}

BOOST_AUTO_TEST_CASE(and_of_bindings_counts_all_pairs) {
  BOOST_TEST(count("A AND A a2 COUNT BINDINGS", "A1 A2") == "4");
}

BOOST_AUTO_TEST_CASE(next_and_contiguous_are_judged_per_branch_of_and) {
  BOOST_TEST(count("SEQ(A, C) AND SEQ(A a2, B, C c2) MATCH NEXT", "A1 B2 C3") == "1");
}

BOOST_AUTO_TEST_CASE(an_event_may_start_a_trend_wherever_the_pattern_allows_it_under_next) {
  BOOST_TEST(count("SEQ(A, B) MATCH NEXT", "A1 A2 B3 B4") == "2");
}

BOOST_AUTO_TEST_CASE(next_skips_what_cannot_extend_the_partial_trend) {
  BOOST_TEST(count("SEQ(A, B) MATCH NEXT", "A1 X2 C3 B4 B5") == "1");
}

BOOST_AUTO_TEST_CASE(next_is_judged_on_predicates) {
  BOOST_TEST(count("SEQ(A, B) WHERE A.v < NEXT(B).v MATCH NEXT", "A1::1 B2::0 B3::5 B4::6") == "1");
  BOOST_TEST(count("SEQ(A, B) WHERE B.v > 3 MATCH NEXT", "A1 B2::0 B3::5 B4::6") == "1");
}

BOOST_AUTO_TEST_CASE(next_is_judged_on_nots) {
  BOOST_TEST(count("SEQ(A, NOT N, B) MATCH NEXT", "A1 N2 B3 B4") == "0");
}

BOOST_AUTO_TEST_CASE(next_counts_an_extension_that_never_completes) {
  BOOST_TEST(count("SEQ(A, B+, C) MATCH NEXT", "A1 B2 B3 C4") == "1");
  BOOST_TEST(count("SEQ(A, C) OR SEQ(A a2, B, X) MATCH NEXT", "A1 B2 C3") == "0");
}

BOOST_AUTO_TEST_CASE(alternatives_of_one_time_are_each_taken_under_next) {
  BOOST_TEST(count("SEQ(A, B) MATCH NEXT", "A1 B2 B2 B3") == "2");
}

BOOST_AUTO_TEST_CASE(contiguous_takes_neighbours_only) {
  BOOST_TEST(count("SEQ(A, B) MATCH CONTIGUOUS", "A1 B2 B3") == "1");
  BOOST_TEST(count("A+ MATCH CONTIGUOUS", "A1 A2 B3 A4") == "4");
}

BOOST_AUTO_TEST_CASE(an_unnamed_type_of_the_schema_breaks_contiguity) {
  BOOST_TEST(count("SEQ(A, B) MATCH CONTIGUOUS", "A1 X2 B3") == "0");
}

BOOST_AUTO_TEST_CASE(an_event_of_another_partition_does_not_break_contiguity) {
  BOOST_TEST(count("SEQ(A, B) WHERE [g] MATCH CONTIGUOUS", "A1:x X2:y B3:x") == "1");
  BOOST_TEST(count("SEQ(A, B) WHERE [g] MATCH CONTIGUOUS", "A1:x X2:x B3:x") == "0");
}

BOOST_AUTO_TEST_CASE(an_event_with_a_null_key_does_not_break_contiguity) {
  BOOST_TEST(count("SEQ(A, B) WHERE [g] MATCH CONTIGUOUS", "A1:x X2 B3:x") == "1");
}

BOOST_AUTO_TEST_CASE(an_event_that_fails_its_predicate_breaks_contiguity) {
  BOOST_TEST(count("SEQ(A, B) WHERE B.v > 5 MATCH CONTIGUOUS", "A1 B2::1 B3::9") == "0");
}

BOOST_AUTO_TEST_CASE(alternatives_of_one_time_are_each_taken_under_contiguous) {
  BOOST_TEST(count("SEQ(A, B) MATCH CONTIGUOUS", "A1 B2 B2 X2") == "2");
}

BOOST_AUTO_TEST_CASE(a_type_without_the_partitions_attribute_does_not_break_contiguity) {
  testing::TestStream stream(
      "STREAM s (TYPE A (g STRING), TYPE B (g STRING), TYPE X ());"
      "QUERY q RETURN COUNT(*) PATTERN SEQ(A, B) GROUP BY g MATCH CONTIGUOUS;");
  BOOST_TEST(stream.send(written("A1:x X2 B3:x")).end() == (Rows{"q||x|1"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(an_edge_condition_restricts_only_neighbours_of_its_aliases) {
  BOOST_TEST(count("SEQ(A, B+) WHERE B.v < NEXT(B).v", "A1::9 B2::1 B3::2 B4::1") == "4");
}

BOOST_AUTO_TEST_CASE(an_edge_between_aliases_that_are_never_adjacent_is_refused) {
  const std::string query = "QUERY q RETURN COUNT(*) PATTERN (SEQ(A, B))+ WHERE B.v < NEXT(B).v;";
  BOOST_TEST(plan_faults(*testing::workload_of(kSchema + query)).size() == 1U);
}

}  // namespace
}  // namespace horatio
