// SPDX-License-Identifier: Apache-2.0
// Text that is no workload: what was expected after what, and limits of nesting.
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "engine/query/expected_faults.h"

using namespace horatio;
using test::expect_each;
using test::expect_each_condition;
using test::expect_one_fault;

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
