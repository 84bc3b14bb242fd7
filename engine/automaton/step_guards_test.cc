// SPDX-License-Identifier: Apache-2.0
#include "engine/automaton/step_guards.h"

#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <set>
#include <vector>

namespace horatio::automaton {
namespace {

BOOST_AUTO_TEST_CASE(minimal_terms_drop_what_another_implies) {
  std::vector<Term> terms{{2, 1}, {kNoEdgeCondition, 3}, {2, 3}, {2, 1}, {1, 7}, {3, 0}};
  minimise(terms);
  BOOST_TEST((terms == std::vector<Term>{{2, 1}, {3, 0}, {kNoEdgeCondition, 3}}));
  terms.push_back({});
  minimise(terms);
  BOOST_TEST(terms.empty());
}

std::vector<unsigned long> outcomes_of(const StepGuards& guards, std::uint64_t work = 1'000'000) {
  const auto outcomes = guards.outcomes(1'000, work);
  BOOST_TEST_REQUIRE(outcomes.has_value());
  std::vector<unsigned long> numbers;
  for (const Truth& truth : *outcomes) numbers.push_back(truth.to_ulong());
  return numbers;
}

BOOST_AUTO_TEST_CASE(outcomes_are_what_some_truth_assignment_gives) {
  // g0: c0 and (e1 or not-n0); g1: not-n0; g2: c0.
  StepGuards guards;
  BOOST_TEST(guards.number_of({0, {{1, 0}, {kNoEdgeCondition, 1}}}) == 0);
  BOOST_TEST(guards.number_of({kAlways, {{kNoEdgeCondition, 1}}}) == 1);
  BOOST_TEST(guards.number_of({0, {}}) == 2);
  BOOST_TEST(guards.number_of({kAlways, {}}) == kNoGuard);
  BOOST_TEST(outcomes_of(guards) == (std::vector<unsigned long>{0, 2, 4, 5, 7}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(outcomes_are_found_where_terms_exclude_each_other) {
  // g0: n0 or n1; g1: n0 and n1; g2: (n0 and n2) or (n1 and n3); g3: n2; g4: n3. With g0, not g1 and g2, the
  // first term of g0 asks for n2, the second for n3.
  StepGuards guards;
  guards.number_of({kAlways, {{kNoEdgeCondition, 1}, {kNoEdgeCondition, 2}}});
  guards.number_of({kAlways, {{kNoEdgeCondition, 3}}});
  guards.number_of({kAlways, {{kNoEdgeCondition, 5}, {kNoEdgeCondition, 10}}});
  guards.number_of({kAlways, {{kNoEdgeCondition, 4}}});
  guards.number_of({kAlways, {{kNoEdgeCondition, 8}}});
  std::set<unsigned long> expected;
  for (unsigned n = 0; n < 16; ++n) {
    const bool n0 = (n & 1U) != 0, n1 = (n & 2U) != 0, n2 = (n & 4U) != 0, n3 = (n & 8U) != 0;
    expected.insert((n0 || n1 ? 1U : 0U) | (n0 && n1 ? 2U : 0U) | ((n0 && n2) || (n1 && n3) ? 4U : 0U) |
                    (n2 ? 8U : 0U) | (n3 ? 16U : 0U));
  }
  BOOST_TEST(outcomes_of(guards) == (std::vector<unsigned long>{expected.begin(), expected.end()}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_chain_of_many_guards_has_one_outcome_more_than_guards) {
  StepGuards guards;
  for (unsigned depth = 1; depth < 60; ++depth)
    guards.number_of({kAlways, {{kNoEdgeCondition, (std::uint64_t{1} << depth) - 1}}});
  std::vector<unsigned long> chain;
  for (unsigned depth = 0; depth < 60; ++depth) chain.push_back((1UL << depth) - 1);
  BOOST_TEST(outcomes_of(guards) == chain, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(more_outcomes_than_asked_for_are_nothing) {
  StepGuards guards;
  for (std::uint8_t c = 0; c < 40; ++c) guards.number_of({c, {}});
  std::uint64_t work = 1'000'000;
  BOOST_TEST(!guards.outcomes(65, work).has_value());
}

BOOST_AUTO_TEST_CASE(without_work_left_everything_is_held_for_possible) {
  StepGuards guards;
  guards.number_of({kAlways, {{kNoEdgeCondition, 1}}});
  guards.number_of({kAlways, {{kNoEdgeCondition, 3}}});
  BOOST_TEST(outcomes_of(guards) == (std::vector<unsigned long>{0, 1, 3}), boost::test_tools::per_element());
  BOOST_TEST(outcomes_of(guards, 0) == (std::vector<unsigned long>{0, 1, 2, 3}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(decisions_lead_to_each_outcome_and_ask_few_guards) {
  std::vector<Truth> outcomes;
  for (std::size_t depth = 0; depth <= 40; ++depth) {
    outcomes.emplace_back(40);
    for (std::size_t g = 0; g < depth; ++g) outcomes.back().set(g);
  }
  const std::vector<Decision> decisions = decisions_among(outcomes);
  BOOST_TEST(decisions.size() == 40U);
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    std::int32_t next = 0;
    int asked = 0;
    for (; next >= 0; ++asked) {
      const Decision& decision = decisions[static_cast<std::size_t>(next)];
      next = decision.next[outcomes[i][decision.guard] ? 1 : 0];
    }
    BOOST_TEST(static_cast<std::size_t>(~next) == i);
    BOOST_TEST(asked <= 6);
  }
}

}  // namespace
}  // namespace horatio::automaton
