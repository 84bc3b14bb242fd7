// SPDX-License-Identifier: Apache-2.0
// The oracle itself: the golden counts of the language, and cases made by hand for every rule, each of which
// can be counted on paper.
#include "engine/trend/oracle.h"

#include <boost/test/unit_test.hpp>
#include <limits>
#include <string>
#include <vector>

#include "engine/trend/testing/letter_query.h"

using namespace horatio;
using namespace horatio::oracle;
using boost::multiprecision::cpp_rational;
using Function = Aggregate::Function;
using Kind = Expression::Kind;

namespace {

std::vector<Row> rows(const LetterQuery& query, const std::vector<PlainEvent>& events) {
  const auto answered = answer(query.workload(), events);
  BOOST_TEST_REQUIRE(answered.ok());
  return answered->rows;
}

// COUNT(*) of the one row; 0 if there is none.
cpp_rational count(const LetterQuery& query, const std::vector<PlainEvent>& events) {
  const auto found = rows(query, events);
  BOOST_TEST_REQUIRE(found.size() <= 1U);
  return found.empty() ? cpp_rational(0) : found.front().cells.front().value;
}
cpp_rational count(const LetterQuery& query, const std::string& events) {
  return count(query, letters(events));
}
cpp_rational count(const char* pattern, const std::string& events) {
  return count(LetterQuery(pattern), events);
}
cpp_rational count_arrival(const char* pattern, const std::string& events) {
  return count(LetterQuery(pattern).ties_arrival(), events);
}
cpp_rational count_next(const char* pattern, const std::string& events) {
  return count(LetterQuery(pattern).match(Selection::kNext), events);
}
cpp_rational count_contiguous(const char* pattern, const std::string& events) {
  return count(LetterQuery(pattern).match(Selection::kContiguous), events);
}

// The cells of the one row; NULL is empty text.
std::vector<std::string> cells(const LetterQuery& query, const std::vector<PlainEvent>& events) {
  const auto found = rows(query, events);
  BOOST_TEST_REQUIRE(found.size() == 1U);
  std::vector<std::string> texts;
  for (const ExactCell& cell : found.front().cells) {
    if (cell.form == ExactCell::Form::kNull) texts.emplace_back();
    if (cell.form == ExactCell::Form::kOverflow) texts.emplace_back("OVERFLOW");
    if (cell.form == ExactCell::Form::kNumber) texts.push_back(cell.value.str());
  }
  return texts;
}

// "start:count" of each row.
std::vector<std::string> windows(const LetterQuery& query, const std::vector<PlainEvent>& events) {
  std::vector<std::string> texts;
  for (const Row& row : rows(query, events))
    texts.push_back(std::to_string(row.window->start) + ":" + row.cells.front().value.str());
  return texts;
}
std::vector<std::string> windows(const LetterQuery& query, const std::string& events) {
  return windows(query, letters(events));
}

using Texts = std::vector<std::string>;

LetterQuery rising(const char* pattern) {
  LetterQuery query(pattern);
  query.edge("B", "B", operation(Kind::kLess, query.of("B", "v"), query.next("B", "v")));
  return query;
}

LetterQuery all_aggregates(const char* pattern, const char* alias, const char* attribute = "v") {
  LetterQuery query(pattern);
  for (const Function function : {Function::kCountEvents, Function::kCountAttribute, Function::kSum,
                                  Function::kAvg, Function::kMin, Function::kMax}) {
    query.returns(function, alias, attribute);
  }
  return query;
}

}  // namespace

BOOST_TEST_DONT_PRINT_LOG_VALUE(Texts)

// --- Golden counts ---

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

// --- Patterns (rule 3) ---

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

// --- Order, windows, groups (rules 1, 2, 4, 5) ---

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

// --- Edge predicates (rules 3 and 8) ---

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

// --- Negation (rule 6) ---

BOOST_AUTO_TEST_CASE(a_leading_not_looks_back_to_the_start_of_the_window) {
  BOOST_TEST(count("SEQ(NOT N, A)", "NA") == 0);
  BOOST_TEST(count("SEQ(NOT N, A)", "AN") == 1);
  BOOST_TEST(count("SEQ(NOT N, A)", "ANA") == 1);
  BOOST_TEST((windows(LetterQuery("SEQ(NOT N, A)").within(1), "NA") == Texts{"-1:1"}));
  BOOST_TEST((windows(LetterQuery("SEQ(NOT N, A)").within(2), "NA") == Texts{}));
}

