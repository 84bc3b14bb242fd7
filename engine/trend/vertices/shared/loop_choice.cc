// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/vertices/shared/loop_choice.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

namespace horatio::trend {
namespace {

struct Sum {
  std::uint64_t lanes = 0, snapshots = 0;
  void add(const LoopCandidate& candidate) {
    lanes += candidate.lanes;
    snapshots += candidate.snapshots;
  }
};

// Indices of those that have lanes, those with the fewest snapshots per lane first.
std::vector<std::size_t> by_snapshots(std::span<const LoopCandidate> candidates) {
  std::vector<std::size_t> order(candidates.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::erase_if(order, [&](std::size_t i) { return candidates[i].lanes == 0; });
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
    const LoopCandidate &left = candidates[a], &right = candidates[b];
    const std::uint64_t l = left.snapshots * right.lanes, r = right.snapshots * left.lanes;
    return l != r ? l < r : left.rank < right.rank;
  });
  return order;
}

}  // namespace

// Snapshot by snapshot, of whose events each has on average half.
double split_cost(const LoopBurst& of, std::uint64_t lanes, const IndexCosts& costs) {
  return static_cast<double>(of.live) * static_cast<double>(of.snapshots) / 2 * static_cast<double>(lanes) *
         (costs.of_event(of.live) / 2 + costs.product);
}

LoopChoiceCosts choose_lanes(std::span<const LoopCandidate> candidates, const LoopBurst& of,
                             const IndexCosts& costs, QueryChoice& choice) {
  const std::vector<std::size_t> order = by_snapshots(candidates);
  const auto alone = [&](std::uint64_t lanes) {
    return static_cast<double>(of.events) * static_cast<double>(lanes) *
           (costs.of_event(of.live) + costs.query);
  };
  // The burst's own snapshot and those of events, of which there are not more than events. Each takes an
  // index operation for each event from there on, less for those after the burst, when it takes no new trends
  // and most of them find nothing to go on with; and in each lane a look at the event, for its value, which
  // goes into the lane's totals.
  constexpr double kLater = 0.75;
  const auto shared = [&](const Sum& by) {
    const auto made = static_cast<double>(std::min(by.snapshots, of.events) + 1);
    const double events = static_cast<double>(of.events) + kLater * static_cast<double>(of.to_come);
    return made * (events * costs.of_event(of.live) + costs.snapshot +
                   static_cast<double>(by.lanes) * (costs.query + 2 * costs.product));
  };
  Sum all;
  for (const std::size_t i : order) all.add(candidates[i]);
  double best = alone(all.lanes);
  std::size_t sharing = 0;
  Sum prefix;
  for (std::size_t size = 1; size <= order.size(); ++size) {
    prefix.add(candidates[order[size - 1]]);
    const double cost = shared(prefix) + alone(all.lanes - prefix.lanes);
    if (prefix.lanes < 2 || cost > best) continue;
    best = cost;
    sharing = size;
  }
  choice.assign(candidates.size(), false);
  for (std::size_t i = 0; i < sharing; ++i) choice[order[i]] = true;
  return {shared(all), best};
}

}  // namespace horatio::trend
