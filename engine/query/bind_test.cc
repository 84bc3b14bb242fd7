// SPDX-License-Identifier: Apache-2.0
// Aggregation queries as the model holds them: patterns, conditions on adjacent events, aggregates, HAVING,
// windows of events and the clauses that are words alone.
#include <vector>

#include "engine/query/parser.h"
#include "engine/query/test_workloads.h"

using namespace horatio;
using test::query_of;
using Node = PatternNode;
using Function = Aggregate::Function;

namespace {

Node pattern(std::string_view text) {
  return query_of("QUERY q RETURN COUNT(*) PATTERN " + std::string(text) + ";").pattern.root;
}

// Over Request R and Travel+ T.
Query with_where(std::string_view condition) {
  return query_of("QUERY q RETURN COUNT(*) PATTERN SEQ(Request R, Travel+ T) WHERE " +
                  std::string(condition) + ";");
}

Query with_having(std::string_view returned, std::string_view having) {
  return query_of("QUERY q RETURN " + std::string(returned) + " PATTERN SEQ(Request R, Travel+ T) HAVING " +
                  std::string(having) + ";");
}

Query with_clauses(std::string_view clauses) {
  return query_of("QUERY q RETURN COUNT(*) PATTERN Travel T " + std::string(clauses) + ";");
}

std::pair<std::uint32_t, std::uint32_t> bounds(std::string_view text) {
  const Node node = pattern(text);
  BOOST_REQUIRE((node.kind == Node::Kind::kRepeat));
  return {node.min, node.max};
}

}  // namespace

BOOST_AUTO_TEST_CASE(every_repetition_has_its_bounds) {
  using Bounds = std::pair<std::uint32_t, std::uint32_t>;
  BOOST_TEST((bounds("Pause+") == Bounds{1, Node::kUnbounded}));
  BOOST_TEST((bounds("Pause*") == Bounds{0, Node::kUnbounded}));
  BOOST_TEST((bounds("Pause?") == Bounds{0, 1}));
  BOOST_TEST((bounds("Pause{3}") == Bounds{3, 3}));
  BOOST_TEST((bounds("Pause p{2,}") == Bounds{2, Node::kUnbounded}));
  BOOST_TEST((bounds("(SEQ(Pause, Travel)){0,4}") == Bounds{0, 4}));
  BOOST_TEST((bounds("SEQ(Pause, Travel){1,1000}") == Bounds{1, 1000}));
}

BOOST_AUTO_TEST_CASE(a_repetition_of_a_repetition_nests) {
  const Node node = pattern("(Pause+){2}");
  BOOST_TEST(node.min == 2);
  BOOST_TEST((node.children[0].kind == Node::Kind::kRepeat));
  BOOST_TEST((pattern("(Pause?)*").children[0].kind == Node::Kind::kRepeat));
}

BOOST_AUTO_TEST_CASE(not_marks_its_places) {
  const Query query = query_of(
      "QUERY q RETURN COUNT(*) PATTERN SEQ(NOT Pause, Request, NOT SEQ(Travel t, Dropoff), Travel, NOT "
      "Dropoff d);");
  const auto& parts = query.pattern.root.children;
  BOOST_REQUIRE_EQUAL(parts.size(), 5);
  BOOST_TEST((parts[0].kind == Node::Kind::kNot && parts[2].kind == Node::Kind::kNot));
  BOOST_TEST((parts[0].children[0].kind == Node::Kind::kType));
  BOOST_TEST((parts[2].children[0].kind == Node::Kind::kSequence));
  std::vector<bool> negated;
  for (const Place& place : query.pattern.places) negated.push_back(place.negated);
  BOOST_TEST((negated == std::vector<bool>{true, false, true, true, false, true}));
  BOOST_TEST(!parts[4].lasting.has_value());
}

BOOST_AUTO_TEST_CASE(not_of_a_sequence_of_one_is_not_of_its_type) {
  BOOST_TEST((pattern("SEQ(Request, NOT SEQ(Pause))").children[1].children[0].kind == Node::Kind::kType));
}

