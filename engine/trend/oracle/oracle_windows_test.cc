// SPDX-License-Identifier: Apache-2.0
// The oracle itself: order, windows, groups (rules 1, 2, 4, 5).
#include "engine/trend/testing/oracle_answers.h"

using namespace horatio;
using namespace horatio::oracle;
using Kind = Expression::Kind;

BOOST_TEST_DONT_PRINT_LOG_VALUE(Texts)

BOOST_AUTO_TEST_CASE(events_of_one_time_follow_each_other_by_arrival_only) {
  BOOST_TEST(count("SEQ(A, B)", "(AB)") == 0);
  BOOST_TEST(count_arrival("SEQ(A, B)", "(AB)") == 1);
  BOOST_TEST(count_arrival("SEQ(A, B)", "(BA)") == 0);
}

BOOST_AUTO_TEST_CASE(a_trend_counts_in_every_window_that_holds_all_of_it) {
  // Times -2 to 3; windows [-2, 2), [1, 5): the first holds AABB, the second BAB.
  BOOST_TEST((windows(LetterQuery("SEQ(A, B)").within(4, 3, 1), "AABBAB") == Texts{"-2:4", "1:1"}));
}

BOOST_AUTO_TEST_CASE(a_trend_across_a_boundary_or_in_a_gap_is_in_no_window) {
  BOOST_TEST((windows(LetterQuery("SEQ(A, B)").within(2), "CABAB") == Texts{}));
  BOOST_TEST((windows(LetterQuery("SEQ(A, B)").within(2), "ABAB") == Texts{"-2:1", "0:1"}));
  // Windows [-3, -2), [0, 1), [3, 4).
  BOOST_TEST((windows(LetterQuery("A").within(1, 3), "AAAAAA") == Texts{"0:1", "3:1"}));
}

BOOST_AUTO_TEST_CASE(windows_of_events_number_the_pattern_s_types_of_a_group) {
  BOOST_TEST((windows(LetterQuery("SEQ(A, B)").within_events(2), "ABAB") == Texts{"0:1", "2:1"}));
  BOOST_TEST((windows(LetterQuery("SEQ(A, B)").within_events(2), "ACBACB") == Texts{"0:1", "2:1"}));
  BOOST_TEST((windows(LetterQuery("SEQ(A, B)").within_events(2, 1), "ABAB") == Texts{"0:1", "2:1"}));
  BOOST_TEST((windows(LetterQuery("SEQ(A, NOT N, B)").within_events(2), "ANBAB") == Texts{}));
  BOOST_TEST((windows(LetterQuery("SEQ(A, NOT N)").within_events(2), "ANA") == Texts{"2:1"}));
  BOOST_TEST((windows(LetterQuery("SEQ(NOT N, A)").within_events(2), "ANNAA") == Texts{"0:1", "4:1"}));
  BOOST_TEST((windows(LetterQuery("A").within_events(1, 3), "AAAAA") == Texts{"0:1", "3:1"}));
  BOOST_TEST((windows(LetterQuery("SEQ(A, B)").within_events(3), "(BA)B") == Texts{"0:1"}));
}

BOOST_AUTO_TEST_CASE(a_window_of_events_has_the_time_of_its_last_event) {
  const auto found = rows(LetterQuery("A").within_events(2), letters("ACAA"));
  BOOST_TEST_REQUIRE(found.size() == 2U);
  BOOST_TEST((found[0].time == Timestamp{0}));
  BOOST_TEST((found[1].time == kEndOfTime));
}

BOOST_AUTO_TEST_CASE(windows_of_events_number_before_predicates_and_without_null_keys) {
  LetterQuery query("SEQ(A, B)");
  query.within_events(2).local("A", operation(Kind::kLess, query.of("A", "v"), number(5)));
  BOOST_TEST((windows(query, "AA9B") == Texts{}));
  LetterQuery grouped("SEQ(A, B)");
  grouped.within_events(2).group_by("k");
  auto events = letters("AAB");
  events[1].attributes[1] = Value();
  BOOST_TEST((windows(grouped, events) == Texts{"0:1"}));
  events[1].attributes[1] = std::int64_t{2};
  BOOST_TEST((windows(grouped, events) == Texts{"0:1"}));
  LetterQuery equal("SEQ(A, B)");
  equal.within_events(2).equivalence("k");
  BOOST_TEST((windows(equal, events) == Texts{}));  // the event of another k has a number of the same group
}

BOOST_AUTO_TEST_CASE(rows_are_of_groups_and_sum_over_the_equivalence) {
  auto events = letters("ABAB");
  events[2].attributes[1] = events[3].attributes[1] = std::int64_t{2};
  BOOST_TEST(count(LetterQuery("SEQ(A, B)"), events) == 3);
  BOOST_TEST(count(LetterQuery("SEQ(A, B)").equivalence("k"), events) == 2);
  const auto grouped = rows(LetterQuery("SEQ(A, B)").group_by("k"), events);
  BOOST_TEST_REQUIRE(grouped.size() == 2U);
  BOOST_TEST(grouped[0].cells[0].value == 1);
  BOOST_TEST(std::get<std::int64_t>(grouped[1].group[0]) == 2);
}

BOOST_AUTO_TEST_CASE(an_event_with_a_null_key_is_left_out_and_counted) {
  auto events = letters("ABCB");
  events[1].attributes[1] = events[2].attributes[1] = Value();
  const LetterQuery query = LetterQuery("SEQ(A, B)").group_by("k");
  const auto answered = answer(query.workload(), events);
  BOOST_TEST_REQUIRE(answered.ok());
  BOOST_TEST(answered->left_out == 1U);  // C is no type of the pattern
  BOOST_TEST(answered->rows.at(0).cells[0].value == 1);
}

BOOST_AUTO_TEST_CASE(empty_windows_have_rows_where_they_are_asked_for) {
  auto query = all_aggregates("SEQ(A, B)", "A").emit_empty_windows().within(2);
  BOOST_TEST((cells(query, letters("BA")) == Texts{"0", "0", "0", "", "", "", ""}));
  auto events = letters("BCCCCCA");
  BOOST_TEST((windows(query, events) == Texts{"-2:0", "0:0", "2:0", "4:0"}));
  BOOST_TEST((windows(query.group_by("k"), events) == Texts{"-2:0", "4:0"}));
  BOOST_TEST(rows(query, letters("CCC")).empty());
  // A window is not empty for a NOT's type or an event that a predicate rejects.
  LetterQuery negated("SEQ(NOT N, A)");
  negated.emit_empty_windows().within(1).group_by("k");
  negated.local("A", operation(Kind::kGreater, negated.of("A", "v"), number(5)));
  BOOST_TEST((windows(negated, "CNA7A1") == Texts{"-1:0", "0:1", "1:0"}));
  const LetterQuery of_events = LetterQuery("SEQ(A, B)").emit_empty_windows().within_events(2, 1);
  BOOST_TEST((windows(of_events, "ABA") == Texts{"0:1", "1:0", "2:0"}));
  BOOST_TEST(rows(LetterQuery("SEQ(A, B)").emit_empty_windows(), letters("B")).size() == 1U);
  BOOST_TEST(rows(LetterQuery("SEQ(A, B)").emit_empty_windows(), letters("C")).empty());
}