BOOST_AUTO_TEST_CASE(a_not_in_the_middle_stands_between_its_neighbours) {
  BOOST_TEST(count("SEQ(A, NOT N, B)", "ANB") == 0);
  BOOST_TEST(count("SEQ(A, NOT N, B)", "NABN") == 1);
  BOOST_TEST(count("SEQ(A, NOT N, B)", "ANAB") == 1);
  BOOST_TEST(count("SEQ(A, NOT N, B+)", "ABNB") == 2);  // AB, ABB
  BOOST_TEST(count("SEQ(A+, NOT N, B)", "ANAB") == 2);  // AB, AAB
}

BOOST_AUTO_TEST_CASE(a_trailing_not_looks_ahead_to_the_end_of_the_window) {
  BOOST_TEST(count("SEQ(A, NOT N)", "AN") == 0);
  BOOST_TEST(count("SEQ(A, NOT N)", "ANA") == 1);
  BOOST_TEST((windows(LetterQuery("SEQ(A, NOT N)").within(1), "AN") == Texts{"-2:1"}));
  BOOST_TEST((windows(LetterQuery("SEQ(A, NOT N)").within(2), "AN") == Texts{}));
}

BOOST_AUTO_TEST_CASE(a_not_at_the_time_of_a_neighbour_counts_by_arrival_only) {
  BOOST_TEST(count("SEQ(A, NOT N, B)", "A(NB)") == 1);
  BOOST_TEST(count("SEQ(A, NOT N, B)", "(AN)B") == 1);
  BOOST_TEST(count_arrival("SEQ(A, NOT N, B)", "A(NB)") == 0);
  BOOST_TEST(count_arrival("SEQ(A, NOT N, B)", "A(BN)") == 1);
  BOOST_TEST(count_arrival("SEQ(A, NOT N, B)", "(AN)B") == 0);
  BOOST_TEST(count_arrival("SEQ(A, NOT N, B)", "(NA)B") == 1);
  BOOST_TEST(count("SEQ(NOT N, A)", "(NA)") == 1);
  BOOST_TEST(count_arrival("SEQ(NOT N, A)", "(NA)") == 0);
  BOOST_TEST(count_arrival("SEQ(NOT N, A)", "(AN)") == 1);
  BOOST_TEST(count("SEQ(A, NOT N)", "(AN)") == 1);
  BOOST_TEST(count_arrival("SEQ(A, NOT N)", "(AN)") == 0);
}

BOOST_AUTO_TEST_CASE(a_not_in_a_group_holds_in_every_iteration) {
  BOOST_TEST(count("SEQ(A, (SEQ(B, NOT N, C))+)", "ABNCBC") == 1);
  BOOST_TEST(count("(SEQ(A, NOT N))+", "ANA") == 1);  // the last A; A..A and the first A are broken
  BOOST_TEST(count("(SEQ(NOT N, A))+", "ANA") == 1);  // the first A
  BOOST_TEST(count("SEQ((SEQ(A, NOT N))+, B)", "ANAB") == 1);
  BOOST_TEST(count("SEQ(C, (SEQ(NOT N, A))+)", "CANA") == 1);
}

BOOST_AUTO_TEST_CASE(one_parse_that_passes_is_enough_where_two_bind_alike) {
  // Two Bs in one iteration have no NOT between them, in two they have.
  BOOST_TEST(count("(SEQ(NOT N, B+))+", "BNB") == 2);  // B, BB; not the last B
  BOOST_TEST(count(LetterQuery("(SEQ(NOT N, B+))+").count_bindings(), "BNB") == 2);
  BOOST_TEST(count("SEQ(A, NOT N, B) OR SEQ(A a2, B b2)", "ANB") == 1);
  BOOST_TEST(count(LetterQuery("SEQ(A, NOT N, B) OR SEQ(A a2, B b2)").count_bindings(), "AB") == 2);
  BOOST_TEST(count(LetterQuery("SEQ(A, NOT N, B) OR SEQ(A a2, B b2)").count_bindings(), "ANB") == 1);
}