BOOST_AUTO_TEST_CASE(for_is_counted_in_time_units) {
  const std::string_view text =
      "QUERY q RETURN COUNT(*) PATTERN SEQ(Request, NOT Pause FOR 1.5 MINUTES) WITHIN 90 SECONDS;";
  BOOST_TEST(query_of(text).pattern.root.children[1].lasting.value() == 90'000);
  BOOST_TEST(query_of(text, TimeUnit::kSecond).pattern.root.children[1].lasting.value() == 90);
}

BOOST_AUTO_TEST_CASE(for_stands_at_the_end_of_the_pattern_and_of_a_branch_of_or) {
  BOOST_TEST(pattern("SEQ(Request, NOT Pause FOR 1 DAY, NOT Dropoff)").children[1].lasting.has_value());
  BOOST_TEST(
      pattern("SEQ(Request, SEQ(Travel, NOT Pause FOR 1 DAY))").children[1].children[1].lasting.has_value());
  const Node either =
      pattern("SEQ(Request, NOT Pause FOR 1 DAY) OR (Dropoff OR SEQ(Travel, NOT Pause p FOR 2 DAYS))");
  BOOST_TEST(either.children[0].children[1].lasting.has_value());
  BOOST_TEST(either.children[2].children[1].lasting.value() == 172'800'000);
}

BOOST_AUTO_TEST_CASE(not_stands_in_repeated_groups) {
  const Node node = pattern("SEQ(Request, (SEQ(NOT Pause, Travel))+)");
  BOOST_TEST((node.children[1].children[0].children[0].kind == Node::Kind::kNot));
  BOOST_TEST((pattern("(SEQ(Request, NOT Pause, NOT Dropoff, Travel))*").kind == Node::Kind::kRepeat));
}

BOOST_AUTO_TEST_CASE(or_in_or_is_one_or_and_binds_weaker_than_and) {
  BOOST_TEST(pattern("Request OR (Travel OR Pause) OR Dropoff").children.size() == 4);
  const Node both = pattern("Request AND (Travel OR Pause)");
  BOOST_TEST((both.kind == Node::Kind::kAnd && both.children.size() == 2));
  BOOST_TEST((both.children[1].kind == Node::Kind::kOr));
  BOOST_TEST((pattern("(Request AND Travel)").kind == Node::Kind::kAnd));
}

BOOST_AUTO_TEST_CASE(conditions_on_adjacent_events_are_edges) {
  const Query query = with_where(
      "(T.speed < NEXT(T).speed AND R.driver = NEXT(T).driver) AND T.km > 1 AND NEXT(T).TIME - T.TIME <= 60 "
      "SECONDS");
  BOOST_TEST(query.local.size() == 1);
  BOOST_REQUIRE_EQUAL(query.edges.size(), 3);
  BOOST_TEST((query.edges[0].from == 0 && query.edges[0].to == 1));
  BOOST_TEST((query.edges[1].from == 1 && query.edges[1].to == 1));
  const Expression& time = query.edges[1].condition;
  BOOST_TEST((time.kind == Expression::Kind::kLessEqual));
  BOOST_TEST((time.children[0].children[0].next && !time.children[0].children[1].next));
  BOOST_TEST(time.children[1].text == "60000");
}

BOOST_AUTO_TEST_CASE(an_edge_may_read_backwards_in_the_pattern) {
  const Query query = query_of(
      "QUERY q RETURN COUNT(*) PATTERN (SEQ(Request R, Travel T))+ WHERE T.km + 1 < NEXT(R).driver * T.speed "
      "OR NEXT(R).pool;");
  BOOST_REQUIRE_EQUAL(query.edges.size(), 1);
  BOOST_TEST((query.edges[0].from == 1 && query.edges[0].to == 0));
}

BOOST_AUTO_TEST_CASE(events_inside_not_have_conditions_of_their_own) {
  const Query query = query_of(
      "QUERY q RETURN COUNT(*) PATTERN SEQ(Request, NOT Pause, Travel T) WHERE Pause.minutes > 3 AND T.km > "
      "1;");
  BOOST_REQUIRE_EQUAL(query.local.size(), 2);
  BOOST_TEST(query.local[0].place == 1);
}

BOOST_AUTO_TEST_CASE(aggregates_are_bound_to_places_and_attributes) {
  const Query query = query_of(
      "QUERY q RETURN COUNT(*), COUNT(T), COUNT(R.kind), SUM(T.km) AS way, AVG(T.speed), MIN(R.due), "
      "MAX(T.driver) "
      "PATTERN SEQ(Request R, Travel+ T);");
  const auto is = [&](std::size_t i, Function function, PlaceId place, AttributeId attribute,
                      std::string_view column) {
    const Aggregate& aggregate = query.aggregates.at(i);
    BOOST_TEST_CONTEXT(column) {
      BOOST_TEST(
          (aggregate.function == function && aggregate.place == place && aggregate.attribute == attribute));
      BOOST_TEST(aggregate.column == column);
    }
  };
  is(0, Function::kCountTrends, 0, 0, "COUNT(*)");
  is(1, Function::kCountEvents, 1, 0, "COUNT(T)");
  is(2, Function::kCountAttribute, 0, 3, "COUNT(R.kind)");
  is(3, Function::kSum, 1, 4, "way");
  is(4, Function::kAvg, 1, 3, "AVG(T.speed)");
  is(5, Function::kMin, 0, 5, "MIN(R.due)");
  is(6, Function::kMax, 1, 1, "MAX(T.driver)");
}

BOOST_AUTO_TEST_CASE(one_aggregate_may_have_several_columns) {
  const Query query =
      query_of("QUERY q RETURN SUM(Pause.minutes), SUM(Pause.minutes) AS again PATTERN Pause;");
  BOOST_TEST(query.aggregates.size() == 2);
}

BOOST_AUTO_TEST_CASE(having_reads_returned_aggregates_by_text_by_name_and_by_column) {
  for (const std::string_view text : {"SUM(T.km) > 3", "way > 3", "\"way\" > 3"}) {
    const Query query = with_having("COUNT(*), SUM(T.km) AS way", text);
    BOOST_REQUIRE(query.having.has_value());
    BOOST_TEST(query.having->children[0].aggregate == 1);
    BOOST_TEST((query.having->children[0].kind == Expression::Kind::kAggregate));
    BOOST_TEST(query.hidden.empty());
  }
  BOOST_TEST(with_having("SUM(T.km), COUNT(*)", "\"COUNT(*)\" > 3").having->children[0].aggregate == 1);
}

BOOST_AUTO_TEST_CASE(what_having_alone_reads_is_hidden_and_kept_once) {
  const Query query = with_having(
      "COUNT(*)",
      "SUM(T.km) / COUNT(T) > 2 AND SUM(T.km) < 100 AND NOT COUNT(*) BETWEEN 3 AND MAX(T.driver)");
  BOOST_REQUIRE_EQUAL(query.hidden.size(), 3);
  BOOST_TEST(
      (query.hidden[0].function == Function::kSum && query.hidden[1].function == Function::kCountEvents));
  BOOST_TEST(query.hidden[2].column == "MAX(T.driver)");
  const auto& parts = query.having->children;
  BOOST_TEST(parts[0].children[0].children[0].aggregate == 1);
  BOOST_TEST(parts[0].children[0].children[1].aggregate == 2);
  BOOST_TEST(parts[1].children[0].aggregate == 1);
  BOOST_TEST(parts[2].children[0].children[0].aggregate == 0);
  BOOST_TEST(parts[2].children[0].children[2].aggregate == 3);
}

BOOST_AUTO_TEST_CASE(aggregates_of_having_have_the_types_of_their_values) {
  const auto type_of = [](std::string_view aggregate) {
    return to_string(with_having("COUNT(*)", std::string(aggregate) + " IS NOT NULL")
                         .having->children[0]
                         .children[0]
                         .type);
  };
  BOOST_TEST(type_of("COUNT(*)") == "INT");
  BOOST_TEST(type_of("COUNT(R.kind)") == "INT");
  BOOST_TEST(type_of("SUM(T.driver)") == "INT");
  BOOST_TEST(type_of("SUM(T.km)") == "DECIMAL(2)");
  BOOST_TEST(type_of("SUM(T.speed)") == "FLOAT");
  BOOST_TEST(type_of("AVG(T.driver)") == "FLOAT");
  BOOST_TEST(type_of("MIN(T.km)") == "DECIMAL(2)");
  BOOST_TEST(type_of("MAX(R.due)") == "TIMESTAMP");
}

BOOST_AUTO_TEST_CASE(extremes_of_times_compute_as_times) {
  BOOST_TEST(with_having("COUNT(*)", "MAX(R.due) - MIN(R.due) <= 60 SECONDS").having.has_value());
}

BOOST_AUTO_TEST_CASE(windows_of_events_are_counted) {
  const auto window = [](std::string_view within) { return with_clauses(within).window.value(); };
  BOOST_TEST((window("WITHIN 10 EVENTS") == WindowSpec{10, 10, 0, true}));
  BOOST_TEST((window("WITHIN 10 EVENTS SLIDE 3") == WindowSpec{10, 3, 0, true}));
  BOOST_TEST((window("WITHIN 007 events slide 30 events") == WindowSpec{7, 30, 0, true}));
  BOOST_TEST((window("WITHIN 9223372036854775807 EVENTS SLIDE 1").size == INT64_MAX));
  BOOST_TEST((window("WITHIN 1 SECOND SLIDE 5 SECONDS") == WindowSpec{1000, 5000, 0, false}));
}

BOOST_AUTO_TEST_CASE(clauses_of_words_are_read_in_any_order) {
  BOOST_TEST((with_clauses("MATCH NEXT").selection == Selection::kNext));
  BOOST_TEST((with_clauses("MATCH CONTIGUOUS").selection == Selection::kContiguous));
  BOOST_TEST((with_clauses("NUMBERS APPROX").numbers == Numbers::kApprox));
  const Query all = with_clauses(
      "EMIT EMPTY WINDOWS COUNT BINDINGS HAVING COUNT(*) > 0 NUMBERS U64 MATCH NEXT WITHIN 5 EVENTS TIES "
      "ARRIVAL GROUP BY driver");
  BOOST_TEST((all.emit_empty_windows && all.count_bindings && all.having.has_value()));
  const Query none = with_clauses("");
  BOOST_TEST((!none.emit_empty_windows && !none.count_bindings && !none.having.has_value()));
}
