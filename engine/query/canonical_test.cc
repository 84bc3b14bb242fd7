// SPDX-License-Identifier: Apache-2.0
#include "engine/query/canonical.h"

#include <vector>

#include "engine/query/parser.h"
#include "engine/query/test_workloads.h"

using namespace horatio;
using test::query_of;

namespace {

std::string canonical(std::string_view query, TimeUnit unit = TimeUnit::kMillisecond) {
  return query_of(query, unit).canonical;
}

// Of a condition on Request R and Travel+ T.
std::string condition(std::string_view text) {
  const std::string whole =
      canonical("QUERY q RETURN COUNT(*) PATTERN SEQ(Request R, Travel+ T) WHERE " + std::string(text) + ";");
  const std::size_t begin = whole.find("WHERE ") + 6;
  return whole.substr(begin, whole.find("\nMATCH") - begin);
}

}  // namespace

BOOST_AUTO_TEST_CASE(all_defaults_are_written_out) {
  BOOST_TEST(canonical("QUERY q RETURN COUNT(*) PATTERN SEQ(Request R, Travel+) WITHIN 60 SECONDS;") ==
             "QUERY q\nRETURN COUNT(*)\nPATTERN SEQ(Request R, Travel+ Travel)\n"
             "WITHIN 1 MINUTE SLIDE 1 MINUTE OFFSET 0 SECONDS\n"
             "MATCH ALL COMBINATIONS\nTIES STRICT\nNUMBERS EXACT;");
}

BOOST_AUTO_TEST_CASE(every_clause_has_its_place) {
  BOOST_TEST(
      canonical("QUERY q RETURN COUNT(*) AS n PATTERN SEQ(Request, Travel T+) NUMBERS U64 TIES ARRIVAL "
                "WITHIN 2 DAYS "
                "OFFSET 90 MINUTES GROUP BY driver, district WHERE T.speed < 10 AND [rider, district];") ==
      "QUERY q\nRETURN COUNT(*) AS n\nPATTERN SEQ(Request Request, Travel+ T)\nWHERE [rider] AND T.speed < "
      "10\n"
      "GROUP BY driver, district\nWITHIN 2 DAYS SLIDE 2 DAYS OFFSET 90 MINUTES\n"
      "MATCH ALL COMBINATIONS\nTIES ARRIVAL\nNUMBERS U64;");
}

BOOST_AUTO_TEST_CASE(equal_queries_written_differently_have_one_canonical_text) {
  const std::string expected = canonical(
      "QUERY q RETURN COUNT(*) PATTERN SEQ(Request R, Travel+ T) WHERE [driver, rider] AND R.kind = 'a' AND "
      "T.speed < 10 "
      "GROUP BY district WITHIN 30 MINUTES SLIDE 5 MINUTES;");
  const std::vector<std::string_view> others{
      "query q return count(*) pattern seq(Request R, Travel+ T) where [driver, rider] and R.kind = 'a' and "
      "T.speed < 10 "
      "group by district within 30 minutes slide 5 minutes;",
      "QUERY \"q\" RETURN COUNT(*) AS \"COUNT(*)\" PATTERN SEQ(Request R, Travel T+) WITHIN 1800 SECONDS "
      "SLIDE 300000 MILLISECONDS "
      "GROUP BY district WHERE T.speed<10 AND ([rider] AND R.kind='a') AND [driver];",
      "QUERY q RETURN COUNT(*) PATTERN (SEQ((Request R), (Travel+ T){1})) WHERE [driver, rider, district] "
      "AND T.speed < 10 AND "
      "(T.speed < 0010) AND (R.kind = 'a') GROUP BY district WITHIN 0.5 HOURS SLIDE 5 MINUTES OFFSET 10 "
      "MINUTES;",
      "/* c */QUERY q--x\nRETURN COUNT ( * ) PATTERN SEQ(Request R,Travel{1,} T)WHERE[rider,driver]AND "
      "R.kind='a'AND T.speed<10 "
      "GROUP BY \"district\" WITHIN 30 MINUTES SLIDE 5 MINUTES MATCH ALL COMBINATIONS TIES STRICT NUMBERS "
      "EXACT;"};
  for (const std::string_view other : others) BOOST_TEST(canonical(other) == expected);
}

