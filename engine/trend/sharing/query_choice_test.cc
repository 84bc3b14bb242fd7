// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/sharing/query_choice.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <iostream>
#include <random>

using namespace horatio::trend;

namespace {

constexpr BurstStatistics kCounterExample{10, 20, 10, 1, 1};

std::size_t chosen(const QueryChoice& choice) {
  return static_cast<std::size_t>(std::count(choice.begin(), choice.end(), true));
}

QueryChoice first(std::size_t count, std::size_t of) {
  QueryChoice choice(of, false);
  std::fill_n(choice.begin(), count, true);
  return choice;
}

// Every subset.
double least_cost(const std::vector<SharingCandidate>& candidates, const BurstStatistics& of,
                  std::uint64_t snapshots) {
  double least = cost_of(candidates, first(0, candidates.size()), of, snapshots);
  for (std::uint64_t bits = 1; bits < std::uint64_t{1} << candidates.size(); ++bits) {
    QueryChoice choice(candidates.size());
    for (std::size_t i = 0; i < candidates.size(); ++i) choice[i] = ((bits >> i) & 1U) != 0;
    if (chosen(choice) > 1) least = std::min(least, cost_of(candidates, choice, of, snapshots));
  }
  return least;
}

struct RandomBurst {
  std::vector<SharingCandidate> candidates;
  BurstStatistics of;
  std::uint64_t snapshots = 0;
};

RandomBurst random_burst(std::mt19937_64& random) {
  const auto between = [&random](std::uint64_t low, std::uint64_t high) {
    return low + random() % (high - low + 1);
  };
  RandomBurst burst;
  burst.of.burst = between(1, 60);
  burst.of.graphlet = burst.of.burst + between(0, 30);
  burst.of.window = burst.of.graphlet + between(0, 60);
  burst.of.predecessors = between(1, 3);
  burst.snapshots = between(0, 1);
  const std::uint64_t most = between(0, 5);
  burst.candidates.resize(between(2, 10));
  for (SharingCandidate& candidate : burst.candidates) candidate.snapshots = between(0, most);
  return burst;
}

}  // namespace

BOOST_AUTO_TEST_CASE(equation_9_merges_the_first_burst_of_the_paper) {
  const BurstStatistics of{4, 7, 4, 2, 1};
  BOOST_TEST(Definition11::shared(of, 2, 1) == 44);
  BOOST_TEST(Definition11::alone(of, 2) == 56);
  BOOST_TEST(sharing_benefit<Definition11>(of, 2, 1) == 12);
}

BOOST_AUTO_TEST_CASE(equation_10_splits_the_burst_that_makes_a_second_snapshot) {
  const BurstStatistics of{4, 11, 4, 2, 2};
  BOOST_TEST(Definition11::shared(of, 2, 2) == 120);
  BOOST_TEST(sharing_benefit<Definition11>(of, 2, 2) == -32);
}

BOOST_AUTO_TEST_CASE(equation_11_merges_again) {
  const BurstStatistics of{4, 15, 4, 2, 1};
  BOOST_TEST(Definition11::shared(of, 2, 1) == 76);
  BOOST_TEST(sharing_benefit<Definition11>(of, 2, 1) == 44);
}

// b = 4, n = 7, g = 4, k = 2, p = 2: shared 1*2*4*2 + 4*(2 + 7) = 52, alone 2*4*(2 + 7) = 72.
BOOST_AUTO_TEST_CASE(equation_8_counts_the_insertion_with_the_logarithm_to_base_2) {
  const BurstStatistics of{4, 7, 4, 2, 1};
  BOOST_TEST(Definition12::shared(of, 2, 1) == 52);
  BOOST_TEST(Definition12::alone(of, 2) == 72);
}

BOOST_AUTO_TEST_CASE(queries_that_make_no_snapshots_share) {
  QueryChoice choice;
  choose_by_theorems(std::vector<SharingCandidate>{{1, 0}, {1, 9}, {1, 0}}, {10, 20, 10, 1, 1}, 0, choice);
  BOOST_TEST((choice == QueryChoice{true, false, true}));
}

BOOST_AUTO_TEST_CASE(one_query_has_nobody_to_share_with) {
  QueryChoice choice;
  choose_by_theorems(std::vector<SharingCandidate>{{1, 0}, {1, 10}}, {10, 20, 10, 2, 1}, 0, choice);
  BOOST_TEST(chosen(choice) == 0U);
  choose_by_theorems(std::vector<SharingCandidate>{{1, 0}}, {10, 20, 10, 1, 1}, 0, choice);
  BOOST_TEST(chosen(choice) == 0U);
}

BOOST_AUTO_TEST_CASE(queries_of_equal_predicates_stay_together) {
  QueryChoice choice;
  choose_by_theorems(std::vector<SharingCandidate>{{5, 0}}, {10, 20, 10, 1, 1}, 1, choice);
  BOOST_TEST((choice == QueryChoice{true}));
}

// One event with two queries: what the snapshot costs is more than what the second look would.
BOOST_AUTO_TEST_CASE(a_burst_of_one_event_is_not_shared_by_two_queries) {
  QueryChoice choice;
  choose_by_theorems(std::vector<SharingCandidate>{{2, 0}}, {1, 1, 1, 2, 1}, 1, choice);
  BOOST_TEST(chosen(choice) == 0U);
}