BOOST_AUTO_TEST_CASE(a_not_of_a_sequence_needs_a_whole_occurrence_in_its_stretch) {
  const char* pattern = "SEQ(A, NOT SEQ(M, N), B)";
  BOOST_TEST(count(pattern, "AMNB") == 0);
  BOOST_TEST(count(pattern, "ANMB") == 1);
  BOOST_TEST(count(pattern, "AMB") == 1);
  BOOST_TEST(count(pattern, "MANB") == 1);
  BOOST_TEST(count(pattern, "AMBN") == 1);
  BOOST_TEST(count(pattern, "ANMNB") == 0);
  BOOST_TEST(count(pattern, "A(MN)B") == 1);
  BOOST_TEST(count_arrival(pattern, "A(MN)B") == 0);
  BOOST_TEST(count_arrival(pattern, "A(NM)B") == 1);
  BOOST_TEST(count("SEQ(A, NOT SEQ(N, N n2), B)", "ANB") == 1);
  BOOST_TEST(count("SEQ(A, NOT SEQ(N, N n2), B)", "ANNB") == 0);
  BOOST_TEST(count_contiguous("SEQ(A, NOT SEQ(M, N))", "AMXN") == 0);  // the NOT obeys TIES only
  BOOST_TEST(count_next("SEQ(A, NOT SEQ(M, N, M m2), B)", "AMNNMB") == 0);
}

BOOST_AUTO_TEST_CASE(nots_side_by_side_must_all_hold) {
  const char* pattern = "SEQ(A, NOT N, NOT M, B)";
  BOOST_TEST(count(pattern, "AB") == 1);
  BOOST_TEST(count(pattern, "ANB") == 0);
  BOOST_TEST(count(pattern, "AMB") == 0);
}

BOOST_AUTO_TEST_CASE(a_not_takes_what_its_predicates_take_of_the_same_partition) {
  LetterQuery query("SEQ(A, NOT N, B)");
  query.local("N", operation(Kind::kGreater, query.of("N", "v"), number(5)));
  BOOST_TEST(count(query, "AN7B") == 0);
  BOOST_TEST(count(query, "AN3B") == 1);
  auto events = letters("ANB");
  events[1].attributes[1] = std::int64_t{2};
  BOOST_TEST(count(LetterQuery("SEQ(A, NOT N, B)").equivalence("k"), events) == 1);
  BOOST_TEST(count(LetterQuery("SEQ(A, NOT N, B)"), events) == 0);
}

BOOST_AUTO_TEST_CASE(a_not_for_a_time_looks_that_far_ahead) {
  // A at -2, so until 1, exclusive.
  BOOST_TEST(count("SEQ(A, NOT N FOR 3)", "ACN") == 0);
  BOOST_TEST(count("SEQ(A, NOT N FOR 3)", "ACCN") == 1);
  BOOST_TEST(count("SEQ(A, NOT N FOR 3)", "A") == 1);
  BOOST_TEST(count("SEQ(A, NOT N FOR 3)", "(AN)") == 1);
  BOOST_TEST(count_arrival("SEQ(A, NOT N FOR 3)", "(AN)") == 0);
  BOOST_TEST(count_arrival("SEQ(A, NOT N FOR 3)", "(NA)") == 1);
  BOOST_TEST(count("SEQ(A, NOT SEQ(M, N) FOR 3)", "AMN") == 0);
  BOOST_TEST(count("SEQ(A, NOT SEQ(M, N) FOR 3)", "AMCN") == 1);
  BOOST_TEST(count("SEQ(A, NOT N FOR 3) OR B", "ANB") == 1);
}

BOOST_AUTO_TEST_CASE(a_not_for_a_time_is_decided_within_the_window) {
  BOOST_TEST((windows(LetterQuery("SEQ(A, NOT N FOR 3)").within(4, 4, 2), "A") == Texts{"-2:1"}));
  BOOST_TEST((windows(LetterQuery("SEQ(A, NOT N FOR 3)").within(4), "A") == Texts{}));
  BOOST_TEST((windows(LetterQuery("SEQ(A, NOT N FOR 2)").within(4), "A") == Texts{"-4:1"}));
}