BOOST_AUTO_TEST_CASE(queries_that_differ_in_name_or_meaning_have_different_texts) {
  const std::vector<std::string_view> queries{
      "QUERY q RETURN COUNT(*) PATTERN SEQ(Request R, Travel+ T) WITHIN 1 DAY;",
      "QUERY p RETURN COUNT(*) PATTERN SEQ(Request R, Travel+ T) WITHIN 1 DAY;",
      "QUERY q RETURN COUNT(*) PATTERN SEQ(Request R, Travel T) WITHIN 1 DAY;",
      "QUERY q RETURN COUNT(*) PATTERN (SEQ(Request R, Travel T))+ WITHIN 1 DAY;",
      "QUERY q RETURN COUNT(*) PATTERN SEQ(Request R, Travel+ T);",
      "QUERY q RETURN COUNT(*) PATTERN SEQ(Request R, Travel+ T) WITHIN 1 DAY SLIDE 1 HOUR;",
      "QUERY q RETURN COUNT(*) PATTERN SEQ(Request R, Travel+ T) WITHIN 1 DAY OFFSET 1 HOUR;",
      "QUERY q RETURN COUNT(*) PATTERN SEQ(Request R, Travel+ T) WITHIN 1 DAY TIES ARRIVAL;",
      "QUERY q RETURN COUNT(*) PATTERN SEQ(Request R, Travel+ T) WITHIN 1 DAY WHERE [driver];",
      "QUERY q RETURN COUNT(*) PATTERN SEQ(Request R, Travel+ T) WITHIN 1 DAY GROUP BY driver;"};
  for (std::size_t i = 0; i < queries.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) BOOST_TEST(canonical(queries[i]) != canonical(queries[j]));
  }
}

BOOST_AUTO_TEST_CASE(conditions_keep_the_parentheses_they_need) {
  BOOST_TEST(condition("((T.speed)) - (T.km - 1) - 2 < (3)") == "T.speed - (T.km - 1) - 2 < 3");
  BOOST_TEST(condition("(T.speed + 1) * 2 / (3 * 4) = 1") == "(T.speed + 1) * 2 / (3 * 4) = 1");
  BOOST_TEST(condition("(T.speed * 1) * 2 + (3 / 4) = 1") == "T.speed * 1 * 2 + 3 / 4 = 1");
  BOOST_TEST(condition("- -T.speed - -1 < -(T.km + 1)") == "- -T.speed - -1 < -(T.km + 1)");
  BOOST_TEST(condition("(T.speed = 1 OR (T.km = 2 OR T.km = 3)) and (1 = T.km)") ==
             "(T.speed = 1 OR T.km = 2 OR T.km = 3) AND 1 = T.km");
  BOOST_TEST(condition("NOT (T.speed = 1 AND (T.km = 2 OR NOT T.km = 3))") ==
             "NOT (T.speed = 1 AND (T.km = 2 OR NOT T.km = 3))");
  BOOST_TEST(condition("T.speed IN (1, null)") == "T.speed IN (1, NULL)");
  BOOST_TEST(condition("NOT T.speed IN (1, 2.0)") == "T.speed NOT IN (1, 2.0)");
  BOOST_TEST(condition("T.speed not between 1 and 2 or T.speed is not null") ==
             "(T.speed NOT BETWEEN 1 AND 2 OR T.speed IS NOT NULL)");
  BOOST_TEST(condition("R.pool AND R.pool != true") == "R.pool AND R.pool <> TRUE");
  BOOST_TEST(condition("R.due - R.time < 0.25 minutes") == "R.due - R.TIME < 15 SECONDS");
}

BOOST_AUTO_TEST_CASE(names_are_quoted_only_where_a_keyword_could_stand) {
  const Workload workload = test::parsed(
      "STREAM s (TYPE \"Not\" (\"time\" INT, select INT), TYPE B (\"a b\" INT, \"\"\"\" INT, select INT));"
      "QUERY q RETURN COUNT(*) PATTERN SEQ(\"Not\", B \"For\", B \"x y\") "
      "WHERE \"Not\".\"time\" = 1 AND For.\"a b\" = 2 AND \"x y\".\"\"\"\" = 3 AND [select];");
  BOOST_TEST(
      workload.queries[0].canonical.find("SEQ(\"Not\" Not, B \"For\", B \"x y\")") != std::string::npos,
      workload.queries[0].canonical);
  BOOST_TEST(workload.queries[0].canonical.find(
                 "WHERE [select] AND Not.\"time\" = 1 AND For.\"a b\" = 2 AND \"x y\".\"\"\"\" = 3") !=
                 std::string::npos,
             workload.queries[0].canonical);
}

