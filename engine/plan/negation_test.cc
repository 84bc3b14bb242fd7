// SPDX-License-Identifier: Apache-2.0
// NOT (rule 6).
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

BOOST_AUTO_TEST_CASE(a_not_in_the_middle_forbids_what_lies_strictly_between) {
  BOOST_TEST(count("SEQ(A, NOT N, B)", "A1 N2 B3") == "0");
  BOOST_TEST(count("SEQ(A, NOT N, B)", "N1 A2 B3 N4") == "1");
}

BOOST_AUTO_TEST_CASE(a_not_in_the_middle_ignores_ties_with_its_neighbours_under_strict) {
  BOOST_TEST(count("SEQ(A, NOT N, B)", "A1 N1 B2") == "1");
  BOOST_TEST(count("SEQ(A, NOT N, B)", "A1 N2 B2") == "1");
}

BOOST_AUTO_TEST_CASE(a_not_in_the_middle_goes_by_arrival_under_ties_arrival) {
  BOOST_TEST(count("SEQ(A, NOT N, B) TIES ARRIVAL", "A1 N1 B2") == "0");
  BOOST_TEST(count("SEQ(A, NOT N, B) TIES ARRIVAL", "N1 A1 B2") == "1");
  BOOST_TEST(count("SEQ(A, NOT N, B) TIES ARRIVAL", "A1 B1 N1") == "1");
  BOOST_TEST(count("SEQ(A, NOT N, B) TIES ARRIVAL", "A1 N1 B1") == "0");
}

