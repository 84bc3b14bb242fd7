// SPDX-License-Identifier: Apache-2.0
#include "engine/automaton/step_guards.h"

#include <boost/test/unit_test.hpp>
#include <cstdint>
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

BOOST_AUTO_TEST_CASE(masks_are_possible_if_some_truth_assignment_gives_them) {
  // g0: c0 and (e1 or not-n0); g1: not-n0; g2: c0.
  StepGuards guards;
  BOOST_TEST(guards.number_of({0, {{1, 0}, {kNoEdgeCondition, 1}}}).value() == 0);
  BOOST_TEST(guards.number_of({kAlways, {{kNoEdgeCondition, 1}}}).value() == 1);
  BOOST_TEST(guards.number_of({0, {}}).value() == 2);
  BOOST_TEST(guards.number_of({kAlways, {}}).value() == kNoGuard);
  std::vector<std::uint32_t> possible;
  for (std::uint32_t mask = 0; mask < guards.masks(); ++mask) {
    if (guards.can_occur(mask)) possible.push_back(mask);
  }
  BOOST_TEST(possible == (std::vector<std::uint32_t>{0, 2, 4, 5, 7}), boost::test_tools::per_element());
}

}  // namespace
}  // namespace horatio::automaton
