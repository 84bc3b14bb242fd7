// SPDX-License-Identifier: Apache-2.0
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/automaton/position_automaton.h"
#include "engine/automaton/trend_automaton.h"

namespace horatio {
namespace {

// A pattern under construction; type() adds a place.
struct Sketch {
  Pattern pattern;

  PatternNode type(TypeId type) {
    PatternNode node;
    node.place = static_cast<PlaceId>(pattern.places.size());
    pattern.places.push_back({type, "", false});
    return node;
  }
};

PatternNode repeat(PatternNode child, std::uint32_t min, std::uint32_t max) {
  PatternNode node;
  node.kind = PatternNode::Kind::kRepeat;
  node.min = min;
  node.max = max;
  node.children.push_back(std::move(child));
  return node;
}

PatternNode plus(PatternNode child) { return repeat(std::move(child), 1, PatternNode::kUnbounded); }

PatternNode seq(std::vector<PatternNode> children) {
  PatternNode node;
  node.kind = PatternNode::Kind::kSequence;
  node.children = std::move(children);
  return node;
}

TrendAutomaton automaton_of(Sketch& sketch, PatternNode root) {
  sketch.pattern.root = std::move(root);
  const std::vector<std::uint8_t> classes(sketch.pattern.places.size(), TrendAutomaton::kAlways);
  Result<TrendAutomaton> built = TrendAutomaton::build(sketch.pattern, classes);
  BOOST_REQUIRE(built.ok());
  return std::move(*built);
}

// The number of trends in a string of events ('A' is type 0) at distinct times.
std::uint64_t count(const TrendAutomaton& automaton, std::string_view events) {
  std::vector<std::uint64_t> sums(automaton.states(), 0);
  std::vector<Move> scratch;
  for (const char event : events) {
    std::vector<std::uint64_t> next = sums;
    for (const Move& move : automaton.moves(static_cast<TypeId>(event - 'A'), 0, scratch)) {
      next[move.to] += move.starts ? 1 : 0;
      for (const State from : move.from) next[move.to] += sums[from];
    }
    sums = next;
  }
  std::uint64_t total = 0;
  for (std::size_t i = 0; i < sums.size(); ++i)
    total += automaton.is_end(static_cast<State>(i)) ? sums[i] : 0;
  return total;
}

BOOST_AUTO_TEST_CASE(a_sequence_with_a_kleene_type_has_one_state_per_place) {
  Sketch s;
  const TrendAutomaton a = automaton_of(s, seq({s.type(0), plus(s.type(1))}));
  BOOST_TEST(a.states() == 2U);
  BOOST_TEST(a.deterministic_as_written());
  BOOST_TEST(count(a, "AACBBBBAACCCBB") == 132U);
  BOOST_TEST(count(a, "ABBAB") == 8U);
}

BOOST_AUTO_TEST_CASE(two_kleene_places_of_one_type_count_each_trend_once) {
  Sketch s;
  const TrendAutomaton a = automaton_of(s, seq({plus(s.type(0)), plus(s.type(0))}));
  BOOST_TEST(!a.deterministic_as_written());
  BOOST_TEST(count(a, "AAA") == 4U);
}

BOOST_AUTO_TEST_CASE(bounded_repetition_inside_a_group_counts_each_trend_once) {
  Sketch s;
  BOOST_TEST(count(automaton_of(s, plus(repeat(s.type(0), 1, 2))), "AA") == 3U);
}

BOOST_AUTO_TEST_CASE(an_exact_repetition_takes_exactly_that_many) {
  Sketch s;
  const TrendAutomaton a = automaton_of(s, repeat(s.type(0), 2, 2));
  BOOST_TEST(count(a, "A") == 0U);
  BOOST_TEST(count(a, "AAAA") == 6U);
}

BOOST_AUTO_TEST_CASE(a_lower_bound_alone_takes_that_many_or_more) {
  Sketch s;
  BOOST_TEST(count(automaton_of(s, repeat(s.type(0), 2, PatternNode::kUnbounded)), "AAAA") == 11U);
}

BOOST_AUTO_TEST_CASE(the_empty_trend_does_not_count) {
  Sketch s;
  const TrendAutomaton star = automaton_of(s, repeat(s.type(0), 0, PatternNode::kUnbounded));
  BOOST_TEST(count(star, "") == 0U);
  BOOST_TEST(count(star, "B") == 0U);
  BOOST_TEST(count(star, "AA") == 3U);
}

BOOST_AUTO_TEST_CASE(an_optional_part_may_be_left_out) {
  Sketch s;
  BOOST_TEST(count(automaton_of(s, seq({s.type(0), repeat(s.type(1), 0, 1), s.type(2)})), "ABBC") == 3U);
}

BOOST_AUTO_TEST_CASE(nested_groups_iterate) {
  Sketch s;
  BOOST_TEST(count(automaton_of(s, plus(seq({s.type(0), s.type(1)}))), "ABAB") == 4U);
  Sketch t;
  BOOST_TEST(count(automaton_of(t, plus(seq({plus(t.type(0)), t.type(1)}))), "AABAB") == 13U);
}

BOOST_AUTO_TEST_CASE(a_type_may_stand_at_several_places) {
  Sketch s;
  BOOST_TEST(count(automaton_of(s, seq({plus(s.type(0)), s.type(1), plus(s.type(0))})), "AABAA") == 9U);
}

BOOST_AUTO_TEST_CASE(the_mask_chooses_among_places_with_different_predicates) {
  // SEQ(A x, A y) where x and y have predicates of their own.
  Sketch s;
  s.pattern.root = seq({s.type(0), s.type(0)});
  const std::vector<std::uint8_t> classes{0, 1};
  const Result<TrendAutomaton> built = TrendAutomaton::build(s.pattern, classes);
  BOOST_REQUIRE(built.ok());
  std::vector<Move> scratch;
  BOOST_TEST(built->moves(0, 0, scratch).empty());
  BOOST_TEST(built->moves(0, 1, scratch).size() == 1U);
  BOOST_TEST(built->moves(0, 1, scratch)[0].starts);
  BOOST_TEST(built->moves(0, 2, scratch).size() == 1U);
  BOOST_TEST(!built->moves(0, 2, scratch)[0].starts);
  BOOST_TEST(built->moves(0, 3, scratch).size() == 2U);
}

BOOST_AUTO_TEST_CASE(a_trend_counts_if_one_of_its_bindings_passes) {
  // SEQ(A+ x, A+ y) with a predicate on x alone: xx.., then anything. AAA where only the first A passes: 3
  // of 4.
  Sketch s;
  s.pattern.root = seq({plus(s.type(0)), plus(s.type(0))});
  const std::vector<std::uint8_t> classes{0, TrendAutomaton::kAlways};
  const Result<TrendAutomaton> built = TrendAutomaton::build(s.pattern, classes);
  BOOST_REQUIRE(built.ok());
  std::vector<std::uint64_t> sums(built->states(), 0);
  std::vector<Move> scratch;
  for (const PredicateMask mask : {1U, 0U, 0U}) {
    std::vector<std::uint64_t> next = sums;
    for (const Move& move : built->moves(0, mask, scratch)) {
      next[move.to] += move.starts ? 1 : 0;
      for (const State from : move.from) next[move.to] += sums[from];
    }
    sums = next;
  }
  std::uint64_t total = 0;
  for (std::size_t i = 0; i < sums.size(); ++i) total += built->is_end(static_cast<State>(i)) ? sums[i] : 0;
  BOOST_TEST(total == 3U);
}

BOOST_AUTO_TEST_CASE(more_than_sixty_four_states_are_refused_with_a_remedy) {
  Sketch s;
  s.pattern.root = repeat(s.type(0), 65, 65);
  const std::vector<std::uint8_t> classes{TrendAutomaton::kAlways};
  const Result<TrendAutomaton> built = TrendAutomaton::build(s.pattern, classes);
  BOOST_REQUIRE(!built.ok());
  BOOST_TEST((built.error().code == ErrorCode::kTooLarge));
  BOOST_TEST(!built.error().remedy.empty());
}

BOOST_AUTO_TEST_CASE(sixty_four_states_are_accepted) {
  Sketch s;
  BOOST_TEST(automaton_of(s, repeat(s.type(0), 64, 64)).states() == 64U);
}

BOOST_AUTO_TEST_CASE(a_huge_repetition_is_refused_at_once) {
  Sketch s;
  s.pattern.root = repeat(repeat(s.type(0), 1, 4'000'000'000U), 1, 4'000'000'000U);
  const std::vector<std::uint8_t> classes{TrendAutomaton::kAlways};
  BOOST_TEST((TrendAutomaton::build(s.pattern, classes).error().code == ErrorCode::kTooLarge));
}

BOOST_AUTO_TEST_CASE(places_with_many_different_predicates_do_not_explode) {
  // (A a1 ... A a20)+ in any order would need 2^20 masks from one state; the cap on states stops it early.
  Sketch s;
  std::vector<PatternNode> optional;
  std::vector<std::uint8_t> classes;
  for (std::uint8_t i = 0; i < 40; ++i) {
    optional.push_back(repeat(s.type(0), 0, 1));
    classes.push_back(i);
  }
  s.pattern.root = plus(seq(std::move(optional)));
  BOOST_TEST((TrendAutomaton::build(s.pattern, classes).error().code == ErrorCode::kTooLarge));
}

BOOST_AUTO_TEST_CASE(a_long_chain_of_different_predicates_is_answered_without_a_table) {
  Sketch s;
  std::vector<PatternNode> chain;
  std::vector<std::uint8_t> classes;
  for (std::uint8_t i = 0; i < 20; ++i) {
    chain.push_back(s.type(0));
    classes.push_back(i);
  }
  s.pattern.root = seq(std::move(chain));
  const Result<TrendAutomaton> built = TrendAutomaton::build(s.pattern, classes);
  BOOST_REQUIRE(built.ok());
  BOOST_TEST(built->states() == 20U);
  std::vector<Move> scratch;
  BOOST_TEST(built->moves(0, PredicateMask{1} << 19U, scratch).size() == 1U);
  BOOST_TEST(built->moves(0, (PredicateMask{1} << 20U) - 1, scratch).size() == 20U);
}

BOOST_AUTO_TEST_CASE(negation_is_refused_as_not_available) {
  Sketch s;
  PatternNode node;
  node.kind = PatternNode::Kind::kNot;
  node.children.push_back(s.type(0));
  s.pattern.root = seq({s.type(1), node});
  BOOST_TEST((PositionAutomaton::build(s.pattern).error().code == ErrorCode::kNotAvailable));
}

}  // namespace
}  // namespace horatio
