// SPDX-License-Identifier: Apache-2.0
// The oracle itself: the golden counts of the language, patterns (rule 3) and edge predicates (rules 3 and
// 8).
#include <string>

#include "engine/trend/testing/oracle_answers.h"

using namespace horatio;
using namespace horatio::oracle;
using Function = Aggregate::Function;
using Kind = Expression::Kind;

BOOST_TEST_DONT_PRINT_LOG_VALUE(Texts)

BOOST_AUTO_TEST_CASE(golden_counts_at_distinct_times) {
  const std::string stream = "AACBBBBAACCCBB";
  BOOST_TEST(count("SEQ(A, B+)", stream) == 132);
  BOOST_TEST(count("SEQ(C, B+)", stream) == 72);
  BOOST_TEST(count("(SEQ(A, B+))+", stream) == 312);
  BOOST_TEST(count("(SEQ(C, B+))+", stream) == 207);
  BOOST_TEST(count("B+", "BBAB") == 7);
  BOOST_TEST(count("SEQ(B+, C)", "BBCBC") == 10);
  BOOST_TEST(count("SEQ(A, B+)", "ABBAB") == 8);
  BOOST_TEST(count("SEQ(A, B+, C)", "ABCABC") == 5);
  BOOST_TEST(count("SEQ(A, B+, C)", "ABBCBC") == 10);
  BOOST_TEST(count("SEQ(A, B+, D)", "ACBBBBACBBD") == 66);
  BOOST_TEST(count("SEQ(A+, B+)", "AABB") == 9);
  BOOST_TEST(count("SEQ(A+, B, A+ a2)", "AABAA") == 9);
  BOOST_TEST(count("(SEQ(A, B))+", "ABAB") == 4);
  BOOST_TEST(count("(SEQ(A+, B))+", "AABAB") == 13);
}

BOOST_AUTO_TEST_CASE(golden_counts_where_runs_of_equal_letters_are_ties) {
  const std::string stream = "(AA)(C)(BBBB)(AA)(CCC)(BB)";
  BOOST_TEST(count("SEQ(A, B+)", stream) == 32);
  BOOST_TEST(count("SEQ(C, B+)", stream) == 20);
  BOOST_TEST(count_arrival("SEQ(A, B+)", stream) == 132);
}

BOOST_AUTO_TEST_CASE(golden_counts_of_trends_and_bindings) {
  BOOST_TEST(count("SEQ(A+ x, A+ y)", "AAA") == 4);
  BOOST_TEST(count(LetterQuery("SEQ(A+ x, A+ y)").count_bindings(), "AAA") == 5);
  BOOST_TEST(count("(A{1,2})+", "AA") == 3);
  BOOST_TEST(count(LetterQuery("(A{1,2})+").count_bindings(), "AA") == 3);
}

BOOST_AUTO_TEST_CASE(golden_counts_of_negation_and_selection) {
  BOOST_TEST(count("SEQ(C, (SEQ(NOT N, A))+)", "NCA") == 1);
  BOOST_TEST(count("SEQ((SEQ(A, NOT N))+, B)", "ABN") == 1);
  BOOST_TEST(count_next("SEQ(A, C) OR SEQ(A a2, B, C c2)", "ABC") == 1);
}

BOOST_AUTO_TEST_CASE(golden_aggregates) {
  const auto query = all_aggregates("B+", "B");
  BOOST_TEST((cells(query, letters("B1B2B4")) == Texts{"7", "12", "12", "28", "7/3", "1", "4"}));
  auto events = letters("BB");
  events[1].attributes[0] = Value();
  BOOST_TEST((cells(query, events) == Texts{"3", "4", "2", "2", "1", "1", "1"}));
  events = letters("BBB");
  events[0].attributes[2] = 1e16;
  events[2].attributes[2] = -1e16;
  LetterQuery sum("B+");
  sum.returns(Function::kSum, "B", "w");
  const auto found = rows(sum, events);
  BOOST_TEST_REQUIRE(found.size() == 1U);
  BOOST_TEST(found[0].cells[1].value == 4);
  BOOST_TEST(found[0].cells[1].magnitude == cpp_rational(4) * (cpp_rational(2e16) + 1));
}

