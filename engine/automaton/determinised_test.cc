// SPDX-License-Identifier: Apache-2.0
// The determinised automaton itself: states, steps, guards and limits.
#include "engine/automaton/determinised.h"

#include <cstdint>
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
  BOOST_TEST(a.ends(1)[0].negations == 0U);
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

BOOST_AUTO_TEST_CASE(more_than_ten_guards_in_one_step_are_refused) {
  // Ten are never refused for their number, but for their states unless most masks exclude each other.
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
  BOOST_TEST(any_of_classes(10).error().message.find("64") != std::string::npos);
  BOOST_TEST((any_of_classes(11).error().code == ErrorCode::kTooLarge));
  BOOST_TEST(any_of_classes(11).error().message.find("10") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(only_the_masks_that_can_occur_cost_states) {
  // Each place asks for one NOT more than the one around it: nine guards, ten masks.
  Sketch t;
  PatternNode nested = t.type('A');
  for (int depth = 0; depth < 9; ++depth) {
    const PatternNode guarded = seq({t.no({'N'}), nested});
    nested = any_of({t.type('A'), guarded});
  }
  const Determinised a = automaton_of(t.of(nested));
  BOOST_TEST(a.start(0)[0].guards.size() == 9U);
  BOOST_TEST(a.states() == 10U);
}

BOOST_AUTO_TEST_CASE(a_class_number_past_the_states_is_refused) {
  Sketch s;
  Options options;
  options.local_class = {64};
  check_too_large(s.of(s.type('A')), options);
}

}  // namespace
}  // namespace horatio::automaton
