// SPDX-License-Identifier: Apache-2.0
// Which queries share a burst and which process it alone. Queries with equal predicates on the burst's type
// see the same events, so they stay together: a *candidate* is such a set. Pure functions of measured
// numbers.
//
// Paper: HAMLET, section 4.3 (Theorems 4.1 and 4.2).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "engine/trend/sharing/sharing_cost.h"

namespace horatio::trend {

struct SharingCandidate {
  std::uint64_t queries = 1;    // or their windows, where each of these costs for itself
  std::uint64_t snapshots = 0;  // of the burst, that are made because these queries share it
  std::uint64_t rank = 0;       // of candidates that are as good as each other the lower one is preferred
};

// By candidate: whether it shares.
using QueryChoice = std::vector<bool>;

// Of several candidates.
struct SharingTotals {
  std::uint64_t queries = 0, snapshots = 0;

  void add(const SharingCandidate& candidate) {
    queries += candidate.queries;
    snapshots += candidate.snapshots;
  }
};

// Indices of the candidates that have queries: those with the fewest snapshots per query first, then by rank.
using SharingOrder = absl::InlinedVector<std::size_t, 16>;
SharingOrder by_snapshots(std::span<const SharingCandidate> candidates);

// The cheapest of none and the sets of two queries and more that are full up to a number of snapshots per
// query; returns its cost. `cost(sharing, alone)`: if those share and so many queries do not.
// O(candidates * log candidates).
template <class Cost>
double choose_prefix(std::span<const SharingCandidate> candidates, const Cost& cost, QueryChoice& choice) {
  const SharingOrder order = by_snapshots(candidates);
  std::uint64_t alone = 0;
  for (const SharingCandidate& candidate : candidates) alone += candidate.queries;
  SharingTotals sharing;
  double least = cost(sharing, alone);
  std::size_t best = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    sharing.add(candidates[order[i]]);
    alone -= candidates[order[i]].queries;
    const double with = cost(sharing, alone);
    if (sharing.queries < 2 || with >= least) continue;
    least = with;
    best = i + 1;
  }
  choice.assign(candidates.size(), false);
  for (std::size_t i = 0; i < best; ++i) choice[order[i]] = true;
  return least;
}

// The cost of the burst for all candidates, by a model of sharing_cost.h. `snapshots`: made in any case where
// queries share, as the graphlet's own is; so below. O(candidates).
template <class Model = Definition12>
double cost_of(std::span<const SharingCandidate> candidates, const QueryChoice& choice,
               const BurstStatistics& of, std::uint64_t snapshots);

// As the paper has it. A candidate that makes no snapshots shares (Theorem 4.1, snapshot-driven pruning); one
// that makes some shares if all together cost no more with it than without it (Theorem 4.2, benefit-driven
// pruning). Where that leaves a set without benefit, or of one query, none shares. O(candidates).
//
// The proof of Theorem 4.2 takes for granted that what a query costs the others does not depend on how many
// they are; it does, so the choice is not always the cheapest: see choose_by_prefix().
void choose_by_theorems(std::span<const SharingCandidate> candidates, const BurstStatistics& of,
                        std::uint64_t snapshots, QueryChoice& choice);

// choose_prefix() by the model. The optimum where every candidate is one query, since then only the number of
// queries and of snapshots counts.
template <class Model = Definition12>
void choose_by_prefix(std::span<const SharingCandidate> candidates, const BurstStatistics& of,
                      std::uint64_t snapshots, QueryChoice& choice);

}  // namespace horatio::trend
