// SPDX-License-Identifier: Apache-2.0
// Whether lanes share a Kleene loop that has an edge predicate, by what it costs: an event that is shared
// goes into one index per snapshot, one that is not into one per lane (trend-engine design, section 2, "Edge
// predicates"). Pure functions of measured numbers.
#pragma once

#include <cstdint>
#include <span>

#include "engine/trend/sharing/query_choice.h"
#include "engine/trend/vertices/shared/index_costs.h"

namespace horatio::trend {

struct LoopBurst {
  std::uint64_t events = 0;
  std::uint64_t snapshots = 0;  // that there are when it begins
  std::uint64_t live = 0;       // events that a new one may follow
  std::uint64_t to_come = 0;    // events after it that go into snapshots made in it
};

// To give that many lanes, once, the events that they have shared.
double split_cost(const LoopBurst& of, std::uint64_t lanes, const IndexCosts& costs);

// What the burst costs, each snapshot that it makes counted with all events that will go into it.
struct LoopChoiceCosts {
  double all = 0;   // all candidates share
  double best = 0;  // those share that are chosen
};

// Who had best share bursts like this one, by choose_prefix(): candidates are lanes that see the same events
// of the loop, and their `queries` are these lanes.
LoopChoiceCosts choose_lanes(std::span<const SharingCandidate> candidates, const LoopBurst& of,
                             const IndexCosts& costs, QueryChoice& choice);

}  // namespace horatio::trend
