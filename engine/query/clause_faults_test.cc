// SPDX-License-Identifier: Apache-2.0
// Wrong aggregates, conditions on adjacent events, HAVING, windows of events, and clauses given twice.
#include <string>
#include <vector>

#include "engine/query/expected_faults.h"

using namespace horatio;
using test::expect_each;

namespace {

struct Wrong {
  std::string_view text;
  std::vector<std::string_view> words;
};

void expect_each_of(std::string_view before, std::string_view behind, ErrorCode code,
                    const std::vector<Wrong>& table) {
  for (const Wrong& wrong : table) {
    const std::string text = std::string(before) + std::string(wrong.text) + std::string(behind);
    expect_each({{text, code, wrong.words}});
  }
}

constexpr std::string_view kPattern = " PATTERN SEQ(Request R, NOT Pause P, Travel+ T)";

void expect_each_aggregate(ErrorCode code, const std::vector<Wrong>& table) {
  expect_each_of("QUERY q RETURN ", std::string(kPattern) + ";", code, table);
}

void expect_each_where(ErrorCode code, const std::vector<Wrong>& table) {
  expect_each_of("QUERY q RETURN COUNT(*) PATTERN SEQ(Request R, NOT Pause P, Travel+ T, Dropoff D) WHERE ",
                 ";", code, table);
}

void expect_each_having(ErrorCode code, const std::vector<Wrong>& table) {
  expect_each_of("QUERY q RETURN COUNT(*) AS trips, SUM(T.km)" + std::string(kPattern) + " HAVING ", ";",
                 code, table);
}

void expect_each_clause(ErrorCode code, const std::vector<Wrong>& table) {
  expect_each_of("QUERY q RETURN COUNT(*) PATTERN Travel ", ";", code, table);
}

}  // namespace

BOOST_AUTO_TEST_CASE(aggregates_need_attributes_of_their_type) {
  expect_each_aggregate(ErrorCode::kTypeMismatch,
                        {
                            {"SUM(R.@kind)", {"'kind' is STRING", "needs numbers", "COUNT(R.kind)"}},
                            {"AVG(R.@due)", {"'due' is TIMESTAMP", "needs numbers"}},
                            {"MIN(R.@kind)", {"numbers or a TIMESTAMP"}},
                            {"MAX(R.@pool)", {"'pool' is BOOL"}},
                        });
  expect_each_aggregate(ErrorCode::kInvalidClause, {{"SUM(@T.TIME)", {"TIME is no attribute", "COUNT(T)"}}});
  expect_each_aggregate(ErrorCode::kUnknownName,
                        {
                            {"SUM(T.@kn)", {"attribute 'kn' of type 'Travel'", "did you mean 'km'?"}},
                            {"COUNT(@X)", {"unknown alias 'X'", "there are: R, P, T"}},
                            {"COUNT(@Travel)", {"in this pattern it is called 'T'"}},
                            {"AVG(@Dropoff.price)", {"this type is not in the pattern"}},
                        });
  expect_each_aggregate(ErrorCode::kSyntax, {
                                                {"SUM(@*)", {"expected a name"}},
                                                {"SUM(T@)", {"expected '.' after 'T'"}},
                                                {"@TOTAL(T.km)", {"expected an aggregate"}},
                                                {"@SUMM(T.km)", {"did you mean SUM?"}},
                                                {"COUNT(DISTINCT @T)", {"after 'DISTINCT'"}},
                                            });
}

BOOST_AUTO_TEST_CASE(an_attribute_called_time_is_quoted) {
  test::expect_one_fault("STREAM s (TYPE A (time INT));\nQUERY q RETURN SUM(@A.time) PATTERN A WITHIN 1 DAY;",
                         {"", ErrorCode::kInvalidClause, {"TIME is no attribute", "write A.\"time\""}});
}

BOOST_AUTO_TEST_CASE(events_inside_not_are_in_no_trend) {
  const std::string_view words = "'P' stands inside NOT";
  expect_each_aggregate(ErrorCode::kInvalidClause, {
                                                       {"COUNT(@P)", {words, "outside of NOT"}},
                                                       {"COUNT(*), MAX(@P.minutes)", {words}},
                                                   });
  expect_each_having(ErrorCode::kInvalidClause, {{"COUNT(@P.minutes) > 3", {words}}});
  expect_each_where(
      ErrorCode::kInvalidClause,
      {
          {"@P.minutes < NEXT(T).driver", {words, "no adjacent event"}},
          {"@R.driver < NEXT(P).minutes", {words}},
          {"@R.driver < P.minutes", {"reads two events, 'R' and 'P'", "write a key as in [attribute]"}},
      });
}

