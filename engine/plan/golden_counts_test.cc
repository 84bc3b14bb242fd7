// SPDX-License-Identifier: Apache-2.0
// The golden counts of the language.
#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "engine/plan/test_stream.h"

namespace horatio {
namespace {

constexpr std::string_view kLetters = "STREAM s (TYPE A (), TYPE B (), TYPE C (), TYPE D ());";

// The count over the whole input; 0 if there is no row.
std::string count(std::string_view pattern, const std::vector<testing::TestEvent>& events,
                  std::string_view clauses = "") {
  testing::TestStream stream(std::string(kLetters) + " QUERY q RETURN COUNT(*) PATTERN " +
                             std::string(pattern) + " " + std::string(clauses) + ";");
  const std::vector<std::string> rows = stream.send(events).end();
  BOOST_TEST(rows.size() <= 1U);
  return rows.empty() ? "0" : rows[0].substr(rows[0].rfind('|') + 1);
}

std::string count(std::string_view pattern, std::string_view text) {
  return count(pattern, testing::letters(text));
}

constexpr std::string_view kPaper = "AACBBBBAACCCBB";

BOOST_AUTO_TEST_CASE(seq_a_b_plus_on_the_papers_stream_is_132) {
  BOOST_TEST(count("SEQ(A, B+)", kPaper) == "132");
}

BOOST_AUTO_TEST_CASE(seq_c_b_plus_on_the_papers_stream_is_72) {
  BOOST_TEST(count("SEQ(C, B+)", kPaper) == "72");
}

BOOST_AUTO_TEST_CASE(iterated_groups_on_the_papers_stream_are_312_and_207) {
  BOOST_TEST(count("(SEQ(A, B+))+", kPaper) == "312");
  BOOST_TEST(count("(SEQ(C, B+))+", kPaper) == "207");
}

BOOST_AUTO_TEST_CASE(with_one_time_stamp_per_run_ties_strict_gives_32_and_20) {
  const auto runs = testing::letters(kPaper, true);
  BOOST_TEST(count("SEQ(A, B+)", runs) == "32");
  BOOST_TEST(count("SEQ(C, B+)", runs) == "20");
}

BOOST_AUTO_TEST_CASE(with_one_time_stamp_per_run_ties_arrival_gives_132_and_72) {
  const auto runs = testing::letters(kPaper, true);
  BOOST_TEST(count("SEQ(A, B+)", runs, "TIES ARRIVAL") == "132");
  BOOST_TEST(count("SEQ(C, B+)", runs, "TIES ARRIVAL") == "72");
}

BOOST_AUTO_TEST_CASE(b_plus_on_bbab_is_7) { BOOST_TEST(count("B+", "BBAB") == "7"); }

BOOST_AUTO_TEST_CASE(seq_b_plus_c_on_bbcbc_is_10) { BOOST_TEST(count("SEQ(B+, C)", "BBCBC") == "10"); }

BOOST_AUTO_TEST_CASE(seq_a_b_plus_on_abbab_is_8) { BOOST_TEST(count("SEQ(A, B+)", "ABBAB") == "8"); }

BOOST_AUTO_TEST_CASE(seq_a_b_plus_c_on_abcabc_is_5) { BOOST_TEST(count("SEQ(A, B+, C)", "ABCABC") == "5"); }

BOOST_AUTO_TEST_CASE(seq_a_b_plus_c_on_abbcbc_is_10) { BOOST_TEST(count("SEQ(A, B+, C)", "ABBCBC") == "10"); }

BOOST_AUTO_TEST_CASE(seq_a_b_plus_d_is_66) { BOOST_TEST(count("SEQ(A, B+, D)", "ACBBBBACBBD") == "66"); }

BOOST_AUTO_TEST_CASE(seq_a_plus_b_plus_on_aabb_is_9) { BOOST_TEST(count("SEQ(A+, B+)", "AABB") == "9"); }

BOOST_AUTO_TEST_CASE(a_type_at_two_places_on_aabaa_is_9) {
  BOOST_TEST(count("SEQ(A+, B, A+ a2)", "AABAA") == "9");
}

BOOST_AUTO_TEST_CASE(iterated_seq_a_b_on_abab_is_4) { BOOST_TEST(count("(SEQ(A, B))+", "ABAB") == "4"); }

BOOST_AUTO_TEST_CASE(iterated_seq_a_plus_b_on_aabab_is_13) {
  BOOST_TEST(count("(SEQ(A+, B))+", "AABAB") == "13");
}

BOOST_AUTO_TEST_CASE(two_kleene_places_of_one_type_on_aaa_are_4_trends_and_5_bindings) {
  BOOST_TEST(count("SEQ(A+ x, A+ y)", "AAA") == "4");
  BOOST_TEST(count("SEQ(A+ x, A+ y)", testing::letters("AAA"), "COUNT BINDINGS") == "5");
}

BOOST_AUTO_TEST_CASE(iterations_are_not_told_apart) {
  BOOST_TEST(count("(A{1,2})+", "AA") == "3");
  BOOST_TEST(count("(A{1,2})+", testing::letters("AA"), "COUNT BINDINGS") == "3");
}

BOOST_AUTO_TEST_CASE(a_not_in_an_iteration_stands_between_the_trends_events_around_it) {
  BOOST_TEST(count("SEQ(C, (SEQ(NOT D, A))+)", "DCA") == "1");
  BOOST_TEST(count("SEQ((SEQ(A, NOT D))+, B)", "ABD") == "1");
}

BOOST_AUTO_TEST_CASE(match_next_is_judged_on_all_bindings_of_the_partial_trend) {
  BOOST_TEST(count("SEQ(A, C) OR SEQ(A a2, B, C c2)", testing::letters("ABC"), "MATCH NEXT") == "1");
}

}  // namespace
}  // namespace horatio