BOOST_AUTO_TEST_CASE(a_leading_not_reaches_back_to_the_windows_start) {
  BOOST_TEST(
      rows("COUNT(*) PATTERN SEQ(NOT N, A) WITHIN 10 MILLISECONDS", "N9 A12 N13 A14") == (Rows{"q|10|20||1"}),
      boost::test_tools::per_element());
  BOOST_TEST(
      rows("COUNT(*) PATTERN SEQ(NOT N, A) WITHIN 10 MILLISECONDS", "N10 A12 A22") == (Rows{"q|20|30||1"}),
      boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_leading_not_ignores_ties_under_strict_and_not_under_arrival) {
  BOOST_TEST(count("SEQ(NOT N, A)", "N1 A1") == "1");
  BOOST_TEST(count("SEQ(NOT N, A) TIES ARRIVAL", "N1 A1") == "0");
  BOOST_TEST(count("SEQ(NOT N, A) TIES ARRIVAL", "A1 N1") == "1");
}

BOOST_AUTO_TEST_CASE(a_trailing_not_reaches_to_the_windows_end) {
  BOOST_TEST(
      rows("COUNT(*) PATTERN SEQ(A, NOT N) WITHIN 10 MILLISECONDS", "A1 N9 A11 N20") == (Rows{"q|10|20||1"}),
      boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_trailing_not_ignores_ties_under_strict_and_not_under_arrival) {
  BOOST_TEST(count("SEQ(A, NOT N)", "A1 N1") == "1");
  BOOST_TEST(count("SEQ(A, NOT N) TIES ARRIVAL", "A1 N1") == "0");
  BOOST_TEST(count("SEQ(A, NOT N) TIES ARRIVAL", "N1 A1") == "1");
}

BOOST_AUTO_TEST_CASE(each_sliding_window_has_ends_of_its_own) {
  BOOST_TEST(rows("COUNT(*) PATTERN SEQ(A, NOT N) WITHIN 10 MILLISECONDS SLIDE 5 MILLISECONDS", "A6 N12") ==
                 (Rows{"q|0|10||1"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(an_n_must_match_its_own_predicates) {
  BOOST_TEST(count("SEQ(A, NOT N, B) WHERE N.v > 5", "A1 N2::3 B3") == "1");
  BOOST_TEST(count("SEQ(A, NOT N, B) WHERE N.v > 5", "A1 N2::7 B3") == "0");
  BOOST_TEST(count("SEQ(A, NOT N, B) WHERE N.v > 5", "A1 N2 B3") == "1");
}

BOOST_AUTO_TEST_CASE(an_n_must_be_of_the_same_partition) {
  BOOST_TEST(count("SEQ(A, NOT N, B) WHERE [g]", "A1:x N2:y B3:x") == "1");
  BOOST_TEST(count("SEQ(A, NOT N, B) WHERE [g]", "A1:x N2:x B3:x") == "0");
}

BOOST_AUTO_TEST_CASE(a_not_in_a_group_holds_in_every_iteration) {
  BOOST_TEST(count("(SEQ(A, NOT N, B))+", "A1 B2 A3 N4 B5") == "1");
  BOOST_TEST(count("(SEQ(A, NOT N, B))+", "A1 B2 N3 A4 B5") == "3");
}

BOOST_AUTO_TEST_CASE(a_not_seq_needs_a_whole_occurrence_in_the_stretch) {
  BOOST_TEST(count("SEQ(A, NOT SEQ(N, M), B)", "A1 N2 M3 B4") == "0");
  BOOST_TEST(count("SEQ(A, NOT SEQ(N, M), B)", "N1 A2 M3 B4") == "1");
  BOOST_TEST(count("SEQ(A, NOT SEQ(N, M), B)", "A1 M2 N3 B4") == "1");
  BOOST_TEST(count("SEQ(A, NOT SEQ(N, M), B)", "A1 N2 B3 M4") == "1");
}

BOOST_AUTO_TEST_CASE(a_not_seq_obeys_ties) {
  BOOST_TEST(count("SEQ(A, NOT SEQ(N, M), B)", "A1 N2 M2 B4") == "1");
  BOOST_TEST(count("SEQ(A, NOT SEQ(N, M), B) TIES ARRIVAL", "A1 N2 M2 B4") == "0");
  BOOST_TEST(count("SEQ(A, NOT SEQ(N, M), B) TIES ARRIVAL", "A1 M2 N2 B4") == "1");
}

BOOST_AUTO_TEST_CASE(a_not_seq_obeys_neither_next_nor_contiguous) {
  BOOST_TEST(count("SEQ(A, NOT SEQ(N, M), B) MATCH NEXT", "A1 N2 N3 M4 B5") == "0");
  BOOST_TEST(count("SEQ(NOT SEQ(N, M), B) MATCH CONTIGUOUS", "N1 X2 M3 X4 B5") == "0");
}

BOOST_AUTO_TEST_CASE(several_nots_side_by_side_must_all_hold) {
  BOOST_TEST(count("SEQ(A, NOT N, NOT M, B)", "A1 B2") == "1");
  BOOST_TEST(count("SEQ(A, NOT N, NOT M, B)", "A1 N2 B3") == "0");
  BOOST_TEST(count("SEQ(A, NOT N, NOT M, B)", "A1 M2 B3") == "0");
}

BOOST_AUTO_TEST_CASE(not_for_looks_d_ahead_of_the_last_event) {
  BOOST_TEST(count("SEQ(A, NOT N FOR 5 MILLISECONDS)", "A1 N5") == "0");
  BOOST_TEST(count("SEQ(A, NOT N FOR 5 MILLISECONDS)", "A1 N6") == "1");
  BOOST_TEST(count("SEQ(A, NOT N FOR 5 MILLISECONDS)", "N1 A1") == "1");
  BOOST_TEST(count("SEQ(A, NOT N FOR 5 MILLISECONDS)", "A1 N1") == "1");
  BOOST_TEST(count("SEQ(A, NOT N FOR 5 MILLISECONDS) TIES ARRIVAL", "A1 N1") == "0");
}

BOOST_AUTO_TEST_CASE(not_for_counts_only_where_its_wait_fits_into_the_window) {
  BOOST_TEST(rows("COUNT(*) PATTERN SEQ(A, NOT N FOR 5 MILLISECONDS) WITHIN 10 MILLISECONDS",
                  "A5 A6 A15 N21") == (Rows{"q|0|10||1", "q|10|20||1"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(not_for_is_decided_by_event_time_without_a_further_event_of_the_key) {
  testing::TestStream stream(
      kSchema +
      "QUERY q RETURN COUNT(*) PATTERN SEQ(A, NOT N FOR 5 MILLISECONDS) GROUP BY g WITHIN 10 MILLISECONDS;");
  stream.send(written("A2:x"));
  BOOST_TEST(stream.watermark(9) == (Rows{"q|0|10|x|1"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(not_for_ends_a_branch_of_a_top_level_or) {
  BOOST_TEST(count("SEQ(A, NOT N FOR 5 MILLISECONDS) OR B", "A1 N3 B4") == "1");
  BOOST_TEST(count("SEQ(A, NOT N FOR 5 MILLISECONDS) OR B", "A1 B4") == "2");
}

BOOST_AUTO_TEST_CASE(not_for_that_exceeds_within_is_refused) {
  const std::string query =
      "QUERY q RETURN COUNT(*) PATTERN SEQ(A, NOT N FOR 11 MILLISECONDS) WITHIN 10 MILLISECONDS;";
  BOOST_TEST(!parse_workload(kSchema + query).faults.empty());
}

}  // namespace
}  // namespace horatio
