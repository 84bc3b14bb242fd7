// SPDX-License-Identifier: Apache-2.0
// Each kind of wrong workload with its message.
#include <algorithm>
#include <vector>

#include "engine/query/expected_faults.h"

using namespace horatio;
using test::expect_each;
using test::expect_each_condition;
using test::expect_one_fault;
using test::Expected;

BOOST_AUTO_TEST_CASE(syntax_errors_say_what_was_expected_after_what) {
  const ErrorCode code = ErrorCode::kSyntax;
  expect_each({
      {"QUERY q RETURN COUNT(*) PATTERN SEQ(Request R @Travel T);",
       code,
       {"expected", "',' or ')'", "after 'R'", "found 'Travel'"}},
      {"QUERY q RETURN COUNT(*) PATTERN SEQ(Request R, Travel T@;",
       code,
       {"',' or ')' after 'T', found ';'"}},
      {"QUERY q RETURN COUNT(*) PATTERN SEQ(@);", code, {"expected an event type after '(', found ')'"}},
      {"QUERY q RETURN COUNT(*) PATTERN SEQ(Request,@);", code, {"expected an event type after ','"}},
      {"QUERY q RETURN @PATTERN Pause;", code, {"expected an aggregate after 'RETURN', found 'PATTERN'"}},
      {"QUERY q RETURN COUNT(@) PATTERN Pause;", code, {"'*' or a name after '(', found ')'"}},
      {"QUERY q RETURN SUM(Pause@) PATTERN Pause;", code, {"expected '.' after 'Pause'"}},
      {"QUERY q RETURN COUNT(*) @;", code, {"AS", "','", "PATTERN after ')', found ';'"}},
      {"QUERY @; QUERY p RETURN COUNT(*) PATTERN Pause;", code, {"expected a name after 'QUERY', found ';'"}},
      {"QUERY q RETURN COUNT(*) PATTERN Pause WITHIN @minutes;",
       code,
       {"a number after 'WITHIN', found 'minutes'"}},
      {"QUERY q RETURN COUNT(*) PATTERN Pause WITHIN 5 @MINUTS;",
       code,
       {"a time unit or EVENTS after '5'", "did you mean MINUTES?"}},
      {"QUERY q RETURN COUNT(*) PATTERN Pause WITHIN 5 MINUTES @SLDE 1 MINUTE;",
       code,
       {"SLIDE", "another clause or ';'", "did you mean SLIDE?"}},
      {"QUERY q RETURN COUNT(*) PATTERN Pause GROUP @district;", code, {"expected BY after 'GROUP'"}},
      {"QUERY q RETURN COUNT(*) PATTERN Pause TIES @LOOSE;",
       code,
       {"expected STRICT or ARRIVAL after 'TIES'"}},
      {"QUERY q RETURN COUNT(*) PATTERN Pause NUMBERS @EXCT;",
       code,
       {"EXACT, APPROX or U64", "did you mean EXACT?"}},
      {"QUERY q RETURN COUNT(*) PATTERN Pause MATCH ALL @;", code, {"expected COMBINATIONS after 'ALL'"}},
      {"QUERY q RETURN COUNT(*) PATTERN Pause{@}", code, {"expected a number after '{'"}},
      {"QUERY q RETURN COUNT(*) PATTERN SEQ(Not@, Pause);",
       code,
       {"an event type after 'Not'", "in double quotes: \"Not\""}},
      {"@QUREY q RETURN COUNT(*) PATTERN Pause;QUERY p RETURN COUNT(*) PATTERN Pause;",
       code,
       {"a statement (STREAM, QUERY, LATENCY BOUND), found 'QUREY'", "did you mean QUERY?"}},
      {"QUERY q RETURN COUNT(*) PATTERN Pause WITHIN 5 DAYS @# 3;", code, {"found '#'"}},
      {"QUERY q RETURN COUNT(*) PATTERN Pause @\xC3\xA9;", code, {"found '\xC3\xA9'"}},
  });
}

