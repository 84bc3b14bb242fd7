// SPDX-License-Identifier: Apache-2.0
#include "engine/query/parser.h"

#include "engine/query/test_workloads.h"

using namespace horatio;
using test::parsed;
using test::query_of;
using Kind = PatternNode::Kind;

BOOST_AUTO_TEST_CASE(a_schema_is_read_with_its_types_in_order) {
  const Schema schema = parsed(std::string(test::kTrips) + "QUERY q RETURN COUNT(*) PATTERN Pause;").schema;
  BOOST_TEST(schema.stream == "trips");
  BOOST_TEST(schema.types.size() == 4);
  BOOST_TEST(schema.types[1].name == "Travel");
  BOOST_TEST(schema.types[1].attributes[4].name == "km");
  BOOST_TEST((schema.types[1].attributes[4].type == AttributeType{AttributeKind::kDecimal, 2}));
  BOOST_TEST((schema.types[0].attributes[4].type.kind == AttributeKind::kBool));
  BOOST_TEST((schema.types[0].attributes[5].type.kind == AttributeKind::kTimestamp));
}

BOOST_AUTO_TEST_CASE(a_type_may_have_no_attributes) {
  const Workload workload =
      parsed("STREAM s (TYPE A (), TYPE B ()); QUERY q RETURN COUNT(*) PATTERN SEQ(A, B+);");
  BOOST_TEST(workload.schema.types[0].attributes.empty());
}

BOOST_AUTO_TEST_CASE(a_query_of_the_language_page_is_bound) {
  const Query query = query_of(
      "QUERY q1\nRETURN COUNT(*) AS trips\nPATTERN SEQ(Request R, Travel+ T, Dropoff)\n"
      "WHERE [driver, rider, district] AND T.speed < 10 AND R.kind = 'Pool'\n"
      "GROUP BY district\nWITHIN 30 MINUTES SLIDE 5 MINUTES OFFSET 1 MINUTE;");
  BOOST_TEST(query.name == "q1");
  BOOST_TEST((query.place == SourcePlace{2, 7}));
  BOOST_TEST(query.aggregates.size() == 1);
  BOOST_TEST(query.aggregates[0].column == "trips");
  BOOST_TEST((query.pattern.root.kind == Kind::kSequence));
  BOOST_TEST(query.pattern.places.size() == 3);
  BOOST_TEST(query.pattern.places[1].alias == "T");
  BOOST_TEST(query.pattern.places[2].alias == "Dropoff");
  BOOST_TEST((query.pattern.root.children[1].kind == Kind::kRepeat));
  BOOST_TEST(query.pattern.root.children[1].min == 1);
  BOOST_TEST(query.pattern.root.children[1].max == PatternNode::kUnbounded);
  BOOST_TEST(query.local.size() == 2);
  BOOST_TEST(query.local[0].place == 0);
  BOOST_TEST((query.local[1].condition.kind == Expression::Kind::kLess));
  BOOST_TEST(query.group_by.size() == 1);
  BOOST_TEST(query.group_by[0].name == "district");
  BOOST_TEST(!query.group_by[0].of_type[3].has_value());
  BOOST_TEST(query.equivalence.size() == 2);
  BOOST_TEST(query.equivalence[0].name == "driver");
  BOOST_TEST((*query.window == WindowSpec{1'800'000, 300'000, 60'000}));
}

BOOST_AUTO_TEST_CASE(repetition_stands_before_or_after_the_alias) {
  const PatternNode before = query_of("QUERY q RETURN COUNT(*) PATTERN Travel+ T;").pattern.root;
  const PatternNode after = query_of("QUERY q RETURN COUNT(*) PATTERN Travel T+;").pattern.root;
  BOOST_TEST((before.kind == Kind::kRepeat && after.kind == Kind::kRepeat));
  BOOST_TEST((before.children[0].kind == Kind::kType && after.children[0].kind == Kind::kType));
}

BOOST_AUTO_TEST_CASE(groups_nest) {
  const PatternNode root =
      query_of("QUERY q RETURN COUNT(*) PATTERN (SEQ(Request, (SEQ(Travel+, Pause))+))+;").pattern.root;
  BOOST_TEST((root.kind == Kind::kRepeat));
  const PatternNode& sequence = root.children[0];
  BOOST_TEST((sequence.kind == Kind::kSequence));
  BOOST_TEST((sequence.children[1].kind == Kind::kRepeat));
  BOOST_TEST((sequence.children[1].children[0].children[0].kind == Kind::kRepeat));
}