BOOST_AUTO_TEST_CASE(every_clause_of_an_aggregation_query_has_its_place) {
  BOOST_TEST(
      canonical("QUERY q RETURN COUNT(T), SUM(T.km) AS way, MIN(R.due) AS \"MIN(R.due)\" "
                "PATTERN SEQ(Request R, NOT SEQ(Pause p), Travel T{1,}, NOT Dropoff FOR 60000 MILLISECONDS) "
                "HAVING (way / COUNT(*) > 3 AND (COUNT(*) IS NULL OR 1 < COUNT(T))) EMIT EMPTY WINDOWS TIES "
                "ARRIVAL "
                "COUNT BINDINGS NUMBERS APPROX MATCH CONTIGUOUS WITHIN 2 HOURS "
                "WHERE NEXT(T).TIME - T.TIME < 60 SECONDS AND p.minutes > 1;") ==
      "QUERY q\nRETURN COUNT(T), SUM(T.km) AS way, MIN(R.due)\n"
      "PATTERN SEQ(Request R, NOT Pause p, Travel+ T, NOT Dropoff Dropoff FOR 1 MINUTE)\n"
      "WHERE p.minutes > 1 AND NEXT(T).TIME - T.TIME < 1 MINUTE\n"
      "WITHIN 2 HOURS SLIDE 2 HOURS OFFSET 0 SECONDS\n"
      "HAVING SUM(T.km) / COUNT(*) > 3 AND (COUNT(*) IS NULL OR 1 < COUNT(T))\n"
      "MATCH CONTIGUOUS\nCOUNT BINDINGS\nTIES ARRIVAL\nNUMBERS APPROX\nEMIT EMPTY WINDOWS;");
}

BOOST_AUTO_TEST_CASE(windows_of_events_show_their_slide) {
  const std::string text = canonical("QUERY q RETURN COUNT(*) PATTERN Travel WITHIN 010 EVENTS MATCH NEXT;");
  BOOST_TEST(text.find("\nWITHIN 10 EVENTS SLIDE 10\nMATCH NEXT\n") != std::string::npos, text);
}

BOOST_AUTO_TEST_CASE(patterns_keep_the_parentheses_they_need) {
  const auto pattern = [](std::string_view text) {
    const std::string whole = canonical("QUERY q RETURN COUNT(*) PATTERN " + std::string(text) + ";");
    const std::size_t begin = whole.find("PATTERN ") + 8;
    return whole.substr(begin, whole.find("\nMATCH") - begin);
  };
  BOOST_TEST(pattern("((Request OR (Travel OR Pause)))") ==
             "Request Request OR Travel Travel OR Pause Pause");
  BOOST_TEST(pattern("Request AND (Travel OR Pause)") ==
             "Request Request AND (Travel Travel OR Pause Pause)");
  BOOST_TEST(pattern("SEQ(Request, (Travel OR Pause))") ==
             "SEQ(Request Request, Travel Travel OR Pause Pause)");
  BOOST_TEST(pattern("(Request OR Travel)*") == "(Request Request OR Travel Travel)*");
  BOOST_TEST(pattern("((Travel+){2}){1}") == "(Travel+ Travel){2}");
  BOOST_TEST(pattern("SEQ(Request, Travel?){2,3}") == "(SEQ(Request Request, Travel? Travel)){2,3}");
  BOOST_TEST(pattern("(Travel){0,1}") == "Travel? Travel");
  BOOST_TEST(pattern("Travel{0,} t") == "Travel* t");
  BOOST_TEST(pattern("SEQ(Request, (NOT SEQ(Pause, Travel)), Dropoff)") ==
             "SEQ(Request Request, NOT SEQ(Pause Pause, Travel Travel), Dropoff Dropoff)");
}

BOOST_AUTO_TEST_CASE(conditions_on_adjacent_events_are_sorted_and_stand_once) {
  const std::string expected =
      condition("T.km > 1 AND R.driver < NEXT(T).driver AND T.speed < NEXT(T).speed");
  BOOST_TEST(condition("T.speed<NEXT(T).speed AND (R.driver < next(T).driver AND T.km > 1) AND T.speed < "
                       "NEXT ( T ) . speed") == expected);
}

BOOST_AUTO_TEST_CASE(the_schema_has_a_canonical_text_too) {
  const Schema schema =
      test::parsed(std::string(test::kTrips) + "QUERY q RETURN COUNT(*) PATTERN Pause;").schema;
  const std::string text = canonical_text(schema);
  BOOST_TEST(text.starts_with(
      "STREAM trips (\n  TYPE Request (district STRING, driver INT, rider INT, kind STRING, pool BOOL, "
      "due TIMESTAMP),\n"));
  BOOST_TEST(canonical_text(test::parsed(text + "QUERY q RETURN COUNT(*) PATTERN Pause;").schema) == text);
}
