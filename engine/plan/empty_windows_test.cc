// SPDX-License-Identifier: Apache-2.0
// Rows and no rows: EMIT EMPTY WINDOWS and HAVING (rule 4).
#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "engine/plan/letter_stream.h"

namespace horatio {
namespace {

using namespace letter_stream;
using testing::written;
using Rows = std::vector<std::string>;

BOOST_AUTO_TEST_CASE(without_a_trend_there_is_no_row) {
  BOOST_TEST(rows("COUNT(*) PATTERN SEQ(A, B) WITHIN 10 MILLISECONDS", "A1 B12").empty());
}

BOOST_AUTO_TEST_CASE(a_group_has_an_empty_row_for_each_window_with_one_of_its_events) {
  BOOST_TEST(rows("COUNT(*) PATTERN SEQ(A, B) GROUP BY g WITHIN 10 MILLISECONDS EMIT EMPTY WINDOWS",
                  "A1:x A2:y B3:y A31:x") == (Rows{"q|0|10|x|0", "q|0|10|y|1", "q|30|40|x|0"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(without_group_by_all_windows_between_the_first_and_the_last_have_a_row) {
  BOOST_TEST(rows("COUNT(*) PATTERN SEQ(A, B) WITHIN 10 MILLISECONDS EMIT EMPTY WINDOWS", "A1 A41 B42") ==
                 (Rows{"q|0|10||0", "q|10|20||0", "q|20|30||0", "q|30|40||0", "q|40|50||1"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(empty_windows_come_as_the_watermark_passes_them_once_a_later_event_is_there) {
  testing::TestStream stream(kSchema +
                             "QUERY q RETURN COUNT(*) PATTERN A WITHIN 10 MILLISECONDS EMIT EMPTY WINDOWS;");
  stream.send(written("A1"));
  BOOST_TEST(stream.watermark(29) == (Rows{"q|0|10||1"}), boost::test_tools::per_element());
  stream.send(written("A45"));
  BOOST_TEST(stream.watermark(44).empty());
  BOOST_TEST(stream.watermark(45) == (Rows{"q|10|20||0", "q|20|30||0", "q|30|40||0"}),
             boost::test_tools::per_element());
  BOOST_TEST(stream.end() == (Rows{"q|40|50||1"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(events_inside_a_not_and_events_that_fail_a_condition_open_a_window) {
  BOOST_TEST(rows("COUNT(*) PATTERN SEQ(A, NOT N, B) WHERE A.v > 5 GROUP BY g WITHIN 10 MILLISECONDS EMIT "
                  "EMPTY WINDOWS",
                  "N1:x A2:y:1") == (Rows{"q|0|10|x|0", "q|0|10|y|0"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(types_outside_the_pattern_and_null_keys_open_no_window) {
  BOOST_TEST(rows("COUNT(*) PATTERN A GROUP BY g WITHIN 10 MILLISECONDS EMIT EMPTY WINDOWS", "X1:x B2:y A3")
                 .empty());
}

BOOST_AUTO_TEST_CASE(an_empty_row_counts_0_and_has_null_elsewhere) {
  BOOST_TEST(rows("COUNT(*), COUNT(A), COUNT(A.v), SUM(A.v), AVG(A.v), MIN(A.v), MAX(A.v) PATTERN SEQ(A, B) "
                  "GROUP BY g WITHIN 10 MILLISECONDS EMIT EMPTY WINDOWS",
                  "A1:x:4") == (Rows{"q|0|10|x|0|0|0|NULL|NULL|NULL|NULL"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(having_applies_to_empty_rows) {
  BOOST_TEST(
      rows("COUNT(*) PATTERN SEQ(A, B) WITHIN 10 MILLISECONDS EMIT EMPTY WINDOWS HAVING COUNT(*) > 0", "A1")
          .empty());
  BOOST_TEST(rows("COUNT(*) PATTERN SEQ(A, B) WITHIN 10 MILLISECONDS EMIT EMPTY WINDOWS HAVING COUNT(*) = 0",
                  "A1 A11 B12") == (Rows{"q|0|10||0"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_window_of_events_without_a_trend_has_an_empty_row) {
  BOOST_TEST(rows("COUNT(*) PATTERN SEQ(A, B) GROUP BY g WITHIN 2 EVENTS EMIT EMPTY WINDOWS",
                  "B1:x A2:x A3:x") == (Rows{"q|0|2|x|0|@2", "q|2|4|x|0|@end"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(having_reads_aggregates_that_are_not_returned) {
  BOOST_TEST(
      rows("COUNT(*) PATTERN A+ GROUP BY g HAVING MAX(A.v) >= 5", "A1:x:5 A2:x:1 A3:y:4") == (Rows{"q||x|3"}),
      boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(having_reads_names) {
  BOOST_TEST(rows("COUNT(*) AS trends PATTERN A+ GROUP BY g HAVING trends > 2", "A1:x A2:x A3:y") ==
                 (Rows{"q||x|3"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(null_fails_having) {
  BOOST_TEST(rows("COUNT(*) PATTERN A+ HAVING SUM(A.v) < 5", "A1").empty());
  BOOST_TEST(rows("COUNT(*) PATTERN A+ HAVING NOT SUM(A.v) < 5", "A1").empty());
}

BOOST_AUTO_TEST_CASE(an_overflowed_count_is_larger_than_any_number) {
  std::string events;
  for (int i = 0; i < 65; ++i) events += " A" + std::to_string(i);
  BOOST_TEST(rows("COUNT(*) PATTERN A+ NUMBERS U64 HAVING COUNT(*) > 99999999999999999999999", events) ==
                 (Rows{"q|||OVERFLOW"}),
             boost::test_tools::per_element());
  BOOST_TEST(
      rows("COUNT(*) PATTERN A+ NUMBERS U64 HAVING COUNT(*) < 99999999999999999999999", events).empty());
}

BOOST_AUTO_TEST_CASE(a_hidden_aggregate_that_overflows_does_not_touch_the_rows_status) {
  std::string events;
  for (int i = 0; i < 65; ++i) events += " A" + std::to_string(i);
  BOOST_TEST(rows("MAX(A.v) PATTERN A+ NUMBERS U64 HAVING COUNT(*) > 7", events) == (Rows{"q|||NULL"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_row_whose_bound_straddles_the_threshold_is_emitted) {
  std::string events;
  for (int i = 0; i < 60; ++i) events += " A" + std::to_string(i);
  const std::string query = "COUNT(*) PATTERN A+ NUMBERS APPROX HAVING COUNT(*) ";
  BOOST_TEST(rows(query + "> 1152921504606846975", events).size() == 1U);
  BOOST_TEST(rows(query + "< 1152921504606846975", events).size() == 1U);
  BOOST_TEST(rows(query + "> 1152930000000000000", events).empty());
  BOOST_TEST(rows(query + "< 1152910000000000000", events).empty());
}

}  // namespace
}  // namespace horatio