// No clause can stand within a pattern.
BOOST_AUTO_TEST_CASE(words_of_clauses_are_aliases_where_the_pattern_goes_on) {
  const Query query = query_of(
      "QUERY q RETURN COUNT(within) PATTERN SEQ(Request within, (Travel where{2} OR Travel count), Pause "
      "group+) "
      "WHERE count.speed < 3 WITHIN 1 MINUTE;");
  std::string aliases;
  for (const Place& place : query.pattern.places) aliases += place.alias + " ";
  BOOST_TEST(aliases == "within where count group ");
  BOOST_TEST(query.window->size == 60'000);
  BOOST_TEST(query_of("QUERY q RETURN COUNT(*) PATTERN Travel COUNT BINDINGS;").count_bindings);
}

BOOST_AUTO_TEST_CASE(without_slide_windows_tumble_and_without_within_there_is_none) {
  BOOST_TEST((*query_of("QUERY q RETURN COUNT(*) PATTERN Pause WITHIN 10 SECONDS;").window ==
              WindowSpec{10'000, 10'000, 0}));
  BOOST_TEST(!query_of("QUERY q RETURN COUNT(*) PATTERN Pause;").window.has_value());
}

BOOST_AUTO_TEST_CASE(spans_are_counted_in_the_time_unit_of_the_input) {
  const std::string_view query = "QUERY q RETURN COUNT(*) PATTERN Pause WITHIN 1.5 MINUTES;";
  BOOST_TEST(query_of(query, TimeUnit::kSecond).window->size == 90);
  BOOST_TEST(query_of(query, TimeUnit::kMicrosecond).window->size == 90'000'000);
  BOOST_TEST(query_of(query, TimeUnit::kNanosecond).window->size == 90'000'000'000);
}

BOOST_AUTO_TEST_CASE(a_query_without_within_is_warned_of) {
  const ParsedWorkload result =
      parse_workload(std::string(test::kTrips) + "QUERY q RETURN COUNT(*) PATTERN Pause;");
  BOOST_TEST(result.faults.empty());
  BOOST_TEST(result.warnings.size() == 1);
  BOOST_TEST(result.warnings[0].query == "q");
  BOOST_TEST(result.warnings[0].error.message.find("one window over the whole input") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(keywords_in_any_case_names_in_their_own) {
  const Query query = query_of(
      "qUeRy Q return count( * ) pattern seq(Request r,Travel T+) where [driver] and not T.speed is null "
      "group by district within 1 hour ties arrival numbers u64 match all combinations;");
  BOOST_TEST(query.name == "Q");
  BOOST_TEST((query.ties == Ties::kArrival));
  BOOST_TEST((query.numbers == Numbers::kU64));
  BOOST_TEST(query.aggregates[0].column == "COUNT(*)");
}

BOOST_AUTO_TEST_CASE(comments_quoted_names_and_doubled_quotes) {
  const Workload workload = parsed(
      "-- a ; in a comment\nSTREAM \"my stream\" (TYPE \"a \"\"b\"\"\" (\"x.y\" STRING)); /* QUERY z; */\n"
      "QUERY \"q;1\" RETURN COUNT(*) PATTERN \"a \"\"b\"\"\" x WHERE x.\"x.y\" = 'it''s; -- no comment' "
      "WITHIN 1 DAY;");
  BOOST_TEST(workload.schema.types[0].name == "a \"b\"");
  BOOST_TEST(workload.queries[0].name == "q;1");
  BOOST_TEST(workload.queries[0].local[0].condition.children[1].text == "it's; -- no comment");
}

BOOST_AUTO_TEST_CASE(keywords_are_names_where_they_cannot_stand) {
  const Workload workload = parsed(
      "STREAM stream (TYPE Within (type INT, \"TIME\" INT, count INT), TYPE \"Seq\" (type INT));"
      "QUERY query RETURN COUNT(*) AS return PATTERN SEQ(Within Type, \"Seq\" \"Where\") "
      "WHERE Type.type = 1 AND Type.\"TIME\" = 2 AND Type.count = 3 AND \"Where\".type = 4 GROUP BY type;");
  BOOST_TEST(workload.queries[0].local.size() == 4);
  BOOST_TEST((workload.queries[0].local[1].condition.children[0].kind == Expression::Kind::kAttribute));
}

BOOST_AUTO_TEST_CASE(a_type_stands_at_several_places) {
  const Query query = query_of("QUERY q RETURN COUNT(*) PATTERN SEQ(Travel+ a, Pause, Travel+, Travel b);");
  BOOST_TEST(query.pattern.places.size() == 4);
  BOOST_TEST(query.pattern.places[2].alias == "Travel");
}

BOOST_AUTO_TEST_CASE(parenthesised_ands_are_split_into_conditions) {
  const Query query = query_of(
      "QUERY q RETURN COUNT(*) PATTERN SEQ(Request R, Travel T) "
      "WHERE ((T.speed < 10 AND ([driver] AND R.rider = 1)) AND (T.km > 1 OR T.km < 0));");
  BOOST_TEST(query.local.size() == 3);
  BOOST_TEST(query.equivalence.size() == 1);
}

BOOST_AUTO_TEST_CASE(expressions_bind_by_precedence) {
  using E = Expression::Kind;
  const Query query = query_of(
      "QUERY q RETURN COUNT(*) PATTERN Travel T WHERE T.speed - 1 - 2 * -T.km < 3 OR NOT T.driver = 4 AND "
      "T.rider IN (1, 2);");
  const Expression& root = query.local[0].condition;
  BOOST_TEST((root.kind == E::kOr));
  BOOST_TEST((root.children[1].kind == E::kAnd));
  BOOST_TEST((root.children[1].children[0].kind == E::kNot));
  const Expression& difference = root.children[0].children[0];
  BOOST_TEST((difference.kind == E::kSubtract));
  BOOST_TEST((difference.children[0].kind == E::kSubtract));
  BOOST_TEST((difference.children[1].kind == E::kMultiply));
  BOOST_TEST((difference.children[1].children[1].kind == E::kNegate));
}

BOOST_AUTO_TEST_CASE(numbers_of_any_size_and_spans_of_time_are_kept_exactly) {
  const Query query = query_of(
      "QUERY q RETURN COUNT(*) PATTERN SEQ(Request R, Travel T) WHERE T.driver < "
      "00123456789012345678901234567890 "
      "AND T.km < 00.50E+2 AND R.due - R.TIME <= 90 SECONDS;");
  BOOST_TEST(query.local[0].condition.children[1].text == "90000");
  BOOST_TEST((query.local[0].condition.children[1].kind == Expression::Kind::kDuration));
  BOOST_TEST(query.local[1].condition.children[1].text == "123456789012345678901234567890");
  BOOST_TEST(query.local[2].condition.children[1].text == "0.50e2");
}

BOOST_AUTO_TEST_CASE(times_compute_and_compare) {
  const Query query = query_of(
      "QUERY q RETURN COUNT(*) PATTERN Request R WHERE R.due + 2 * 5 MINUTES > R.TIME AND R.due - 1 HOUR <= "
      "1000 AND "
      "(R.due - R.TIME) / 1 SECOND BETWEEN -5 AND 5 AND R.pool AND NOT R.pool = TRUE;");
  BOOST_TEST(query.local.size() == 5);
}

BOOST_AUTO_TEST_CASE(a_time_attribute_beside_the_events_time_is_warned_of) {
  const ParsedWorkload result = parse_workload(
      "STREAM s (TYPE A (time INT)); QUERY q RETURN COUNT(*) PATTERN A WHERE A.time > 5 WITHIN 1 DAY;");
  BOOST_TEST(result.faults.empty());
  BOOST_REQUIRE_EQUAL(result.warnings.size(), 1);
  BOOST_TEST(result.warnings[0].error.remedy == "for the attribute write A.\"time\"");
}

BOOST_AUTO_TEST_CASE(a_byte_order_mark_and_carriage_returns_are_white_space) {
  BOOST_TEST(parsed("\xEF\xBB\xBFSTREAM s (TYPE A ());\r\nQUERY q\r\nRETURN COUNT(*) PATTERN A;\r\n")
                 .queries.size() == 1);
}

BOOST_AUTO_TEST_CASE(a_large_workload_and_one_full_of_parentheses_are_read_at_once) {
  std::string text(test::kTrips);
  for (int i = 0; text.size() < (1U << 20U); ++i) {
    text += "QUERY q" + std::to_string(i) + " RETURN COUNT(*) PATTERN SEQ(Request R, Travel+ T) WHERE " +
            std::string(150, '(') + "T.speed" + std::string(150, ')') + " < 10 WITHIN 5 MINUTES;";
  }
  BOOST_TEST(parsed(text).queries.size() > 1000);
}

BOOST_AUTO_TEST_CASE(a_fault_is_printed_as_compilers_do) {
  const WorkloadFault fault{"q1", Error{ErrorCode::kSyntax, "wrong", "do right", {3, 7}}};
  BOOST_TEST(to_string(fault, "w.hql") == "w.hql:3:7: query 'q1': wrong; do right");
  BOOST_TEST(to_string(WorkloadFault{"", Error{ErrorCode::kFile, "gone", "", {}}}, "w.hql") == "w.hql: gone");
}
