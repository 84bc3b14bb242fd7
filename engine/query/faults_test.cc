// SPDX-License-Identifier: Apache-2.0
// What reads well and means nothing, or nothing yet, each with its message.
#include <string>
#include <string_view>

#include "engine/query/expected_faults.h"

using namespace horatio;
using test::expect_each;
using test::expect_each_condition;

BOOST_AUTO_TEST_CASE(unknown_names_come_with_the_nearest_one) {
  const ErrorCode code = ErrorCode::kUnknownName;
  expect_each({
      {"QUERY q RETURN COUNT(*) PATTERN SEQ(Request, @Travle+ T) WHERE T.speed < 3 WITHIN 1 DAY;",
       code,
       {"event type 'Travle'", "did you mean 'Travel'?"}},
      {"QUERY q RETURN COUNT(*) PATTERN @travel WITHIN 1 DAY;", code, {"did you mean 'Travel'?"}},
      {"QUERY q RETURN COUNT(*) PATTERN Travel GROUP BY @distrct;",
       code,
       {"attribute 'distrct'", "did you mean 'district'?"}},
      {"QUERY q RETURN COUNT(*) PATTERN SEQ(Travel, Pause) GROUP BY @driver;",
       code,
       {"type 'Pause' of the pattern has no attribute 'driver'"}},
      {"QUERY q RETURN COUNT(*) PATTERN SEQ(Travel, Pause) WHERE [@minutes];",
       code,
       {"type 'Travel' of the pattern has no attribute 'minutes'"}},
  });
  expect_each_condition({
      {"T.@sped < 3", code, {"attribute 'sped' of type 'Travel'", "did you mean 'speed'?"}},
      {"@X.speed < 3", code, {"alias 'X'", "there are: R, T"}},
      {"@Travel.speed < 3", code, {"alias 'Travel'", "it is called 'T'"}},
      {"@Pause.minutes < 3", code, {"this type is not in the pattern"}},
      {"@speed < 3", code, {"'speed' does not say of which event it is", "write T.speed"}},
      {"@driver < 3", code, {"write R.driver or T.driver"}},
      {"@spede < 3", code, {"did you mean 'speed'?"}},
  });
}

BOOST_AUTO_TEST_CASE(a_string_in_double_quotes_is_told_the_quotes_of_a_string) {
  expect_each_condition({
      {"R.kind = @\"Pool\"",
       ErrorCode::kUnknownName,
       {"'Pool' does not say of which event it is", "a STRING is written in single quotes"}},
  });
}

BOOST_AUTO_TEST_CASE(what_is_given_twice_is_refused) {
  const ErrorCode code = ErrorCode::kDuplicate;
  expect_each({
      {"QUERY q RETURN COUNT(*) PATTERN Pause;\nQUERY @q RETURN COUNT(*) PATTERN Pause;",
       code,
       {"two queries of the name 'q'"}},
      {"QUERY q RETURN COUNT(*) PATTERN SEQ(Request a, Travel @a);", code, {"alias 'a' is used twice"}},
      {"QUERY q RETURN COUNT(*) PATTERN SEQ(Travel a, Travel @a);", code, {"alias 'a' is used twice"}},
      {"QUERY q RETURN COUNT(*) PATTERN SEQ(Request, Travel @Pause);",
       code,
       {"'Pause' is the name of another event type"}},
      {"QUERY q RETURN COUNT(*) PATTERN SEQ(Travel, @Travel);",
       code,
       {"two places without an alias", "as in Travel x"}},
      {"QUERY q RETURN COUNT(*) PATTERN Pause WITHIN 1 DAY @WITHIN 2 DAYS;", code, {"WITHIN is given twice"}},
      {"QUERY q RETURN COUNT(*) PATTERN Pause TIES STRICT WITHIN 1 DAY @TIES STRICT;",
       code,
       {"TIES is given twice"}},
      {"QUERY q RETURN COUNT(*) PATTERN Travel WHERE [rider] @WHERE [driver];",
       code,
       {"WHERE is given twice"}},
      {"QUERY q RETURN COUNT(*), @COUNT(*) PATTERN Pause;", code, {"column 'COUNT(*)' is there twice", "AS"}},
      {"QUERY q RETURN COUNT(*) AS n, COUNT(*) AS @n PATTERN Pause;", code, {"column 'n' is there twice"}},
      {"QUERY q RETURN COUNT(*) AS @driver PATTERN Travel GROUP BY driver;",
       code,
       {"column 'driver' is there twice"}},
      {"QUERY q RETURN COUNT(*) PATTERN Travel GROUP BY driver, @driver;",
       code,
       {"'driver' is twice in GROUP BY"}},
  });
}

