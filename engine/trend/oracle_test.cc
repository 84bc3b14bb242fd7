// SPDX-License-Identifier: Apache-2.0
// The oracle itself, on the golden counts of the language.
#include "engine/trend/oracle.h"

#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "engine/query/parser.h"

using namespace horatio;
using namespace horatio::oracle;

namespace {

Workload parse(const std::string& pattern, const std::string& clauses) {
  std::string text = "STREAM s (TYPE A (v INT), TYPE B (v INT), TYPE C (v INT), TYPE D (v INT));\n";
  text.append("QUERY q RETURN COUNT(*) PATTERN ").append(pattern).append(" ").append(clauses).append(";");
  const auto parsed = parse_workload(text);
  BOOST_TEST_REQUIRE(parsed.faults.empty(), pattern);
  return parsed.workload;
}

// One event per letter; `run_ties`: one time per run of equal letters, else distinct times.
std::vector<PlainEvent> letters(const std::string& text, bool run_ties = false) {
  std::vector<PlainEvent> events;
  Timestamp time = -2;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!run_ties || i == 0 || text[i] != text[i - 1]) ++time;
    events.push_back({static_cast<TypeId>(text[i] - 'A'), time, {std::int64_t{1}}});
  }
  return events;
}

boost::multiprecision::cpp_int count(const std::string& pattern, const std::vector<PlainEvent>& events,
                                     const std::string& clauses = "") {
  const auto answered = answer(parse(pattern, clauses), events);
  BOOST_TEST_REQUIRE(answered.ok());
  BOOST_TEST_REQUIRE(answered->rows.size() <= 1U);
  return answered->rows.empty() ? 0 : answered->rows.front().count;
}

}  // namespace

BOOST_AUTO_TEST_CASE(golden_counts_at_distinct_times) {
  const auto stream = letters("AACBBBBAACCCBB");
  BOOST_TEST(count("SEQ(A, B+)", stream) == 132);
  BOOST_TEST(count("SEQ(C, B+)", stream) == 72);
  BOOST_TEST(count("(SEQ(A, B+))+", stream) == 312);
  BOOST_TEST(count("(SEQ(C, B+))+", stream) == 207);
  BOOST_TEST(count("B+", letters("BBAB")) == 7);
  BOOST_TEST(count("SEQ(B+, C)", letters("BBCBC")) == 10);
  BOOST_TEST(count("SEQ(A, B+)", letters("ABBAB")) == 8);
  BOOST_TEST(count("SEQ(A, B+, C)", letters("ABCABC")) == 5);
  BOOST_TEST(count("SEQ(A, B+, C)", letters("ABBCBC")) == 10);
  BOOST_TEST(count("SEQ(A, B+, D)", letters("ACBBBBACBBD")) == 66);
  BOOST_TEST(count("SEQ(A+, B+)", letters("AABB")) == 9);
  BOOST_TEST(count("SEQ(A+, B, A+ a2)", letters("AABAA")) == 9);
  BOOST_TEST(count("(SEQ(A, B))+", letters("ABAB")) == 4);
  BOOST_TEST(count("(SEQ(A+, B))+", letters("AABAB")) == 13);
  BOOST_TEST(count("SEQ(A+ x, A+ y)", letters("AAA")) == 4);
}

BOOST_AUTO_TEST_CASE(golden_counts_where_runs_of_equal_letters_are_ties) {
  const auto stream = letters("AACBBBBAACCCBB", true);
  BOOST_TEST(count("SEQ(A, B+)", stream) == 32);
  BOOST_TEST(count("SEQ(C, B+)", stream) == 20);
  BOOST_TEST(count("SEQ(A, B+)", stream, "TIES ARRIVAL") == 132);
}

BOOST_AUTO_TEST_CASE(a_trend_counts_in_every_window_that_holds_all_of_it) {
  // Times -1 to 4; windows [-2, 2), [1, 5): the first holds AAB, the second BAB, the gap of neither.
  const auto events = letters("AABBAB");
  const auto answered =
      answer(parse("SEQ(A, B)", "WITHIN 4 MILLISECONDS SLIDE 3 MILLISECONDS OFFSET 1 MILLISECONDS"), events);
  BOOST_TEST_REQUIRE(answered.ok());
  BOOST_TEST_REQUIRE(answered->rows.size() == 2U);
  BOOST_TEST((answered->rows[0].window == WindowBounds{-2, 2}));
  BOOST_TEST(answered->rows[0].count == 2);
  BOOST_TEST((answered->rows[1].window == WindowBounds{1, 5}));
  BOOST_TEST(answered->rows[1].count == 1);
}

BOOST_AUTO_TEST_CASE(brute_force_refuses_what_it_cannot_finish) {
  const auto answered = answer(parse("B+", ""), letters(std::string(15, 'B')));
  BOOST_TEST_REQUIRE(!answered.ok());
  BOOST_TEST((answered.error().code == ErrorCode::kLimitExceeded));
  BOOST_TEST(count("A+", letters(std::string(15, 'B'))) == 0);
}
