// SPDX-License-Identifier: Apache-2.0
// Where NOT, FOR, AND and repetition cannot stand, and what the message says to write instead.
#include <string>
#include <vector>

#include "engine/query/expected_faults.h"

using namespace horatio;

namespace {

struct WrongPattern {
  std::string_view pattern;  // and what follows it
  std::vector<std::string_view> words;
};

void expect_each_pattern(ErrorCode code, const std::vector<WrongPattern>& table) {
  for (const WrongPattern& wrong : table) {
    const std::string text = "QUERY q RETURN COUNT(*) PATTERN " + std::string(wrong.pattern) + ";";
    test::expect_each({{text, code, wrong.words}});
  }
}

std::string faults_of(std::string_view pattern) {
  return test::faults_text(parse_workload(std::string(test::kTrips) + "QUERY q RETURN COUNT(*) PATTERN " +
                                          std::string(pattern) + ";"));
}

}  // namespace

BOOST_AUTO_TEST_CASE(not_stands_in_a_sequence) {
  const std::string_view words = "NOT stands outside of a SEQ", remedy = "as in SEQ(A, NOT N, B)";
  expect_each_pattern(ErrorCode::kInvalidClause, {
                                                     {"@NOT Pause", {words, remedy}},
                                                     {"(@NOT Pause)+", {words, remedy}},
                                                     {"Request OR @NOT Pause", {words}},
                                                     {"Request AND (@NOT Pause)", {words}},
                                                     {"SEQ(Request, (Travel OR @NOT Pause))", {words}},
                                                     {"SEQ(Request, (@NOT Pause)*, Travel)", {words}},
                                                 });
}

BOOST_AUTO_TEST_CASE(a_sequence_has_more_than_not) {
  const std::string_view words = "nothing but NOT", remedy = "as in SEQ(NOT N, A)";
  expect_each_pattern(ErrorCode::kInvalidClause, {
                                                     {"SEQ(@NOT Pause)", {words, remedy}},
                                                     {"SEQ(@NOT Pause, NOT Travel)", {words, remedy}},
                                                     {"SEQ(Request, SEQ(@NOT Pause), Travel)", {words}},
                                                     {"(SEQ(@NOT Pause))+", {words}},
                                                 });
}

BOOST_AUTO_TEST_CASE(not_does_not_stand_next_to_a_part_that_can_be_empty) {
  const std::string_view before = "the part before it", after = "the part after it",
                         remedy = "one branch of an OR";
  expect_each_pattern(ErrorCode::kInvalidClause,
                      {
                          {"SEQ(Request, @NOT Pause, Travel?)", {after, remedy}},
                          {"SEQ(Request*, @NOT Pause, Travel)", {before, remedy}},
                          {"SEQ(@NOT Pause, Request{0,3}, Travel)", {after}},
                          {"SEQ(Request, Travel*, @NOT Pause)", {before}},
                          {"SEQ(Request, @NOT Pause, (Travel?)+)", {after}},
                          {"SEQ((Request OR Travel?), @NOT Pause, Dropoff)", {before}},
                          {"SEQ(SEQ(Request?, Travel*), @NOT Pause, Dropoff)", {before}},
                          {"SEQ(Request, @NOT Pause, (SEQ(Travel, Dropoff)){0,1})", {after}},
                          {"(SEQ(Request, @NOT Pause, Travel*))+", {after}},
                      });
}

BOOST_AUTO_TEST_CASE(other_nots_do_not_keep_a_part_that_can_be_empty_away) {
  const std::string faults = faults_of("SEQ(Request, NOT Pause, NOT Dropoff d, Travel?)");
  BOOST_TEST(faults.find(":2:46: ") != std::string::npos, faults);
  BOOST_TEST(faults.find(":2:57: ") != std::string::npos, faults);
}

BOOST_AUTO_TEST_CASE(parts_that_can_be_empty_elsewhere_are_allowed_beside_not) {
  BOOST_TEST(faults_of("SEQ(Dropoff?, Request, NOT Pause, Travel, Dropoff* d)") == "");
  BOOST_TEST(faults_of("SEQ(Dropoff?, SEQ(NOT Pause, Travel))") == "");
  BOOST_TEST(faults_of("(SEQ(NOT Pause, Travel))*") == "");
}

BOOST_AUTO_TEST_CASE(behind_not_stands_a_type_or_a_sequence_of_types) {
  const std::string_view words = "one event type or a SEQ of event types";
  expect_each_pattern(ErrorCode::kInvalidClause,
                      {
                          {"SEQ(Request, @NOT Pause+)", {words, "leave the repetition out"}},
                          {"SEQ(Request, @NOT Pause p{2})", {words, "leave the repetition out"}},
                          {"SEQ(Request, @NOT (Pause OR Travel))", {words, "NOT N, NOT M"}},
                          {"SEQ(Request, @NOT (Pause AND Travel))", {words}},
                          {"SEQ(Request, @NOT (NOT Pause))", {words}},
                          {"SEQ(Request, @NOT SEQ(Pause, Travel+))", {words}},
                          {"SEQ(Request, @NOT SEQ(Pause, SEQ(Travel, Dropoff)))", {words}},
                          {"SEQ(Request, @NOT SEQ(Pause, NOT Travel, Dropoff))", {words}},
                          {"SEQ(Request, @NOT (SEQ(Pause, Travel))+)", {words, "leave the repetition out"}},
                      });
}