BOOST_AUTO_TEST_CASE(syntax_errors_in_conditions) {
  const ErrorCode code = ErrorCode::kSyntax;
  expect_each_condition({
      {"T.speed @10", code, {"an operator, AND, OR, another clause or ';'", "after 'speed', found '10'"}},
      {"T.speed < @", code, {"expected an expression after '<', found 'WITHIN'"}},
      {"T.speed < 1 @< 2", code, {"AND, OR, another clause", "found '<'"}},
      {"T.speed =@= 1", code, {"expected an expression after '='"}},
      {"(T.speed < 1 @", code, {"')' after '1', found 'WITHIN'"}},
      {"T. @= 1", code, {"expected an attribute after '.', found '='"}},
      {"T.speed IN (1, @)", code, {"expected an expression after ','"}},
      {"T.speed IN @1", code, {"expected '(' after 'IN'"}},
      {"T.speed BETWEEN 1 @, 2", code, {"AND after '1', found ','"}},
      {"T.speed IS @EMPTY", code, {"NULL after 'IS'"}},
      {"[@]", code, {"expected a name after '['"}},
      {"[driver @rider]", code, {"',' or ']' after 'driver'"}},
      {"T.speed < 1 AND @", code, {"expected an expression after 'AND'"}},
      {"NEXT(T) @< 3", code, {"expected '.' after ')'"}},
  });
}

BOOST_AUTO_TEST_CASE(faults_of_the_text_itself) {
  const std::string stream(test::kTrips);
  const std::string query = "QUERY p RETURN COUNT(*) PATTERN Pause WITHIN 1 DAY;";
  const ErrorCode code = ErrorCode::kSyntax;
  expect_one_fault(stream + "QUERY q RETURN COUNT(*) PATTERN Pause WHERE Pause.x = @'abc;\n" + query,
                   {"", code, {"string does not end", "close it with '"}});
  expect_one_fault(stream + "QUERY @\"q RETURN COUNT(*) PATTERN Pause;\n" + query,
                   {"", code, {"name does not end", "close it with \""}});
  expect_one_fault(stream + query + "\n @/* and so on", {"", code, {"comment has no end", "*/"}});
  expect_one_fault(stream + "QUERY q RETURN COUNT(*) PATTERN Pause@  -- done\n",
                   {"", code, {"expected ';'", "the end of the text"}});
  expect_one_fault(stream + query + "\n" + std::string("@\0", 2), {"", code, {"zero byte"}});
  expect_one_fault(stream + query + "\n-- ab@\xFF\n", {"", code, {"not valid UTF-8"}});
}

BOOST_AUTO_TEST_CASE(columns_are_counted_in_characters) {
  const ParsedWorkload result =
      parse_workload(std::string(test::kTrips) +
                     "/* \xC3\xA9\xE2\x82\xAC\t*/ QUERY q RETURN COUNT(*) PATTERN Nothing WITHIN 1 DAY;");
  BOOST_REQUIRE_EQUAL(result.faults.size(), 1);
  BOOST_TEST((result.faults[0].error.place == SourcePlace{2, 42}));
}

BOOST_AUTO_TEST_CASE(a_workload_has_one_stream_and_a_query) {
  const auto faults_of = [](std::string_view text) { return parse_workload(text).faults; };
  BOOST_TEST(faults_of("").size() == 2);
  BOOST_TEST(faults_of("").front().error.message.find("no STREAM") != std::string::npos);
  BOOST_TEST((faults_of("").front().error.place == SourcePlace{1, 1}));
  BOOST_TEST(faults_of(" -- nothing\n;;").size() == 2);
  const auto no_query = faults_of("STREAM s (TYPE A ());");
  BOOST_REQUIRE_EQUAL(no_query.size(), 1);
  BOOST_TEST(no_query[0].error.message.find("no QUERY") != std::string::npos);
  const auto no_stream = faults_of("QUERY q RETURN COUNT(*) PATTERN A;");
  BOOST_REQUIRE_EQUAL(no_stream.size(), 1);
  BOOST_TEST(no_stream[0].error.message.find("no STREAM") != std::string::npos);
  expect_each({{"STREAM @again (TYPE A ()); QUERY q RETURN COUNT(*) PATTERN Pause;",
                ErrorCode::kDuplicate,
                {"one STREAM"}}});
}

