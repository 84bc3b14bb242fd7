// SPDX-License-Identifier: Apache-2.0
// WITHIN n EVENTS (rule 2).
#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "engine/plan/letter_stream.h"

namespace horatio {
namespace {

using namespace letter_stream;
using testing::written;
using Rows = std::vector<std::string>;

BOOST_AUTO_TEST_CASE(events_are_numbered_per_group_from_0) {
  BOOST_TEST(rows("COUNT(*) PATTERN A+ GROUP BY g WITHIN 2 EVENTS", "A1:x A2:y A3:x A4:y A5:x") ==
                 (Rows{"q|0|2|x|3|@3", "q|0|2|y|3|@4", "q|2|4|x|1|@end"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(windows_slide_over_the_numbers) {
  BOOST_TEST(rows("COUNT(*) PATTERN A+ WITHIN 3 EVENTS SLIDE 2", "A1 A2 A3 A4 A5") ==
                 (Rows{"q|0|3||7|@3", "q|2|5||7|@5", "q|4|7||1|@end"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(numbers_between_windows_are_in_none) {
  BOOST_TEST(rows("COUNT(*) PATTERN A+ WITHIN 1 EVENTS SLIDE 3", "A1 A2 A3 A4") ==
                 (Rows{"q|0|1||1|@1", "q|3|4||1|@4"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(types_inside_a_not_are_numbered_and_other_types_are_not) {
  BOOST_TEST(rows("COUNT(*) PATTERN SEQ(A, NOT N, B) WITHIN 3 EVENTS", "A1 X2 N3 X4 B5 A6 X7 B8") ==
                 (Rows{"q|3|6||1|@end"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(events_that_fail_their_predicates_are_numbered) {
  BOOST_TEST(rows("COUNT(*) PATTERN A+ WHERE A.v > 5 WITHIN 3 EVENTS", "A1::9 A2::1 A3::9 A4::9") ==
                 (Rows{"q|0|3||3|@3", "q|3|6||1|@end"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(events_with_a_null_key_are_not_numbered) {
  BOOST_TEST(rows("COUNT(*) PATTERN A+ GROUP BY g WITHIN 2 EVENTS", "A1:x A2 A3:x") == (Rows{"q|0|2|x|3|@3"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(all_equivalence_parts_of_a_group_share_its_numbers) {
  BOOST_TEST(rows("COUNT(*) PATTERN A+ WHERE [v] GROUP BY g WITHIN 3 EVENTS",
                  "A1:x:1 A2:x:2 A3:x:1 A4:x:2") == (Rows{"q|0|3|x|4|@3", "q|3|6|x|1|@end"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(numbers_go_by_time_and_then_by_arrival) {
  BOOST_TEST(rows("SUM(A.v) PATTERN A+ WITHIN 2 EVENTS", "A5::1 A5::2 A5::4 A3::8") ==
                 (Rows{"q|0|2||18|@5", "q|2|4||6|@5"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(ties_are_ties_within_a_window_too) {
  BOOST_TEST(rows("COUNT(*) PATTERN A+ WITHIN 2 EVENTS", "A5 A5") == (Rows{"q|0|2||2|@5"}),
             boost::test_tools::per_element());
  BOOST_TEST(rows("COUNT(*) PATTERN A+ WITHIN 2 EVENTS TIES ARRIVAL", "A5 A5") == (Rows{"q|0|2||3|@5"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_full_window_is_due_with_the_watermark_and_incomplete_ones_at_the_end) {
  testing::TestStream stream(kSchema + "QUERY q RETURN COUNT(*) PATTERN A+ WITHIN 2 EVENTS;");
  stream.send(written("A1 A7 A8"));
  BOOST_TEST(stream.watermark(6).empty());
  BOOST_TEST(stream.watermark(7) == (Rows{"q|0|2||3|@7"}), boost::test_tools::per_element());
  BOOST_TEST(stream.watermark(100).empty());
  BOOST_TEST(stream.end() == (Rows{"q|2|4||1|@end"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_window_without_a_trend_has_no_row) {
  BOOST_TEST(rows("COUNT(*) PATTERN SEQ(A, B) WITHIN 2 EVENTS", "B1 A2 A3 B4") == (Rows{"q|2|4||1|@4"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(the_numbers_go_on_over_a_restore) {
  const std::string query =
      kSchema + "QUERY q RETURN COUNT(*) PATTERN A+ GROUP BY g WITHIN 3 EVENTS SLIDE 2;";
  testing::TestStream first(query), second(query);
  first.send(written("A1:x A2:x A3:x A4:x A5:y"));
  BOOST_TEST(first.watermark(5) == (Rows{"q|0|3|x|7|@3"}), boost::test_tools::per_element());
  second.restore(0, first.snapshot(0));
  second.send(written("A6:x A7:y"));
  BOOST_TEST(second.end() == (Rows{"q|2|5|x|7|@6", "q|0|3|y|3|@end", "q|4|7|x|1|@end"}),
             boost::test_tools::per_element());
}

}  // namespace
}  // namespace horatio