BOOST_AUTO_TEST_CASE(a_column_stands_once) {
  expect_each_aggregate(ErrorCode::kDuplicate,
                        {
                            {"SUM(T.km), COUNT(*), @SUM(T.km)", {"column 'SUM(T.km)' is there twice", "AS"}},
                            {"SUM(T.km) AS a, COUNT(*) AS @a", {"column 'a' is there twice"}},
                            {"SUM(T.km) AS \"COUNT(*)\", @COUNT(*)", {"column 'COUNT(*)' is there twice"}},
                        });
}

BOOST_AUTO_TEST_CASE(a_condition_on_adjacent_events_reads_one_of_each) {
  expect_each_where(
      ErrorCode::kInvalidClause,
      {
          {"@NEXT(T).speed < 3", {"reads NEXT(T) alone", "write it without NEXT", "< NEXT(T).attribute"}},
          {"@NEXT(T).speed < NEXT(D).price", {"two later events, NEXT(T) and NEXT(D)", "each pair"}},
          {"@R.driver < NEXT(T).driver + NEXT(D).driver", {"two later events"}},
          {"@R.driver + T.driver < NEXT(D).driver", {"two events beside NEXT(D), 'R' and 'T'", "each pair"}},
          {"@R.driver < NEXT(T).driver OR D.price > 3", {"two events beside NEXT(T)"}},
          {"@R.driver = T.driver",
           {"reads two events, 'R' and 'T', without NEXT", "write NEXT(T)", "[attribute]"}},
          {"@NOT (R.driver = NEXT(T).driver AND T.km = D.price)", {"two events beside NEXT(T)"}},
      });
  expect_each({{"QUERY q RETURN COUNT(*) PATTERN SEQ(NOT Pause, Travel T) WHERE @NEXT(T).km > 3;",
                ErrorCode::kInvalidClause,
                {"as in T.attribute < NEXT(T).attribute"}}});
  expect_each_where(ErrorCode::kUnknownName, {
                                                 {"T.speed < NEXT(@X).speed", {"unknown alias 'X'"}},
                                                 {"T.speed < NEXT(T).@sped", {"did you mean 'speed'?"}},
                                             });
  expect_each_where(ErrorCode::kTypeMismatch,
                    {
                        {"NEXT(T).TIME - T.TIME < @60", {"a span of time is written with a unit"}},
                        {"R.kind = @NEXT(T).driver", {"cannot compare a STRING with an integer"}},
                    });
  expect_each_where(ErrorCode::kSyntax, {
                                            {"T.speed < NEXT @T.speed", {"found 'T'"}},
                                            {"T.speed < NEXT(T@.speed)", {"found '.'"}},
                                        });
}

BOOST_AUTO_TEST_CASE(having_compares_aggregates) {
  expect_each_having(ErrorCode::kInvalidClause,
                     {
                         {"@T.speed > 3", {"T.speed is of one event", "as in MAX(T.speed)", "WHERE"}},
                         {"trips > 3 AND MAX(T.speed) > NEXT(@T).speed", {"T.speed is of one event"}},
                         {"@T.TIME > 3", {"T.TIME is of one event", "WHERE"}},
                         {"@[driver]", {"[...] and DISTINCT cannot stand in HAVING", "WHERE"}},
                         {"@1 < 2", {"reads no aggregate"}},
                     });
  expect_each_having(ErrorCode::kUnknownName,
                     {
                         {"@trip > 3", {"no column 'trip'", "did you mean 'trips'?"}},
                         {"@x > 3", {"there are: trips, SUM(T.km)"}},
                         {"@district = 'a'", {"no column 'district'", "conditions on attributes of events"}},
                         {"@T > 3", {"no column 'T'", "write COUNT(T)"}},
                         {"SUM(T.@kn) > 3", {"did you mean 'km'?"}},
                         {"COUNT(@X) > 3", {"unknown alias 'X'"}},
                     });
  expect_each_having(ErrorCode::kTypeMismatch,
                     {
                         {"@trips", {"HAVING needs a condition"}},
                         {"trips = @'many'", {"cannot compare an integer with a STRING"}},
                         {"MAX(R.due) > @5 SECONDS", {"a TIMESTAMP with a span of time"}},
                         {"@trips + MAX(R.due) > 3", {"cannot compute with an integer and a TIMESTAMP"}},
                         {"SUM(R.@kind) > 3", {"needs numbers"}},
                         {"trips = @NULL", {"IS NULL"}},
                     });
  expect_each_having(ErrorCode::kNotAvailable, {{"@FREQUENCY >= 10", {"FREQUENCY is not available yet"}}});
  expect_each_having(ErrorCode::kSyntax,
                     {
                         {"trips > @", {"expected an expression"}},
                         {"@CONT(*) > 3", {"expected an expression", "did you mean COUNT?"}},
                     });
}