BOOST_AUTO_TEST_CASE(faults_of_the_schema) {
  const auto with = [](std::string_view types, Expected expected) {
    expect_one_fault(
        "STREAM s (" + std::string(types) + ");\nQUERY q RETURN COUNT(*) PATTERN A WITHIN 1 DAY;", expected);
  };
  with("TYPE A (), TYPE @A (b INT)", {"", ErrorCode::kDuplicate, {"type 'A' is declared twice"}});
  with("TYPE A (b INT, @b INT)",
       {"", ErrorCode::kDuplicate, {"attribute 'b' of type 'A' is declared twice"}});
  with("TYPE A (b @, c INT)",
       {"", ErrorCode::kSyntax, {"a type (INT, FLOAT, DECIMAL(n), STRING, BOOL, TIMESTAMP) after 'b'"}});
  with("TYPE A (b @INTEGER)",
       {"", ErrorCode::kUnknownName, {"unknown attribute type 'INTEGER'", "did you mean INT?"}});
  with("TYPE A (b @Strng, c INT)", {"", ErrorCode::kUnknownName, {"did you mean STRING?"}});
  with("TYPE A (b @decimel(2))", {"", ErrorCode::kUnknownName, {"did you mean DECIMAL(n)?"}});
  with("TYPE A (b @VARCHAR(10, 2))", {"", ErrorCode::kUnknownName, {"did you mean STRING?"}});
  with("TYPE A (b @Blob)", {"", ErrorCode::kUnknownName, {"there are: INT, FLOAT, DECIMAL(n)"}});
  with("TYPE A (b INT(@4))", {"", ErrorCode::kSyntax, {"INT takes no number"}});
  with("TYPE A (b @DECIMAL)", {"", ErrorCode::kSyntax, {"DECIMAL takes one number", "as in DECIMAL(2)"}});
  with("TYPE A (b @DECIMAL(10, 2))", {"", ErrorCode::kSyntax, {"DECIMAL takes one number"}});
  with("TYPE A (b DECIMAL(@19))", {"", ErrorCode::kTooLarge, {"DECIMAL(19)"}});
  with("TYPE A (b INT @c INT)", {"", ErrorCode::kSyntax, {"expected ',' or ')' after 'INT', found 'c'"}});
  with("TYPE A (), @B ()", {"", ErrorCode::kSyntax, {"expected TYPE after ','"}});
}

BOOST_AUTO_TEST_CASE(a_schema_that_cannot_be_read_makes_no_name_of_a_query_unknown) {
  const ParsedWorkload result = parse_workload(
      "STREAM s (TYPE A (b));\nQUERY q RETURN COUNT(*) PATTERN A;\nQUERY p RETURN COUNT() PATTERN "
      "A;");
  BOOST_TEST(result.faults.size() == 2);
  BOOST_TEST(result.faults[0].query.empty());
  BOOST_TEST(result.faults[1].query == "p");
}