// Twenty queries with a snapshot each. Sharing all costs 20*20*10 + 10*(log2 10 + 20) = 4,233; one less
// 4,077: so each is left out, and sharing none costs 20*10*(log2 10 + 20) = 4,664. Sharing twelve costs
// 3,539.
BOOST_AUTO_TEST_CASE(theorem_4_2_does_not_always_give_the_optimum) {
  const std::vector<SharingCandidate> twenty(20, {1, 1});
  BOOST_TEST(cost_of(twenty, first(20, 20), kCounterExample, 0) == 4233.2,
             boost::test_tools::tolerance(1e-4));
  BOOST_TEST(cost_of(twenty, first(0, 20), kCounterExample, 0) == 4664.4, boost::test_tools::tolerance(1e-4));
  QueryChoice choice;
  choose_by_theorems(twenty, kCounterExample, 0, choice);
  BOOST_TEST(chosen(choice) == 0U);
  choose_by_prefix(twenty, kCounterExample, 0, choice);
  BOOST_TEST(chosen(choice) == 12U);
  BOOST_TEST(cost_of(twenty, choice, kCounterExample, 0) == 3539.0, boost::test_tools::tolerance(1e-4));
}

// Sharing one of two that are alike, beside one that makes no snapshots: which one must not depend on their
// order.
BOOST_AUTO_TEST_CASE(of_candidates_that_are_alike_the_one_of_lower_rank_shares) {
  QueryChoice choice, turned;
  const BurstStatistics of{10, 20, 10, 3, 1};
  choose_by_prefix(std::vector<SharingCandidate>{{2, 0, 7}, {1, 2, 5}, {1, 2, 3}}, of, 0, choice);
  choose_by_prefix(std::vector<SharingCandidate>{{2, 0, 7}, {1, 2, 3}, {1, 2, 5}}, of, 0, turned);
  BOOST_TEST((choice == QueryChoice{true, false, true}));
  BOOST_TEST((turned == QueryChoice{true, true, false}));
}

BOOST_AUTO_TEST_CASE(the_cheapest_prefix_is_the_optimum_of_single_queries) {
  std::mt19937_64 random(1);
  std::size_t missed = 0;
  double worst = 1;
  QueryChoice choice;
  constexpr std::size_t kBursts = 2'000;
  for (std::size_t i = 0; i < kBursts; ++i) {
    const RandomBurst burst = random_burst(random);
    const double least = least_cost(burst.candidates, burst.of, burst.snapshots);
    choose_by_prefix(burst.candidates, burst.of, burst.snapshots, choice);
    const double prefix = cost_of(burst.candidates, choice, burst.of, burst.snapshots);
    BOOST_TEST_REQUIRE(prefix == least, boost::test_tools::tolerance(1e-9));
    choose_by_theorems(burst.candidates, burst.of, burst.snapshots, choice);
    const double theorems = cost_of(burst.candidates, choice, burst.of, burst.snapshots);
    BOOST_TEST_REQUIRE(theorems >= least * (1 - 1e-9));
    if (theorems > least * (1 + 1e-9)) ++missed;
    worst = std::max(worst, theorems / least);
  }
  std::cout << "the choice by Theorems 4.1 and 4.2 missed the optimum in " << missed << " of " << kBursts
            << " random bursts, by a factor of " << worst << " at worst\n";
}

// A block of two types, three snapshots in an expression.
BurstStatistics burst_of_block(std::uint64_t events, double exact) {
  return {events, events, events, 2, 3, exact};
}

QueryChoice choice_by_measure(const std::vector<SharingCandidate>& candidates, const BurstStatistics& of) {
  QueryChoice choice;
  choose_by_prefix<MeasuredCost>(candidates, of, 1, choice);
  return choice;
}

BOOST_AUTO_TEST_CASE(by_measure_short_bursts_are_not_worth_sharing_for_any_number_of_queries) {
  for (const std::uint64_t queries : {2U, 10U, 1000U}) {
    BOOST_TEST(chosen(choice_by_measure({{queries, 0, 0}}, burst_of_block(4, 0))) == 0U, queries);
  }
}

BOOST_AUTO_TEST_CASE(by_measure_long_bursts_are_shared_by_fewer_queries_the_longer_their_numbers_get) {
  const auto least = [](const BurstStatistics& of) {
    std::uint64_t queries = 2;
    while (chosen(choice_by_measure({{queries, 0, 0}}, of)) == 0) ++queries;
    return queries;
  };
  BOOST_TEST(least(burst_of_block(20, 0)) == 6U);
  BOOST_TEST(least(burst_of_block(120, 0)) == 4U);
  BOOST_TEST(least(burst_of_block(120, 1)) == 2U);
}

BOOST_AUTO_TEST_CASE(by_measure_a_query_that_disagrees_with_most_events_stays_alone) {
  const QueryChoice choice = choice_by_measure({{20, 0, 0}, {5, 1, 1}, {1, 60, 2}}, burst_of_block(120, 0));
  BOOST_TEST((choice == QueryChoice{true, true, false}));
}
