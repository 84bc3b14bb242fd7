// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/sharing/query_choice.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace horatio::trend {
namespace {

template <class Model>
double cost(const SharingTotals& sharing, std::uint64_t alone, const BurstStatistics& of,
            std::uint64_t snapshots) {
  const double shared =
      sharing.queries == 0 ? 0 : Model::shared(of, sharing.queries, sharing.snapshots + snapshots);
  return shared + Model::alone(of, alone);
}

}  // namespace

SharingOrder by_snapshots(std::span<const SharingCandidate> candidates) {
  SharingOrder order(candidates.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  order.erase(
      std::remove_if(order.begin(), order.end(), [&](std::size_t i) { return candidates[i].queries == 0; }),
      order.end());
  std::sort(order.begin(), order.end(), [&](std::size_t left, std::size_t right) {
    const std::uint64_t of_left = candidates[left].snapshots * candidates[right].queries;
    const std::uint64_t of_right = candidates[right].snapshots * candidates[left].queries;
    if (of_left != of_right) return of_left < of_right;
    return std::pair(candidates[left].rank, left) < std::pair(candidates[right].rank, right);
  });
  return order;
}

template <class Model>
double cost_of(std::span<const SharingCandidate> candidates, const QueryChoice& choice,
               const BurstStatistics& of, std::uint64_t snapshots) {
  SharingTotals sharing;
  std::uint64_t alone = 0;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (choice[i]) {
      sharing.add(candidates[i]);
    } else {
      alone += candidates[i].queries;
    }
  }
  return cost<Model>(sharing, alone, of, snapshots);
}

void choose_by_theorems(std::span<const SharingCandidate> candidates, const BurstStatistics& of,
                        std::uint64_t snapshots, QueryChoice& choice) {
  SharingTotals all, chosen;
  for (const SharingCandidate& candidate : candidates) all.add(candidate);
  const double together = cost<Definition12>(all, 0, of, snapshots);
  choice.assign(candidates.size(), true);
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const SharingCandidate& candidate = candidates[i];
    if (candidate.snapshots != 0) {
      const SharingTotals others{all.queries - candidate.queries, all.snapshots - candidate.snapshots};
      choice[i] = together <= cost<Definition12>(others, candidate.queries, of, snapshots);
    }
    if (choice[i]) chosen.add(candidate);
  }
  const bool pays = chosen.queries > 1 &&
                    sharing_benefit<Definition12>(of, chosen.queries, chosen.snapshots + snapshots) > 0;
  if (!pays) choice.assign(candidates.size(), false);
}

template <class Model>
void choose_by_prefix(std::span<const SharingCandidate> candidates, const BurstStatistics& of,
                      std::uint64_t snapshots, QueryChoice& choice) {
  choose_prefix(
      candidates,
      [&](const SharingTotals& sharing, std::uint64_t alone) {
        return cost<Model>(sharing, alone, of, snapshots);
      },
      choice);
}

template double cost_of<Definition12>(std::span<const SharingCandidate>, const QueryChoice&,
                                      const BurstStatistics&, std::uint64_t);
template double cost_of<MeasuredCost>(std::span<const SharingCandidate>, const QueryChoice&,
                                      const BurstStatistics&, std::uint64_t);
template void choose_by_prefix<Definition12>(std::span<const SharingCandidate>, const BurstStatistics&,
                                             std::uint64_t, QueryChoice&);
template void choose_by_prefix<MeasuredCost>(std::span<const SharingCandidate>, const BurstStatistics&,
                                             std::uint64_t, QueryChoice&);

}  // namespace horatio::trend
