// SPDX-License-Identifier: Apache-2.0
// All faults of a workload come out at once: none hides another, none brings faults that are none.
#include <string>
#include <string_view>
#include <vector>

#include "engine/query/expected_faults.h"

using namespace horatio;

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

BOOST_AUTO_TEST_CASE(a_flood_of_faults_is_cut_and_counted) {
  std::string text(test::kTrips);
  for (int i = 0; i < 5000; ++i) text += "x;";
  const ParsedWorkload result = parse_workload(text);
  BOOST_TEST(result.faults.size() == 1001);
  BOOST_TEST(result.faults.back().error.message == "4001 more faults are not listed");
}