BOOST_AUTO_TEST_CASE(a_wrong_column_of_return_is_no_fault_of_having) {
  const ParsedWorkload result = parse_workload(
      std::string(test::kTrips) + "QUERY q RETURN SUM(T.x) AS way PATTERN Travel T HAVING way > 3;");
  BOOST_TEST(result.faults.size() == 1, test::faults_text(result));
}

BOOST_AUTO_TEST_CASE(windows_of_events_have_whole_positive_sizes_and_no_offset) {
  expect_each_clause(ErrorCode::kInvalidClause,
                     {
                         {"WITHIN @0 EVENTS", {"WITHIN must be at least 1 event"}},
                         {"WITHIN @-3 EVENTS", {"WITHIN must be at least 1 event"}},
                         {"WITHIN @2.5 EVENTS", {"WITHIN counts events and is a whole number"}},
                         {"WITHIN @1e3 EVENTS", {"whole number"}},
                         {"WITHIN 5 EVENTS SLIDE @0", {"SLIDE must be at least 1 event"}},
                         {"WITHIN 5 EVENTS SLIDE @2 SECONDS", {"SLIDE counts events here", "write SLIDE 2"}},
                         {"WITHIN 5 EVENTS SLIDE 2 OFFSET @1 SECOND", {"no OFFSET", "leave it out"}},
                         {"WITHIN 5 EVENTS OFFSET @1 EVENTS", {"no OFFSET"}},
                     });
  expect_each_clause(ErrorCode::kTooLarge,
                     {{"WITHIN @9223372036854775808 EVENTS", {"does not fit into 64 bits"}}});
  expect_each_clause(ErrorCode::kSyntax,
                     {
                         {"WITHIN 5 SECONDS SLIDE @2 EVENTS", {"SLIDE needs a time unit", "as in 2 SECONDS"}},
                         {"WITHIN 5 @EVENT", {"did you mean EVENTS?"}},
                         {"WITHIN 5 EVENTS SLIDE @SECONDS", {"a number after 'SLIDE'"}},
                     });
}

BOOST_AUTO_TEST_CASE(clauses_of_words_are_spelt_out) {
  expect_each_clause(ErrorCode::kSyntax,
                     {
                         {"MATCH @CONTIGOUS", {"ALL, NEXT or CONTIGUOUS", "did you mean CONTIGUOUS?"}},
                         {"COUNT @BINDING", {"did you mean BINDINGS?"}},
                         {"EMIT EMPTY @WINDOW", {"did you mean WINDOWS?"}},
                         {"EMIT @", {"EMPTY or PARTIAL after 'EMIT'"}},
                         {"NUMBERS @APROX", {"did you mean APPROX?"}},
                         {"TIES @STRCT", {"did you mean STRICT?"}},
                     });
}

BOOST_AUTO_TEST_CASE(each_clause_is_given_once) {
  for (const std::string clause :
       {"WHERE [driver]", "GROUP BY district", "WITHIN 5 EVENTS", "HAVING COUNT(*) > 3", "MATCH NEXT",
        "COUNT BINDINGS", "TIES ARRIVAL", "NUMBERS APPROX", "EMIT EMPTY WINDOWS"}) {
    const ParsedWorkload result =
        parse_workload(std::string(test::kTrips) + "QUERY q RETURN COUNT(*) PATTERN Travel " + clause +
                       " TIES STRICT " + clause + ";");
    BOOST_TEST(result.faults.size() == (clause == "TIES ARRIVAL" ? 2U : 1U), test::faults_text(result));
    BOOST_TEST(result.faults.back().error.message.find("is given twice") != std::string::npos);
    BOOST_TEST(result.faults.back().error.remedy == "leave one of them out");
  }
}

BOOST_AUTO_TEST_CASE(a_broken_return_leaves_the_names_of_having_unknown_and_not_wrong) {
  const ParsedWorkload result =
      parse_workload(std::string(test::kTrips) +
                     "QUERY q RETURN CONT(*) AS trips PATTERN Travel T HAVING trips > 3 AND SUM(T.kn) > 1;");
  BOOST_TEST(result.faults.size() == 2, test::faults_text(result));
}
