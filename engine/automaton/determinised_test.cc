// SPDX-License-Identifier: Apache-2.0
// The determinised automaton itself: states, steps, guards and limits.
#include "engine/automaton/determinised.h"

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "engine/automaton/test_automaton.h"

namespace horatio::automaton {
namespace {

using namespace test;

void check_too_large(const Pattern& pattern, Options options = {}) {
  const Built built = build(pattern, std::move(options));
  BOOST_REQUIRE(!built.automaton.ok());
  BOOST_TEST((built.automaton.error().code == ErrorCode::kTooLarge));
  BOOST_TEST(!built.automaton.error().remedy.empty());
}

BOOST_AUTO_TEST_CASE(match_next_of_bindings_is_judged_on_those_not_counted_too) {
  // SEQ(A, C) OR SEQ(A, B, D): A bound in the first branch is not extended by B, yet the partial trend A is.
  Sketch s;
  const PatternNode left = seq({s.type('A'), s.type('C')});
  s.of(any_of({left, seq({s.type('A'), s.type('B'), s.type('D')})}));
  BOOST_TEST(count(s.pattern, "ABC", kBindings) == 1U);
  BOOST_TEST(count(s.pattern, "ABC", kBindingsOfNext, true) == 0U);
  const Determinised a = automaton_of(s.pattern, kBindingsOfNext);
  BOOST_REQUIRE(a.start(0).size() == 2U);
  BOOST_TEST(a.start(0)[0].place == 0);
  BOOST_TEST(a.start(0)[1].place == 2);
  const State first = a.start(0)[0].targets[0];
  BOOST_TEST(a.positions(first) == (std::vector<Position>{0}), boost::test_tools::per_element());
  BOOST_TEST(a.all_positions(first) == (std::vector<Position>{0, 2}), boost::test_tools::per_element());
  BOOST_REQUIRE(a.steps(first, 1).size() == 1U);
  const Step& other = a.steps(first, 1)[0];
  BOOST_TEST(other.place == kNoPlace);
  BOOST_TEST(other.targets[0] == kNoState);
  BOOST_TEST(other.extends[0]);
}

BOOST_AUTO_TEST_CASE(a_chain_of_places_has_one_state_each_and_no_guards) {
  Sketch s;
  const Determinised a = automaton_of(s.of(seq({s.type('A'), plus(s.type('B'))})));
  BOOST_TEST(a.states() == 2U);
  BOOST_TEST(a.deterministic_as_written());
  BOOST_TEST(a.uses(0));
  BOOST_TEST(a.uses(1));
  BOOST_TEST(!a.uses(2));
  BOOST_TEST(a.start(1).empty());
  BOOST_TEST(a.start(7).empty());
  BOOST_TEST(a.steps(0, 7).empty());
  const Step& step = a.start(0)[0];
  BOOST_TEST(step.guards.empty());
  BOOST_TEST(step.place == kNoPlace);
  BOOST_TEST(step.targets == (std::vector<State>{0}), boost::test_tools::per_element());
  BOOST_REQUIRE(step.candidates.size() == 1U);
  BOOST_TEST(step.candidates[0].guard == kNoGuard);
  BOOST_TEST(step.candidates[0].from.empty());
  BOOST_TEST(a.ends(0).empty());
  BOOST_REQUIRE(a.ends(1).size() == 1U);
  BOOST_TEST(a.ends(1)[0].negations.empty());
}

BOOST_AUTO_TEST_CASE(types_inside_a_not_are_not_used) {
  Sketch s;
  BOOST_TEST(!automaton_of(s.of(seq({s.type('A'), s.no({'C'}), s.type('B')}))).uses(2));
}

BOOST_AUTO_TEST_CASE(a_guard_holds_the_class_the_edge_condition_and_the_nots) {
  Sketch s;
  Options options;
  options.local_class = {kAlways, kAlways, 1};
  options.edge_condition = [](PlaceId from, PlaceId to) {
    return from == 0 && to == 2 ? EdgeConditionId{4} : kNoEdgeCondition;
  };
  const Determinised a = automaton_of(s.of(seq({s.type('A'), s.no({'N'}), plus(s.type('B'))})), options);
  const Step& step = a.steps(0, 1)[0];
  BOOST_REQUIRE(step.guards.size() == 1U);
  BOOST_TEST((step.guards[0] == Guard{1, {{4, 1}}}));
  BOOST_TEST(step.targets == (std::vector<State>{kNoState, 1}), boost::test_tools::per_element());
  BOOST_TEST(!step.extends[0]);
  BOOST_TEST(step.extends[1]);
  BOOST_TEST((a.steps(1, 1)[0].guards[0] == Guard{1, {}}));
}

BOOST_AUTO_TEST_CASE(candidates_with_one_condition_share_a_guard) {
  Sketch s;
  Options options;
  options.local_class = {0, 0};
  const Determinised a = automaton_of(s.of(seq({plus(s.type('A')), plus(s.type('A'))})), options);
  const Step& step = a.steps(0, 0)[0];
  BOOST_TEST(step.candidates.size() == 2U);
  BOOST_TEST(step.guards.size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_way_without_condition_makes_the_others_superfluous) {
  // From {x, y} an A goes on to y from either; only x to y has an edge condition.
  Sketch s;
  Options options;
  options.edge_condition = [](PlaceId from, PlaceId to) {
    return from == 0 && to == 1 ? EdgeConditionId{0} : kNoEdgeCondition;
  };
  const Determinised a = automaton_of(s.of(seq({plus(s.type('A')), plus(s.type('A'))})), options);
  BOOST_TEST(a.steps(0, 0)[0].guards.size() == 1U);
  const State both = a.steps(0, 0)[0].targets[1];
  BOOST_TEST(a.positions(both).size() == 2U);
  BOOST_TEST(a.steps(both, 0)[0].guards.empty());
  BOOST_TEST(a.steps(both, 0)[0].candidates[1].from == (std::vector<Position>{0, 1}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(truth_masks_that_cannot_occur_have_no_target) {
  // Guards of x: class 0; of y: class 0 and the edge condition. y without x cannot be.
  Sketch s;
  Options options;
  options.local_class = {0, 0};
  options.edge_condition = [](PlaceId from, PlaceId to) {
    return from == 0 && to == 1 ? EdgeConditionId{0} : kNoEdgeCondition;
  };
  const Determinised a = automaton_of(s.of(seq({plus(s.type('A')), plus(s.type('A'))})), options);
  const Step& step = a.steps(0, 0)[0];
  BOOST_REQUIRE(step.guards.size() == 2U);
  BOOST_TEST(step.targets[1] == 0);
  BOOST_TEST(step.targets[2] == kNoState);
  BOOST_TEST(!step.extends[2]);
  BOOST_TEST(step.targets[3] != kNoState);
}

BOOST_AUTO_TEST_CASE(trends_of_both_operands_have_positions_of_both) {
  Sketch s;
  const PatternNode first = seq({s.type('A'), plus(s.type('B'))});
  Options options;
  options.part = Part::kBoth;
  s.of(pair_of(first, seq({s.type('A'), s.type('B'), optional(s.type('C'))})));
  const Determinised a = automaton_of(s.pattern, options);
  for (State state = 0; state < a.states(); ++state) BOOST_TEST(a.positions(state).size() == 2U);
  BOOST_TEST(a.states() == 2U);
  BOOST_REQUIRE(a.ends(1).size() == 2U);
  BOOST_TEST(a.ends(1)[0].branch == 0);
  BOOST_TEST(a.ends(1)[1].branch == 1);
  // B goes on in the first operand alone, C in the second: no trend of both, but MATCH NEXT must know.
  for (TypeId type = 1; type <= 2; ++type) {
    BOOST_REQUIRE(a.steps(1, type).size() == 1U);
    const Step& step = a.steps(1, type)[0];
    BOOST_TEST(step.targets[0] == kNoState);
    BOOST_TEST(step.extends[0]);
  }
  BOOST_TEST(count(s.pattern, "ABB", options) == 2U);
  BOOST_TEST(count(s.pattern, "ABB", options, true) == 1U);
}

BOOST_AUTO_TEST_CASE(a_state_in_which_one_operand_alone_can_end_has_no_ends) {
  Sketch s;
  const PatternNode first = plus(s.type('A'));
  Options options;
  options.part = Part::kBoth;
  const Determinised a = automaton_of(s.of(pair_of(first, repeat(s.type('A'), 2, 2))), options);
  BOOST_TEST(a.states() == 2U);
  BOOST_TEST(a.ends(0).empty());
  BOOST_TEST(a.ends(1).size() == 2U);
}

BOOST_AUTO_TEST_CASE(sixty_four_states_are_accepted_and_one_more_refused) {
  Sketch s, t;
  BOOST_TEST(automaton_of(s.of(repeat(s.type('A'), 64, 64))).states() == 64U);
  check_too_large(t.of(repeat(t.type('A'), 65, 65)));
}

BOOST_AUTO_TEST_CASE(places_of_one_type_with_classes_of_their_own_are_a_state_each_way_together) {
  const auto any_of_classes = [](std::uint8_t places) {
    Sketch s;
    Options options;
    std::vector<PatternNode> branches;
    for (std::uint8_t i = 0; i < places; ++i) {
      branches.push_back(s.type('A'));
      options.local_class.push_back(i);
    }
    return build(s.of(any_of(std::move(branches))), options).automaton;
  };
  BOOST_TEST(any_of_classes(6)->states() == 63U);
  for (const std::uint8_t places : std::initializer_list<std::uint8_t>{7, 10, 11, 60}) {
    BOOST_TEST((any_of_classes(places).error().code == ErrorCode::kTooLarge));
    BOOST_TEST(any_of_classes(places).error().message.find("64") != std::string::npos);
  }
}

// A, or A after a stretch without N, or A after one without N and without another N, and so on.
PatternNode nested_nots(Sketch& sketch, int depth) {
  PatternNode nested = sketch.type('A');
  for (; depth > 0; --depth) {
    const PatternNode guarded = seq({sketch.no({'N'}), nested});
    nested = any_of({sketch.type('A'), guarded});
  }
  return nested;
}

BOOST_AUTO_TEST_CASE(only_the_outcomes_that_can_occur_cost_states) {
  // Each place asks for one NOT more than the one around it.
  for (const int depth : {9, 10, 11, 12, 63}) {
    Sketch s;
    const Determinised a = automaton_of(s.of(nested_nots(s, depth)));
    const auto guards = static_cast<std::size_t>(depth);
    BOOST_TEST(a.start(0)[0].guards.size() == guards);
    BOOST_TEST(a.states() == guards + 1);
    BOOST_TEST(a.start(0)[0].decisions.empty() == (guards <= Step::kTabulatedGuards));
  }
  Sketch s;
  check_too_large(s.of(nested_nots(s, 64)));
}

BOOST_AUTO_TEST_CASE(a_step_of_many_guards_has_the_target_that_they_lead_to) {
  Sketch s;
  const Determinised a = automaton_of(s.of(nested_nots(s, 20)));
  const Step& step = a.start(0)[0];
  for (std::size_t clear = 0; clear <= 20; ++clear) {
    // The first `clear` NOTs of the chain hold.
    const std::size_t outcome = step.outcome([&](const Guard& guard) {
      return guard.terms.front().negations.all_of([&](std::size_t negation) { return negation < clear; });
    });
    BOOST_TEST(a.positions(step.targets[outcome]).size() == clear + 1);
    BOOST_TEST(step.extends[outcome]);
    for (const Candidate& candidate : step.candidates) {
      const auto& positions = a.positions(step.targets[outcome]);
      const bool reached = std::find(positions.begin(), positions.end(), candidate.to) != positions.end();
      BOOST_TEST(step.takes(candidate, outcome) == reached);
    }
  }
}

BOOST_AUTO_TEST_CASE(the_number_of_a_class_does_not_matter) {
  Sketch s;
  Options options;
  options.local_class = {4095, 64};
  const Determinised a = automaton_of(s.of(seq({s.type('A'), s.type('B')})), options);
  BOOST_TEST(a.states() == 2U);
  BOOST_TEST((a.start(0)[0].guards[0] == Guard{4095, {}}));
}

}  // namespace
}  // namespace horatio::automaton
