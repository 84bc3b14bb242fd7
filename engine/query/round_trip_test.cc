// SPDX-License-Identifier: Apache-2.0
// Random queries: the canonical text parses back to the same query, and is its own canonical text; spelling
// does not matter.
#include "engine/query/parser.h"
#include "engine/query/random_query.h"
#include "engine/query/test_workloads.h"

using namespace horatio;

namespace {

void expect_equal(const Expression& left, const Expression& right) {
  BOOST_REQUIRE((left.kind == right.kind && left.text == right.text && left.place == right.place));
  BOOST_REQUIRE((left.attribute == right.attribute && left.type == right.type && left.next == right.next &&
                 left.aggregate == right.aggregate));
  BOOST_REQUIRE_EQUAL(left.children.size(), right.children.size());
  for (std::size_t i = 0; i < left.children.size(); ++i) expect_equal(left.children[i], right.children[i]);
}

void expect_equal(const PatternNode& left, const PatternNode& right) {
  BOOST_REQUIRE((left.kind == right.kind && left.place == right.place && left.min == right.min &&
                 left.max == right.max && left.lasting == right.lasting));
  BOOST_REQUIRE_EQUAL(left.children.size(), right.children.size());
  for (std::size_t i = 0; i < left.children.size(); ++i) expect_equal(left.children[i], right.children[i]);
}

void expect_equal(const Place& left, const Place& right) {
  BOOST_REQUIRE((left.type == right.type && left.alias == right.alias && left.negated == right.negated));
}

void expect_equal(const Aggregate& left, const Aggregate& right) {
  BOOST_REQUIRE((left.function == right.function && left.place == right.place &&
                 left.attribute == right.attribute && left.column == right.column));
}

void expect_equal(const LocalPredicate& left, const LocalPredicate& right) {
  BOOST_REQUIRE_EQUAL(left.place, right.place);
  expect_equal(left.condition, right.condition);
}

void expect_equal(const EdgePredicate& left, const EdgePredicate& right) {
  BOOST_REQUIRE((left.from == right.from && left.to == right.to));
  expect_equal(left.condition, right.condition);
}

void expect_equal(const KeyAttribute& left, const KeyAttribute& right) {
  BOOST_REQUIRE((left.name == right.name && left.type == right.type && left.of_type == right.of_type));
}

template <class Item>
void expect_equal(const std::vector<Item>& left, const std::vector<Item>& right) {
  BOOST_REQUIRE_EQUAL(left.size(), right.size());
  for (std::size_t i = 0; i < left.size(); ++i) expect_equal(left[i], right[i]);
}

void expect_equal(const Query& left, const Query& right) {
  BOOST_REQUIRE_EQUAL(left.name, right.name);
  expect_equal(left.aggregates, right.aggregates);
  expect_equal(left.hidden, right.hidden);
  BOOST_REQUIRE_EQUAL(left.having.has_value(), right.having.has_value());
  if (left.having) expect_equal(*left.having, *right.having);
  expect_equal(left.pattern.root, right.pattern.root);
  expect_equal(left.pattern.places, right.pattern.places);
  expect_equal(left.local, right.local);
  expect_equal(left.edges, right.edges);
  expect_equal(left.group_by, right.group_by);
  expect_equal(left.equivalence, right.equivalence);
  BOOST_REQUIRE((left.window == right.window && left.ties == right.ties && left.numbers == right.numbers));
  BOOST_REQUIRE((left.selection == right.selection && left.count_bindings == right.count_bindings &&
                 left.emit_empty_windows == right.emit_empty_windows));
  BOOST_REQUIRE_EQUAL(left.canonical, right.canonical);
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_canonical_text_parses_back_to_the_same_query) {
  const std::uint64_t seed = test::seed();
  for (std::uint64_t i = 0; i < 5000; ++i) {
    const std::string text = test::QueryWriter(seed + i).query();
    BOOST_TEST_CONTEXT("seed " << seed + i << "\n" << text) {
      const TimeUnit unit = i % 2 == 0 ? TimeUnit::kMillisecond : TimeUnit::kNanosecond;
      const Workload first = test::parsed(std::string(test::kTrips) + text, unit);
      const Query& query = first.queries.at(0);
      const Workload second = test::parsed(canonical_text(first.schema) + "\n" + query.canonical, unit);
      expect_equal(query, second.queries.at(0));
      BOOST_REQUIRE_EQUAL(query.canonical, canonical_text(query, first.schema, unit));
    }
  }
}
