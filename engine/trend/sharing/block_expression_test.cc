// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/sharing/block_expression.h"

#include <array>
#include <boost/test/unit_test.hpp>
#include <cstdint>

using namespace horatio::trend;

namespace {

// (SEQ(B, C))+: b reads x and c, c reads b.
const Block kSequence{{1, 2}, {0b10, 0b01}, 0b01, true};
// (B OR C)+: both read everything.
const Block kChoice{{1, 2}, {0b11, 0b11}, 0b11, true};
constexpr std::size_t kB = 0, kC = 1;
const TallyPlan kNone;
const TallyWeights kNothing;

using Three = std::array<std::uint64_t, 3>;  // over b, c and x

Three of(const BlockExpression::Coefficients& all) { return {all[0], all[1], all[2]}; }

void add_alone(BlockExpression& graphlet, std::size_t type, horatio::Timestamp time) {
  BOOST_TEST_REQUIRE(graphlet.add(type, time, kNothing));
  graphlet.commit();
}

}  // namespace

BOOST_AUTO_TEST_CASE(events_that_follow_each_other_read_what_those_before_have_written) {
  BlockExpression graphlet;
  graphlet.start(kSequence, kNone);
  add_alone(graphlet, kB, 1);
  BOOST_TEST(of(graphlet.trends().committed[kB]) == (Three{1, 1, 1}), boost::test_tools::per_element());
  add_alone(graphlet, kC, 2);
  BOOST_TEST(of(graphlet.trends().committed[kC]) == (Three{1, 2, 1}), boost::test_tools::per_element());
  add_alone(graphlet, kB, 3);
  BOOST_TEST(of(graphlet.trends().committed[kB]) == (Three{2, 3, 3}), boost::test_tools::per_element());
  add_alone(graphlet, kC, 4);
  BOOST_TEST(of(graphlet.trends().committed[kC]) == (Three{3, 5, 4}), boost::test_tools::per_element());
  BOOST_TEST(graphlet.events() == 4U);
}

BOOST_AUTO_TEST_CASE(events_of_one_time_do_not_see_each_other) {
  BlockExpression graphlet;
  graphlet.start(kSequence, kNone);
  BOOST_TEST(graphlet.add(kB, 1, kNothing));
  BOOST_TEST(graphlet.add(kC, 1, kNothing));
  BOOST_TEST(graphlet.add(kC, 1, kNothing));
  BOOST_TEST(of(graphlet.trends().committed[kC]) == (Three{0, 1, 0}), boost::test_tools::per_element());
  BOOST_TEST(of(graphlet.trends().newest[kB]) == (Three{0, 1, 1}), boost::test_tools::per_element());
  BOOST_TEST(of(graphlet.trends().newest[kC]) == (Three{2, 0, 0}), boost::test_tools::per_element());
  graphlet.commit();
  BOOST_TEST(of(graphlet.trends().committed[kB]) == (Three{1, 1, 1}), boost::test_tools::per_element());
  BOOST_TEST(of(graphlet.trends().committed[kC]) == (Three{2, 1, 0}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(dropped_events_of_the_newest_time_leave_nothing) {
  BlockExpression graphlet;
  graphlet.start(kSequence, kNone);
  add_alone(graphlet, kB, 1);
  BOOST_TEST(graphlet.add(kC, 2, kNothing));
  graphlet.drop_newest();
  BOOST_TEST(graphlet.events() == 1U);
  graphlet.commit();
  BOOST_TEST(of(graphlet.trends().committed[kC]) == (Three{0, 1, 0}), boost::test_tools::per_element());
  BOOST_TEST(graphlet.changed() == 0b01U);
}

BOOST_AUTO_TEST_CASE(a_graphlet_ends_before_a_coefficient_leaves_64_bits) {
  BlockExpression graphlet;
  graphlet.start(kChoice, kNone);
  std::uint64_t events = 0;
  while (graphlet.add(events % 2, static_cast<horatio::Timestamp>(events), kNothing)) {
    graphlet.commit();
    ++events;
  }
  // After n events b and c have 2^n - 1 trends of x together.
  BOOST_TEST(graphlet.trends().committed[kB][2] + graphlet.trends().committed[kC][2] ==
             (std::uint64_t{1} << events) - 1);
  BOOST_TEST(events > 55U);
  BOOST_TEST(graphlet.events() == events);
}

BOOST_AUTO_TEST_CASE(weights_are_second_parts_of_the_coefficients) {
  TallyPlan plan;
  plan.integers.push_back({kC, 0, {}, LinearComponent::Weight::kPositive});
  plan.extremes.push_back({kC, 0, {}, true});
  BlockExpression graphlet;
  graphlet.start(kSequence, plan);
  const auto add = [&](std::size_t type, horatio::Timestamp time, std::uint64_t value) {
    TallyWeights weights;
    weights.integers.push_back(value);
    weights.extremes.push_back(value == 0 ? Extreme() : Extreme{static_cast<std::int64_t>(value), 1});
    BOOST_TEST_REQUIRE(graphlet.add(type, time, weights));
    graphlet.commit();
  };
  add(kB, 1, 0);
  add(kC, 2, 5);
  // c = c + 1 b + 1 c + 1 x, each of the new trends with 5.
  BOOST_TEST(of(graphlet.integer(0).committed[kC]) == (Three{5, 5, 5}), boost::test_tools::per_element());
  add(kB, 3, 0);
  BOOST_TEST(of(graphlet.integer(0).committed[kB]) == (Three{5, 5, 5}), boost::test_tools::per_element());
  add(kC, 4, 2);
  // What was, what b brings, and 2 for each of the 2 b, 3 c and 3 x trends of b.
  BOOST_TEST(of(graphlet.integer(0).committed[kC]) == (Three{14, 16, 16}), boost::test_tools::per_element());
  BOOST_TEST(graphlet.extreme(0).committed[kC][2].value == 5);
  BOOST_TEST(graphlet.extreme(0).committed[kB][0].value == 5);
}
