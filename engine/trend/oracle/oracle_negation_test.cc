// SPDX-License-Identifier: Apache-2.0
// The oracle itself: negation (rule 6).
#include "engine/trend/testing/oracle_answers.h"

using namespace horatio;
using namespace horatio::oracle;
using Kind = Expression::Kind;

BOOST_TEST_DONT_PRINT_LOG_VALUE(Texts)

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
