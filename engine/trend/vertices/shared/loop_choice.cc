// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/vertices/shared/loop_choice.h"

#include <algorithm>

namespace horatio::trend {
// Snapshot by snapshot, of whose events each has on average half.
double split_cost(const LoopBurst& of, std::uint64_t lanes, const IndexCosts& costs) {
  return static_cast<double>(of.live) * static_cast<double>(of.snapshots) / 2 * static_cast<double>(lanes) *
         (costs.of_event(of.live) / 2 + costs.product);
}

LoopChoiceCosts choose_lanes(std::span<const SharingCandidate> candidates, const LoopBurst& of,
                             const IndexCosts& costs, QueryChoice& choice) {
  const auto alone = [&](std::uint64_t lanes) {
    return static_cast<double>(of.events) * static_cast<double>(lanes) *
           (costs.of_event(of.live) + costs.query);
  };
  // The event is looked at once. Snapshots are those of events, of which there are not more than events, and
  // the burst's own one where it is not made of these alone. Each takes an index operation for each event
  // from there on, less for those after the burst, when it takes no new trends and most of them find nothing
  // to go on with; and in each lane a look at the event, for its value, to which all snapshots before it may
  // add, and which goes into the lane's totals.
  constexpr double kLater = 0.75;
  constexpr double kLooked = 0.125;  // of a product: most snapshots have nothing for the event
  const auto shared = [&](const SharingTotals& by) {
    const auto made = static_cast<double>(std::min(by.snapshots + 1, of.events));
    const auto before = static_cast<double>(of.snapshots) + made / 2;
    const auto events = static_cast<double>(of.events);
    const double each =
        (events + kLater * static_cast<double>(of.to_come)) * costs.of_event(of.live) + costs.snapshot;
    const double in_lane = costs.query + (2 + kLooked * before) * costs.product;
    return events * costs.query + made * (each + static_cast<double>(by.queries) * in_lane);
  };
  SharingTotals all;
  for (const SharingCandidate& candidate : candidates) {
    if (candidate.queries != 0) all.add(candidate);
  }
  const double best = choose_prefix(
      candidates,
      [&](const SharingTotals& sharing, std::uint64_t lanes) {
        return (sharing.queries == 0 ? 0 : shared(sharing)) + alone(lanes);
      },
      choice);
  return {shared(all), best};
}

}  // namespace horatio::trend