BOOST_AUTO_TEST_CASE(repetitions_take_as_many_as_they_say) {
  BOOST_TEST(count("B{2}", "BBB") == 3);
  BOOST_TEST(count("B{2,}", "BBBB") == 11);
  BOOST_TEST(count("B{1,2}", "BBB") == 6);
  BOOST_TEST(count("B{0,2}", "BBB") == 6);
  BOOST_TEST(count("SEQ(A, B?)", "AB") == 2);
  BOOST_TEST(count("SEQ(A, B*, C)", "ABBC") == 4);
  BOOST_TEST(count("(SEQ(A, B)){2}", "ABABAB") == 5);
  BOOST_TEST(count("(SEQ(A, B)){2,3}", "ABABAB") == 6);
}

BOOST_AUTO_TEST_CASE(iterations_may_be_empty_and_the_empty_trend_does_not_count) {
  BOOST_TEST(count("A*", "BB") == 0);
  BOOST_TEST(count("(A*)+", "AA") == 3);
  BOOST_TEST(count("SEQ(A?, B?)", "AB") == 3);
  BOOST_TEST(count("(SEQ(A?, B?)){2}", "ABAB") == 15);
  BOOST_TEST(count("(SEQ(A?, B?)){3}", "BA") == 3);
  BOOST_TEST(count("(A?){2}", "AAA") == 6);
  BOOST_TEST(count("SEQ((A?){3,}, B)", "AAAAB") == 16);
}

BOOST_AUTO_TEST_CASE(an_event_that_branches_share_makes_one_trend_and_a_binding_of_each) {
  BOOST_TEST(count("A OR B", "AB") == 2);
  BOOST_TEST(count("A OR A x", "A") == 1);
  BOOST_TEST(count(LetterQuery("A OR A x").count_bindings(), "A") == 2);
  BOOST_TEST(count("(A OR SEQ(A x, B))+", "AAB") == 6);
  BOOST_TEST(count("SEQ(C, (A OR B)+, D)", "CABD") == 3);
}

BOOST_AUTO_TEST_CASE(a_trend_counts_if_one_binding_satisfies_the_predicates) {
  LetterQuery query("SEQ(A+ x, A+ y)");
  query.local("x", operation(Kind::kLess, query.of("x", "v"), number(3)));
  query.local("y", operation(Kind::kGreater, query.of("y", "v"), number(1)));
  // 1 2 3: (1|2), (1|3), (2|3), (1|23), (12|3).
  BOOST_TEST(count(query, "A1A2A3") == 4);
  BOOST_TEST(count(query.count_bindings(), "A1A2A3") == 5);
  BOOST_TEST(count(query, "A3A1") == 0);
}

BOOST_AUTO_TEST_CASE(an_aggregate_over_an_ambiguous_alias_is_noticed) {
  LetterQuery query("SEQ(A+ x, A+ y)");
  query.returns(Function::kCountEvents, "x");
  BOOST_TEST(!answer(query.workload(), letters("AAA")).ok());
  // x1|yy, xx|y, and twice a pair: x has 5 events in all, besides those of the pairs of neighbours.
  BOOST_TEST((cells(query.count_bindings(), letters("AAA")) == Texts{"5", "6"}));
}

BOOST_AUTO_TEST_CASE(an_edge_predicate_restricts_adjacent_events_of_its_places) {
  BOOST_TEST(count(rising("B+"), "B1B3B2") == 5);
  BOOST_TEST(count(rising("SEQ(A, B+, C)"), "AB1B3B2C") == 5);
  BOOST_TEST(count(rising("(SEQ(A, B+))+"), "AB5AB1") == 4);  // between the Bs of two iterations stands an A
  LetterQuery close("B+");
  close.edge("B", "B",
             operation(Kind::kLessEqual,
                       operation(
                           Kind::kSubtract,
                           [&] {
                             auto t = close.time_of("B");
                             t.next = true;
                             return t;
                           }(),
                           close.time_of("B")),
                       number(1)));
  BOOST_TEST(count(close, "BBCB") == 4);
}

BOOST_AUTO_TEST_CASE(an_edge_predicate_that_is_unknown_does_not_pass) {
  auto events = letters("B1BB3");
  events[1].attributes[0] = Value();
  BOOST_TEST(count(rising("B+"), events) == 4);
}

BOOST_AUTO_TEST_CASE(an_edge_predicate_between_two_places_holds_for_one_binding) {
  LetterQuery query("SEQ(A+ x, A+ y)");
  query.edge("x", "y", operation(Kind::kLess, query.of("x", "v"), query.next("y", "v")));
  // 2 1 3: 2|3, 1|3, 21|3; not 2|1; 2|13 falls.
  BOOST_TEST(count(query, "A2A1A3") == 3);
  BOOST_TEST(count(query.count_bindings(), "A2A1A3") == 3);
}
