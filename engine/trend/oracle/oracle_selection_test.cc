// SPDX-License-Identifier: Apache-2.0
// The oracle itself: conjunction (rule 7) and selection (rule 8).
#include "engine/trend/testing/oracle_answers.h"

using namespace horatio;
using namespace horatio::oracle;
using Function = Aggregate::Function;
using Kind = Expression::Kind;

BOOST_TEST_DONT_PRINT_LOG_VALUE(Texts)

BOOST_AUTO_TEST_CASE(a_conjunction_counts_pairs_that_are_not_the_same_trend) {
  BOOST_TEST(count("A+ AND B", "AB") == 1);
  BOOST_TEST(count("A+ AND B", "A") == 0);
  BOOST_TEST(count("SEQ(A, B) AND SEQ(A a2, B b2)", "AB") == 0);
  BOOST_TEST(count("SEQ(A, B) AND SEQ(A a2, B b2)", "ABB") == 1);
  BOOST_TEST(count("A+ AND A+ x", "AA") == 3);
  BOOST_TEST(count("A+ AND A x", "AA") == 3);
  BOOST_TEST(count(LetterQuery("A+ AND A x").count_bindings(), "AA") == 6);
  BOOST_TEST(rows(LetterQuery("SEQ(A, B) AND SEQ(A a2, B b2)"), letters("AB")).empty());
  const LetterQuery empty = LetterQuery("SEQ(A, B) AND SEQ(A a2, B b2)").emit_empty_windows();
  BOOST_TEST((cells(empty, letters("AB")) == Texts{"0"}));
}

BOOST_AUTO_TEST_CASE(a_conjunction_is_of_one_partition_and_window) {
  auto events = letters("AB");
  events[1].attributes[1] = std::int64_t{2};
  BOOST_TEST(count(LetterQuery("A AND B").equivalence("k"), events) == 0);
  BOOST_TEST(count(LetterQuery("A AND B"), events) == 1);
  BOOST_TEST((windows(LetterQuery("A AND B").within(1), "AB") == Texts{}));
}

BOOST_AUTO_TEST_CASE(aggregates_of_a_conjunction_sum_over_both_trends_of_its_pairs) {
  auto query = all_aggregates("A AND B+", "B");
  query.returns(Function::kSum, "A", "v");
  BOOST_TEST((cells(query, letters("A2B3B5")) == Texts{"3", "4", "4", "16", "4", "3", "5", "6"}));
  LetterQuery shared("A+ AND A+ x");
  shared.returns(Function::kCountEvents, "A");
  BOOST_TEST(!answer(shared.workload(), letters("AA")).ok());
  BOOST_TEST((cells(shared.count_bindings(), letters("AA")) == Texts{"9", "12"}));
}

BOOST_AUTO_TEST_CASE(selection_is_judged_for_each_branch_of_a_conjunction) {
  // Taken together, B would stand between A and C.
  BOOST_TEST(count_next("SEQ(A, C) AND SEQ(A a2, B, C c2)", "ABC") == 1);
}

BOOST_AUTO_TEST_CASE(match_next_skips_only_what_cannot_extend) {
  BOOST_TEST(count_next("B+", "BBB") == 6);
  BOOST_TEST(count_next("SEQ(A, B+)", "ABAB") == 3);
  BOOST_TEST(count_next("SEQ(A, B)", "ABB") == 1);
  BOOST_TEST(count(rising("B+").match(Selection::kNext), "B1B5B3B7") == 8);
  BOOST_TEST(count_next("SEQ(A, NOT N, B)", "ANBB") == 0);
  BOOST_TEST(count_next("SEQ(A, NOT N, B) OR SEQ(A a2, C)", "ANBC") == 1);  // B cannot extend A
}

BOOST_AUTO_TEST_CASE(match_next_is_stopped_by_an_extension_that_never_completes) {
  BOOST_TEST(count_next("SEQ(A, B, C) OR SEQ(A a2, D)", "ABD") == 0);
  BOOST_TEST(count_next("SEQ(A, B, C) OR SEQ(A a2, D)", "AD") == 1);
}

BOOST_AUTO_TEST_CASE(match_next_takes_each_of_the_events_of_one_time) {
  BOOST_TEST(count_next("SEQ(A, B)", "A(BB)B") == 2);
  BOOST_TEST(count(LetterQuery("SEQ(A, B)").match(Selection::kNext).ties_arrival(), "A(BB)B") == 1);
}

BOOST_AUTO_TEST_CASE(match_next_judges_a_partial_trend_under_the_bindings_that_hold_so_far) {
  // x only takes v = 1: with A2 first only y is left, which B cannot follow.
  LetterQuery query("SEQ(A x, B, C) OR SEQ(A y, C c2)");
  query.match(Selection::kNext).local("x", operation(Kind::kEqual, query.of("x", "v"), number(1)));
  BOOST_TEST(count(query, "A2BC") == 1);
  BOOST_TEST(count(query, "A1BC") == 1);  // ABC; AC is stopped by B
}

BOOST_AUTO_TEST_CASE(match_contiguous_lets_no_event_of_the_partition_between) {
  BOOST_TEST(count_contiguous("SEQ(A, B)", "AB") == 1);
  BOOST_TEST(count_contiguous("SEQ(A, B)", "AXB") == 0);
  BOOST_TEST(count_contiguous("SEQ(A, B)", "A(XB)") == 1);
  BOOST_TEST(count(LetterQuery("SEQ(A, B)").match(Selection::kContiguous).ties_arrival(), "A(XB)") == 0);
  BOOST_TEST(count_contiguous("SEQ(A, B)", "A(BB)") == 2);
  BOOST_TEST(count(LetterQuery("SEQ(A, B)").match(Selection::kContiguous).ties_arrival(), "A(BB)") == 1);
}

BOOST_AUTO_TEST_CASE(match_contiguous_sees_events_that_carry_the_partition_s_values_only) {
  LetterQuery query("SEQ(A, B)");
  query.match(Selection::kContiguous).group_by("k");
  auto events = letters("AXB");
  BOOST_TEST(count(query, events) == 0);
  events[1].attributes[1] = std::int64_t{2};
  BOOST_TEST(count(query, events) == 1);
  events[1].attributes[1] = Value();
  BOOST_TEST(count(query, events) == 1);
  query.query().group_by.front().of_type['X' - 'A'] = std::nullopt;
  BOOST_TEST(count(query, letters("AXB")) == 1);
}