// --- Conjunction (rule 7) ---

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

// --- Selection (rule 8) ---

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

// --- Aggregates, numbers, HAVING (rules 4 and 10) ---

BOOST_AUTO_TEST_CASE(aggregates_of_a_place_that_no_trend_fills_are_null) {
  BOOST_TEST(
      (cells(all_aggregates("SEQ(A, B?)", "B"), letters("A")) == Texts{"1", "0", "0", "", "", "", ""}));
  // A B that is in no complete trend does not count.
  BOOST_TEST((cells(all_aggregates("SEQ(B, A)", "B"), letters("B3AB9")) ==
              Texts{"1", "1", "1", "3", "3", "3", "3"}));
}

BOOST_AUTO_TEST_CASE(a_float_that_is_no_finite_number_reads_as_null) {
  auto events = letters("BBB");
  events[0].attributes[2] = std::numeric_limits<double>::quiet_NaN();
  events[1].attributes[2] = -std::numeric_limits<double>::infinity();
  BOOST_TEST((cells(all_aggregates("B+", "B", "w"), events) == Texts{"7", "12", "4", "4", "1", "1", "1"}));
}

BOOST_AUTO_TEST_CASE(decimals_have_their_scale) {
  BOOST_TEST((cells(all_aggregates("B+", "B", "d"), letters("BB")) ==
              Texts{"3", "4", "4", "1/25", "1/100", "1/100", "1/100"}));
}

BOOST_AUTO_TEST_CASE(sums_of_u64_overflow_by_the_sum_of_absolute_values) {
  auto query = all_aggregates("B", "B").numbers(Numbers::kU64);
  auto events = letters("BB");
  events[0].attributes[0] = std::int64_t{INT64_MAX};
  events[1].attributes[0] = std::int64_t{0};
  const std::string largest = std::to_string(INT64_MAX);
  BOOST_TEST((cells(query, events) == Texts{"2", "2", "2", largest, largest + "/2", "0", largest}));
  events[1].attributes[0] = std::int64_t{-1};
  BOOST_TEST((cells(query, events) == Texts{"2", "2", "2", "OVERFLOW", "OVERFLOW", "-1", largest}));
}

BOOST_AUTO_TEST_CASE(having_lets_rows_pass_by_their_exact_values) {
  LetterQuery query("B+");
  query.query().hidden.push_back({Function::kSum, 0, 0, ""});
  query.having(operation(Kind::kGreater, aggregate(1), number(27)));
  BOOST_TEST(rows(query, letters("B1B2B4")).size() == 1U);
  BOOST_TEST(rows(query, letters("B1B2B3")).empty());
  auto events = letters("B");
  events[0].attributes[0] = Value();
  BOOST_TEST(rows(query, events).empty());  // NULL fails
  query.emit_empty_windows().having(operation(Kind::kEqual, aggregate(0), number(0)));
  query.local("B", operation(Kind::kLess, query.of("B", "v"), number(0)));
  BOOST_TEST(rows(query, letters("B")).size() == 1U);
}

BOOST_AUTO_TEST_CASE(having_says_where_a_bound_may_straddle_the_threshold) {
  LetterQuery query("B");
  query.returns(Function::kSum, "B", "w");
  query.having(operation(Kind::kGreater, aggregate(1), number(3)));
  BOOST_TEST(rows(query, letters("B4")).at(0).passes);
  BOOST_TEST(!rows(query, letters("B3")).at(0).passes);
  BOOST_TEST(rows(query, letters("B2")).empty());
}

BOOST_AUTO_TEST_CASE(brute_force_refuses_what_it_cannot_finish) {
  const LetterQuery query("B+");
  const auto answered = answer(query.workload(), letters(std::string(15, 'B')));
  BOOST_TEST_REQUIRE(!answered.ok());
  BOOST_TEST((answered.error().code == ErrorCode::kLimitExceeded));
  BOOST_TEST(!answer(query.workload(), letters("BBBBBBBBBB"), {14, 1000}).ok());
  BOOST_TEST(count("A+", std::string(15, 'B')) == 0);
}