BOOST_AUTO_TEST_CASE(not_for_stands_at_the_end) {
  const std::string_view words = "at the end of the pattern or of a branch of an OR at its top only";
  expect_each_pattern(ErrorCode::kInvalidClause,
                      {
                          {"SEQ(NOT Pause FOR @5 SECONDS, Request)", {words, "leave FOR out"}},
                          {"SEQ(Request, NOT Pause FOR @5 SECONDS, Travel)", {words}},
                          {"SEQ(Request, NOT Pause FOR @5 SECONDS, NOT Dropoff, Travel)", {words}},
                          {"(SEQ(Request, NOT Pause FOR @5 SECONDS))+", {words}},
                          {"SEQ(Request, (SEQ(Travel, NOT Pause FOR @5 SECONDS)){1,2})", {words}},
                          {"SEQ(SEQ(Request, NOT Pause FOR @5 SECONDS), Travel)", {words}},
                          {"SEQ(Request, NOT Pause FOR @5 SECONDS) AND Travel", {words}},
                          {"SEQ(Request, (Travel OR SEQ(Dropoff, NOT Pause FOR @5 SECONDS)))", {words}},
                      });
}

BOOST_AUTO_TEST_CASE(for_is_a_time_that_fits_into_the_window) {
  expect_each_pattern(
      ErrorCode::kInvalidClause,
      {
          {"SEQ(Request, NOT Pause FOR @0 SECONDS)", {"FOR must be longer than 0"}},
          {"SEQ(Request, NOT Pause FOR @-1 SECONDS)", {"FOR must be longer than 0"}},
          {"SEQ(Request, NOT Pause FOR @0.5 MILLISECONDS)", {"FOR", "no multiple of the stream's time unit"}},
          {"SEQ(Request, NOT Pause FOR @61 SECONDS) WITHIN 1 MINUTE",
           {"FOR 61 SECONDS is longer than WITHIN 1 MINUTE", "shorten FOR or lengthen WITHIN"}},
          {"Travel OR SEQ(Request, NOT Pause FOR @2 HOURS) WITHIN 1 HOUR SLIDE 3 HOURS",
           {"FOR 2 HOURS is longer"}},
          {"SEQ(Request, NOT Pause FOR @5 SECONDS) WITHIN 100 EVENTS",
           {"WITHIN counts events", "leave FOR out"}},
      });
  expect_each_pattern(ErrorCode::kSyntax,
                      {
                          {"SEQ(Request, NOT Pause FOR 5 @EVENTS)", {"a time unit after '5'"}},
                          {"SEQ(Request, NOT Pause FOR 5@)", {"a time unit after '5'"}},
                          {"SEQ(Request, NOT Pause FOR 5 @SECND)", {"did you mean SECOND?"}},
                      });
  BOOST_TEST(faults_of("SEQ(Request, NOT Pause FOR 1 MINUTE) WITHIN 60 SECONDS") == "");
  BOOST_TEST(faults_of("SEQ(Request, NOT Pause FOR 1000 DAYS)") == "");
}

BOOST_AUTO_TEST_CASE(and_joins_two_patterns_at_the_top) {
  const std::string_view top = "AND stands at the top", two = "AND joins exactly two patterns";
  expect_each_pattern(
      ErrorCode::kInvalidClause,
      {
          {"Request AND Travel AND @Dropoff", {two, "several queries"}},
          {"(Request AND Travel) AND @Dropoff", {two}},
          {"@Request AND Travel OR Dropoff", {top, "A AND B OR C is (A AND B) OR C", "A AND (B OR C)"}},
          {"Request OR @Travel AND Dropoff", {top}},
          {"SEQ(Request, (@Travel AND Dropoff))", {top}},
          {"(@Request AND Travel)+", {top}},
      });
}

BOOST_AUTO_TEST_CASE(repetitions_have_bounds_in_order) {
  expect_each_pattern(ErrorCode::kInvalidClause, {
                                                     {"Pause@{0}", {"at most 0", "at least 1"}},
                                                     {"Pause p@{0,0}", {"at most 0"}},
                                                     {"(SEQ(Pause, Travel))@{3,2}", {"n <= m"}},
                                                 });
  expect_each_pattern(ErrorCode::kSyntax, {
                                              {"Pause{@,3}", {"a number after '{'"}},
                                              {"Pause{2@", {"'}'"}},
                                              {"Pause{2,@x}", {"'}'"}},
                                              {"Pause{2}@+", {"two repetitions in a row", "(A+){2}"}},
                                          });
  expect_each_pattern(ErrorCode::kTooLarge, {{"Pause{1,@4294967295}", {"too large"}}});
}
