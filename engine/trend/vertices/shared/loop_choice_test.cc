// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/vertices/shared/loop_choice.h"

#include <boost/test/unit_test.hpp>
#include <vector>

using namespace horatio::trend;

namespace {

// Easy numbers: an index operation 100, of a query by itself 200, a product 1, a snapshot 50.
constexpr IndexCosts kCosts{100, 0, 100, 1, 50};

struct Chosen {
  QueryChoice choice;
  LoopChoiceCosts costs;
};

Chosen choose(const std::vector<SharingCandidate>& candidates, const LoopBurst& burst) {
  Chosen chosen;
  chosen.costs = choose_lanes(candidates, burst, kCosts, chosen.choice);
  return chosen;
}

}  // namespace

BOOST_AUTO_TEST_CASE(lanes_that_agree_share_where_an_index_for_each_costs_more) {
  // To look at 10 events 10 * 100. One snapshot: (10 + 0.75 * 40) * 100 + 50, and in each of 4 lanes 100 + 2
  // and an eighth for one before it and half of itself. Alone 10 * 4 * 200.
  const Chosen chosen = choose({{4, 0, 0}}, {10, 1, 30, 40});
  BOOST_TEST(chosen.choice == QueryChoice{true}, boost::test_tools::per_element());
  BOOST_TEST(chosen.costs.all == 1000 + 4000 + 50 + 4 * (102 + 1.5 / 8));
  BOOST_TEST(chosen.costs.best == 1000 + 4000 + 50 + 4 * (102 + 1.5 / 8));
}

BOOST_AUTO_TEST_CASE(lanes_do_not_share_where_a_snapshot_lasts_too_long) {
  const Chosen chosen = choose({{4, 0, 0}}, {10, 1, 30, 100});
  BOOST_TEST(chosen.choice == QueryChoice{false}, boost::test_tools::per_element());
  BOOST_TEST(chosen.costs.all == 1000 + 8500 + 50 + 4 * (102 + 1.5 / 8));
  BOOST_TEST(chosen.costs.best == 8000);
}

BOOST_AUTO_TEST_CASE(one_lane_shares_with_nobody) {
  BOOST_TEST(choose({{1, 0, 0}}, {1000, 1, 1, 1}).choice == QueryChoice{false},
             boost::test_tools::per_element());
  BOOST_TEST(choose({{1, 0, 0}, {0, 0, 1}}, {1000, 1, 1, 1}).choice == (QueryChoice{false, false}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(those_that_make_many_snapshots_are_left_out) {
  // The others: 1 snapshot of 10 + 0.75 * 40 events, 20 lanes; with them 6 of them.
  const Chosen chosen = choose({{1, 5, 0}, {20, 0, 1}}, {10, 1, 10, 40});
  BOOST_TEST(chosen.choice == (QueryChoice{false, true}), boost::test_tools::per_element());
  BOOST_TEST(chosen.costs.best == 1000 + 4000 + 50 + 20 * (102 + 1.5 / 8) + 2000);
  BOOST_TEST(chosen.costs.all == 1000 + 6 * (4000 + 50 + 21 * (102 + 4.0 / 8)));
}

BOOST_AUTO_TEST_CASE(a_burst_makes_no_more_snapshots_than_it_has_events) {
  const Chosen chosen = choose({{1, 3, 0}, {1, 3, 1}}, {3, 1, 3, 0});
  BOOST_TEST(chosen.costs.all == 300 + 3 * (300 + 50 + 2 * (102 + 2.5 / 8)));
}

BOOST_AUTO_TEST_CASE(those_that_have_no_lane_cost_nothing) {
  const LoopBurst burst{10, 1, 10, 40};
  const Chosen with = choose({{0, 5, 0}, {20, 0, 1}}, burst);
  const Chosen without = choose({{20, 0, 1}}, burst);
  BOOST_TEST(with.costs.all == without.costs.all);
  BOOST_TEST(with.costs.best == without.costs.best);
}

BOOST_AUTO_TEST_CASE(of_alike_candidates_that_of_the_lower_rank_comes_first) {
  const std::vector<SharingCandidate> candidates{{2, 2, 7}, {2, 2, 3}, {2, 2, 5}};
  const LoopBurst burst{8, 1, 8, 0};
  const Chosen chosen = choose(candidates, burst);
  std::vector<SharingCandidate> turned(candidates.rbegin(), candidates.rend());
  const Chosen other = choose(turned, burst);
  for (std::size_t i = 0; i < candidates.size(); ++i)
    BOOST_TEST(chosen.choice[i] == other.choice[candidates.size() - 1 - i]);
}

// A clock that goes on by 51,200 ns at each look: 100 ns for each of 512 operations.
BOOST_AUTO_TEST_CASE(costs_are_measured_by_the_clock_that_is_given) {
  std::uint64_t now = 0;
  const IndexCosts costs = measure_index_costs([&now] { return now += 51'200; });
  BOOST_TEST(costs.level == 1.0);  // the same for few and many events: the least
  BOOST_TEST(costs.of_event(256) == 100.0, boost::test_tools::tolerance(1e-9));
  BOOST_TEST(costs.product == 51'200.0 / 8192);
  BOOST_TEST(costs.query == 110 * 100 / IndexCosts().of_event(256), boost::test_tools::tolerance(1e-9));
}

BOOST_AUTO_TEST_CASE(an_edge_predicate_of_more_conditions_is_a_longer_look) {
  BOOST_TEST(kCosts.of_conditions(1).query == 100.0);
  BOOST_TEST(kCosts.of_conditions(3).query == 250.0);
  BOOST_TEST(kCosts.of_conditions(3).product == 1.0);
}

BOOST_AUTO_TEST_CASE(to_split_costs_what_the_lanes_must_be_given) {
  // Half of 10 * 4 pairs of an event and a snapshot, for 3 lanes, 51 each.
  BOOST_TEST(split_cost({5, 4, 10, 0}, 3, kCosts) == 20 * 3 * 51.0);
}