BOOST_AUTO_TEST_CASE(windows_are_whole_positive_spans) {
  const ErrorCode code = ErrorCode::kInvalidClause;
  expect_each({
      {"QUERY q RETURN COUNT(*) PATTERN Pause WITHIN @0 SECONDS;", code, {"WITHIN must be longer than 0"}},
      {"QUERY q RETURN COUNT(*) PATTERN Pause WITHIN @-5 SECONDS;", code, {"WITHIN must be longer than 0"}},
      {"QUERY q RETURN COUNT(*) PATTERN Pause WITHIN 5 SECONDS SLIDE @0 SECONDS;",
       code,
       {"SLIDE must be longer than 0"}},
      {"QUERY q RETURN COUNT(*) PATTERN Pause WITHIN 1 DAY OFFSET @-8 HOURS;",
       code,
       {"must not be negative", "OFFSET 16 HOURS says the same"}},
      {"QUERY q RETURN COUNT(*) PATTERN Pause WITHIN @0.5 MILLISECONDS;",
       code,
       {"no multiple of the stream's time unit", "milliseconds"}},
      {"QUERY q RETURN COUNT(*) PATTERN Pause WITHIN 1 SECOND SLIDE @0.5 MILLISECONDS;",
       code,
       {"SLIDE", "no multiple"}},
      {"QUERY q RETURN COUNT(*) PATTERN Pause WITHIN 1 SECOND OFFSET @0.5 MILLISECONDS;",
       code,
       {"OFFSET", "no multiple"}},
      {"QUERY q RETURN COUNT(*) PATTERN Pause WITHIN @99999999999999999999 DAYS;",
       ErrorCode::kTooLarge,
       {"does not fit into 64 bits"}},
      {"QUERY q RETURN COUNT(*) PATTERN Pause WITHIN @1e3 DAYS;",
       ErrorCode::kSyntax,
       {"without an exponent"}},
      {"QUERY q RETURN COUNT(*) PATTERN Pause WITHIN 1 DAY SLIDE @5;",
       ErrorCode::kSyntax,
       {"SLIDE needs a time unit"}},
  });
  const ParsedWorkload seconds = parse_workload(
      std::string(test::kTrips) + "QUERY q RETURN COUNT(*) PATTERN Pause WITHIN 1500 MILLISECONDS;",
      TimeUnit::kSecond);
  BOOST_REQUIRE_EQUAL(seconds.faults.size(), 1);
  BOOST_TEST(seconds.faults[0].error.message.find("which is seconds") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(operands_have_to_go_together) {
  const ErrorCode code = ErrorCode::kTypeMismatch;
  expect_each_condition({
      {"R.kind < @3", code, {"cannot compare a STRING with an integer", "without quotes"}},
      {"T.speed = @'fast'", code, {"cannot compare a number with a STRING"}},
      {"@R.kind + 1 = 2", code, {"cannot compute with a STRING and an integer"}},
      {"@R.pool + 1 = 2", code, {"cannot compute with a BOOL"}},
      {"R.pool = @1", code, {"cannot compare a BOOL with an integer"}},
      {"@R.pool < TRUE", code, {"neither less nor greater"}},
      {"@-R.kind = 'a'", code, {"'-' needs a number, found a STRING"}},
      {"@T.speed", code, {"WHERE needs conditions", "compare it"}},
      {"@T.speed + 1", code, {"WHERE needs conditions"}},
      {"NOT @T.speed", code, {"expected a condition, found a number"}},
      {"T.speed < 3 OR @T.km", code, {"expected a condition, found a number"}},
      {"T.speed < (@T.km < 3)", code, {"cannot compare a number with a condition"}},
      {"@(T.speed < 3) IS NULL", code, {"IS NULL needs a value"}},
      {"T.speed = @NULL", code, {"NULL is not a value", "IS NULL"}},
      {"T.speed IN (NULL, @'two')", code, {"cannot compare a number with a STRING"}},
      {"T.speed IN (1, -@NULL)", code, {"NULL is not a value"}},
      {"@NULL IN (1, T.speed)", code, {"NULL is not a value"}},
      {"T.speed IN (1, @'two')", code, {"cannot compare a number with a STRING"}},
      {"T.speed BETWEEN 1 AND @'two'", code, {"cannot compare a number with a STRING"}},
      {"R.due - R.TIME < @5", code, {"a span of time with an integer", "60 SECONDS"}},
      {"R.due = @'2024-01-01'", code, {"a TIMESTAMP with a STRING"}},
      {"R.due < @5 SECONDS", code, {"a TIMESTAMP with a span of time"}},
      {"@R.due + 5 > 6", code, {"cannot compute with a TIMESTAMP and an integer"}},
  });
}

BOOST_AUTO_TEST_CASE(every_condition_is_of_one_kind) {
  const ErrorCode code = ErrorCode::kInvalidClause;
  expect_each_condition({
      {"@T.driver = R.driver", code, {"reads two events, 'R' and 'T'", "NEXT(T)", "[attribute]"}},
      {"@1 < 2", code, {"reads no event"}},
      {"T.speed < 1 OR @[driver]", code, {"[...] stands alone"}},
      {"NOT @[driver]", code, {"[...] stands alone"}},
      {"T.speed < @COUNT(*)", code, {"aggregate cannot stand in WHERE", "HAVING"}},
      {"T.speed < 1 OR @DISTINCT T.driver", code, {"DISTINCT stands alone"}},
      {"T.speed < @1e99999", ErrorCode::kTooLarge, {"exponent"}},
  });
}

BOOST_AUTO_TEST_CASE(what_is_not_answered_yet_is_refused_at_its_place) {
  const ErrorCode code = ErrorCode::kNotAvailable;
  const std::string_view words = "not available yet";
  expect_each({
      {"QUERY q RETURN COUNT(*) PATTERN Pause EMIT @PARTIAL;", code, {words, "EMIT PARTIAL"}},
      {"QUERY q RETURN @FREQUENCY NON OVERLAPPING PATTERN Pause;", code, {words, "FREQUENCY"}},
      {"QUERY q RETURN @FREQUENCY DISTINCT AS f PATTERN Pause;", code, {words, "FREQUENCY"}},
      {"QUERY q RETURN @MATCH(Pause.minutes, Pause.TIME AS t) PATTERN Pause;",
       code,
       {words, "MATCH queries"}},
      {"QUERY q RETURN COUNT(*) PATTERN Pause @WINDOW OPENS ON Travel (speed < 3) WITHIN 1 DAY;",
       code,
       {words}},
      {"QUERY q RETURN COUNT(*) PATTERN Pause @WEIGHT 2.5;", code, {words, "WEIGHT"}},
      {"QUERY q RETURN COUNT(*) PATTERN Pause @LIMIT 5;", code, {words, "LIMIT"}},
      {"QUERY q RETURN COUNT(*) PATTERN Pause @AFTER MATCH SKIP PAST LAST;", code, {words, "AFTER MATCH"}},
      {"QUERY q RETURN COUNT(*) PATTERN Pause @AFTER MATCH SKIP TO FIRST Pause;",
       code,
       {words, "AFTER MATCH"}},
      {"QUERY q RETURN COUNT(*) PATTERN SEQ(Request, @FIRST Travel T+);", code, {words, "step word"}},
      {"QUERY q RETURN COUNT(*) PATTERN SEQ(Request, Travel T+ @ADJACENT);", code, {words, "step word"}},
      {"QUERY q RETURN COUNT(*) PATTERN SEQ(Request, @ANY(2 OF Travel, Pause, Dropoff));",
       code,
       {words, "ANY"}},
      {"@LATENCY BOUND 1 SECOND; QUERY q RETURN COUNT(*) PATTERN Pause;", code, {words, "LATENCY BOUND"}},
  });
  expect_each_condition({
      {"@DISTINCT T.driver", code, {words, "DISTINCT"}},
  });
}