BOOST_AUTO_TEST_CASE(an_unknown_attribute_type_hides_no_other_fault_and_brings_none) {
  const ParsedWorkload result = parse_workload(
      "STREAM s (TYPE A (g TEXT, h DOUBLE), TYPE B (g INT, h DOUBEL));\n"
      "QUERY q RETURN COUNT(*) PATTERN Ax;\n"
      "QUERY q2 RETURN COUNT(*) PATTERN SEQ(A,Ax) WHERE A.g = 'x' AND A.h + 1 < 2 GROUP BY g WITHIN 0 "
      "SECONDS;");
  BOOST_REQUIRE_MESSAGE(result.faults.size() == 6, test::faults_text(result));
  BOOST_TEST(result.faults[0].error.message == "unknown attribute type 'TEXT'");
  BOOST_TEST(result.faults[1].error.message == "unknown attribute type 'DOUBLE'");
  BOOST_TEST(result.faults[2].error.message == "unknown attribute type 'DOUBEL'");
  BOOST_TEST(result.faults[3].query == "q");
  BOOST_TEST(result.faults[4].query == "q2");
  BOOST_TEST(result.faults[5].error.message == "WITHIN must be longer than 0");
}

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

BOOST_AUTO_TEST_CASE(a_key_attribute_has_one_declared_type) {
  expect_one_fault(
      "STREAM s (TYPE A (k INT), TYPE B (k STRING));\nQUERY q RETURN COUNT(*) PATTERN A GROUP BY @k;",
      {"", ErrorCode::kTypeMismatch, {"'k' is INT in type 'A' but STRING in type 'B'"}});
  expect_one_fault(
      "STREAM s (TYPE A (k DECIMAL(2)), TYPE B (k DECIMAL(3)));\nQUERY q RETURN COUNT(*) PATTERN A WHERE "
      "[@k];",
      {"", ErrorCode::kTypeMismatch, {"'k' is DECIMAL(2) in type 'A' but DECIMAL(3) in type 'B'"}});
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

BOOST_AUTO_TEST_CASE(repetition_bounds) {
  expect_each({
      {"QUERY q RETURN COUNT(*) PATTERN Pause+@{2};",
       ErrorCode::kSyntax,
       {"two repetitions in a row", "(A+){2}"}},
      {"QUERY q RETURN COUNT(*) PATTERN Pause+ p@+;", ErrorCode::kSyntax, {"two repetitions in a row"}},
      {"QUERY q RETURN COUNT(*) PATTERN (SEQ(Pause, Travel))+@?;",
       ErrorCode::kSyntax,
       {"two repetitions in a row"}},
  });
  for (const auto& [bounds, words] :
       {std::pair{"{0}", "at most 0"}, {"{0,0}", "at most 0"}, {"{3,2}", "above its upper bound"}}) {
    const ParsedWorkload result =
        parse_workload(std::string(test::kTrips) + "QUERY q RETURN COUNT(*) PATTERN Pause" + bounds + ";");
    BOOST_TEST(test::faults_text(result).find(words) != std::string::npos, bounds);
  }
  const ParsedWorkload large =
      parse_workload(std::string(test::kTrips) + "QUERY q RETURN COUNT(*) PATTERN Pause{1,99999999999};");
  BOOST_TEST(test::faults_text(large).find("too large") != std::string::npos);
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

BOOST_AUTO_TEST_CASE(a_query_with_a_refused_feature_is_checked_all_the_same) {
  const ParsedWorkload result = parse_workload(std::string(test::kTrips) +
                                               "QUERY q RETURN SUM(R.kind) PATTERN SEQ(Request R, NOT Puase) "
                                               "WHERE T.x = 1 HAVING SUM(T.x) > 3 LIMIT 3;");
  BOOST_TEST(result.faults.size() == 5, test::faults_text(result));
}

BOOST_AUTO_TEST_CASE(three_mistakes_in_three_queries_all_come_out) {
  const ParsedWorkload result =
      parse_workload(std::string(test::kTrips) +
                     "QUERY a RETURN COUNT( PATTERN Pause;\n"
                     "QUERY b RETURN COUNT(*) PATTERN SEQ(Request, Pase) WHERE [drivr];\n"
                     "QUERY c RETURN COUNT(*) PATTERN Pause WITHIN 5 MINUTS;\n");
  BOOST_TEST(result.faults.size() == 4, test::faults_text(result));
  BOOST_TEST(result.faults[0].query == "a");
  BOOST_TEST(result.faults[1].query == "b");
  BOOST_TEST(result.faults[2].query == "b");
  BOOST_TEST(result.faults[3].query == "c");
}

BOOST_AUTO_TEST_CASE(a_query_with_a_syntax_error_keeps_its_name) {
  const auto second = [](std::string_view first) {
    const ParsedWorkload result = parse_workload(std::string(test::kTrips) + std::string(first) +
                                                 "\nQUERY q RETURN COUNT(*) PATTERN Travel;");
    BOOST_REQUIRE_MESSAGE(result.faults.size() == 2, test::faults_text(result));
    BOOST_TEST((result.faults[1].error.place == SourcePlace{3, 7}));
    return result.faults[1].error.message;
  };
  const std::string_view twice = "there are two queries of the name 'q'";
  BOOST_TEST(second("QUERY q RETURN COUNT(*) PATTERN Pause WITHN 3;") == twice);
  BOOST_TEST(second("QUERY \"q\" RETURN COUNT(*) PATTERN SEQ(Pause;") == twice);
  BOOST_TEST(second("QUERY q RETURN COUNT(*) PATTERN Pause WHERE Pause.minutes = '3;") == twice);
}

BOOST_AUTO_TEST_CASE(a_syntax_error_hides_no_fault_of_other_clauses) {
  const auto messages = [](std::string_view query) {
    const ParsedWorkload result = parse_workload(std::string(test::kTrips) + std::string(query));
    std::vector<std::string> texts;
    for (const WorkloadFault& fault : result.faults) {
      BOOST_TEST(fault.query == "q");
      texts.push_back(fault.error.message.substr(0, 36) + "|" + fault.error.remedy);
    }
    return texts;
  };
  const auto expect = [&](std::string_view query, const std::vector<std::string>& expected) {
    const auto found = messages(query);
    BOOST_TEST_CONTEXT(query) BOOST_TEST(found == expected, boost::test_tools::per_element());
  };
  expect(
      "QUERY q RETURN COUNT(*) PATTERN SEQ(Travel, Puase+) WHERE Travel.w = 1 WITHIN 10 MINTES GROPU BY x;",
      {"unknown event type 'Puase'|did you mean 'Pause'?",
       "unknown attribute 'w' of type 'Trave|there "
       "are: district, driver, rider, speed, km",
       "expected a time unit or EVENTS after|did you mean MINUTES?",
       "expected a clause or ';', found 'GRO|did you mean GROUP?"});
  expect("QUERY q RETRUN COUNT(*) PATTERN Puase WITHIN 0 SECONDS TIES LOOSE;",
         {"expected RETURN after 'q', found 'RE|did you mean RETURN?",
          "unknown event type 'Puase'|did you mean 'Pause'?", "WITHIN must be longer than 0|",
          "expected STRICT or ARRIVAL after 'TI|"});
  expect("QUERY q RETURN CONT(*) PATERN Pause WITHIN 0 SECONDS GROUP BY minuts;",
         {"expected an aggregate after 'RETURN'|did you mean COUNT?",
          "expected a clause or ';', found 'PAT|did you mean PATTERN?", "WITHIN must be longer than 0|",
          "unknown attribute 'minuts'|did you mean 'minutes'?"});
  expect("QUERY q RETURN COUNT(*) PATTERN SEQ(Pause p Travel) WHERE p.x = 1 WITHIN 0 DAYS;",
         {"expected a repetition, a step word, |", "WITHIN must be longer than 0|"});
  expect("QUERY q RETURN MATCH(a.speed b.km) PATTERN SEQ(Travel a, Travel b) WHERE a.km = b.km;",
         {"expected an operator, AND, OR, AS, '|"});
  expect("QUERY q RETURN COUNT(*) PATTERN Puase WITHN 3 MINUTES;",
         {"unknown event type 'Puase'|did you mean 'Pause'?",
          "expected a repetition, a step word, |did you mean WITHIN?"});
}

BOOST_AUTO_TEST_CASE(a_query_that_is_all_faults_ends) {
  std::string query = "QUERY q RETURN COUNT(*) PATTERN Pause";
  for (int i = 0; i < 1000; ++i) query += " WITHIN WHERE GROUP PATTERN )";
  const ParsedWorkload result = parse_workload(std::string(test::kTrips) + query + ";");
  BOOST_TEST((!result.faults.empty() && result.faults.size() < 12), test::faults_text(result));
}

BOOST_AUTO_TEST_CASE(a_lost_semicolon_hides_nothing) {
  const ParsedWorkload result = parse_workload(std::string(test::kTrips) +
                                               "QUERY a RETURN COUNT(*) PATTERN Puase WITHIN 1 DAY\n"
                                               "QUERY b RETURN COUNT(*) PATTERN Pause\n"
                                               "QUERY c RETURN COUNT(*) PATTERN Travle;\n");
  BOOST_TEST(result.faults.size() == 4, test::faults_text(result));
  BOOST_TEST(result.faults[1].error.message == "expected ';' before the next statement, found 'QUERY'");
  BOOST_TEST((result.faults[1].error.place == SourcePlace{3, 1}));
}

BOOST_AUTO_TEST_CASE(a_broken_query_that_lost_its_semicolon_does_not_take_the_next_along) {
  const ParsedWorkload result = parse_workload(std::string(test::kTrips) +
                                               "QUERY a RETURN COUNT(*) PATTERN SEQ(Pause WITHIN 1 DAY\n"
                                               "QUERY b RETURN COUNT(*) PATTERN Travle;\n");
  BOOST_TEST(result.faults.size() == 2, test::faults_text(result));
  BOOST_TEST(result.faults[1].query == "b");
}

BOOST_AUTO_TEST_CASE(deep_nesting_is_refused_before_it_hurts) {
  const auto faults_of = [](const std::string& pattern, const std::string& condition) {
    return test::faults_text(parse_workload(std::string(test::kTrips) + "QUERY q RETURN COUNT(*) PATTERN " +
                                            pattern + " WHERE " + condition + " WITHIN 1 DAY;"));
  };
  const std::string open(200, '('), close(200, ')');
  BOOST_TEST(faults_of("Travel", open + "Travel.speed" + close + " < 3") == "");
  BOOST_TEST(faults_of(open + "Travel" + close, "[driver]") == "");
  const std::string many(1 << 20, '(');
  BOOST_TEST(faults_of("Travel", many).find("nested deeper than 200") != std::string::npos);
  BOOST_TEST(faults_of(many, "[driver]").find("nested deeper than 200") != std::string::npos);
  std::string nots, minuses, sum = "Travel.speed", ors = "Travel.speed = 0";
  for (int i = 0; i < 100'000; ++i) {
    nots += "NOT ";
    minuses += "- ";
    sum += "+1";
    ors += " OR Travel.speed = 1";
  }
  BOOST_TEST(faults_of("Travel", nots + "Travel.speed = 1").find("operations in a row") != std::string::npos);
  BOOST_TEST(faults_of("Travel", "Travel.speed = " + minuses + "1").find("operations in a row") !=
             std::string::npos);
  BOOST_TEST(faults_of("Travel", sum + " = 1").find("operations in a row") != std::string::npos);
  const std::string fault = faults_of("Travel", sum + " = 1");
  BOOST_TEST(std::count(fault.begin(), fault.end(), '\n') == 1, fault);
  BOOST_TEST(faults_of("Travel", ors) == "");
}

BOOST_AUTO_TEST_CASE(a_flood_of_faults_is_cut_and_counted) {
  std::string text(test::kTrips);
  for (int i = 0; i < 5000; ++i) text += "x;";
  const ParsedWorkload result = parse_workload(text);
  BOOST_TEST(result.faults.size() == 1001);
  BOOST_TEST(result.faults.back().error.message == "4001 more faults are not listed");
}
