// SPDX-License-Identifier: Apache-2.0
// What it costs to share a burst of events, and not to: the models of the paper, as printed, in units of one
// look at one event, and one of what it costs here.
//
// Paper: HAMLET, Definition 11 (Eq. 7) and Definition 12 (Eq. 8). Its worked examples (Eq. 9 to 11) follow
// Eq. 7; the engine decides by Eq. 8 with the logarithm to base 2.
#pragma once

#include <cstdint>

namespace horatio::trend {

// In the letters of the paper's Table 2, but the last.
struct BurstStatistics {
  std::uint64_t burst = 1;         // b: events of the burst
  std::uint64_t window = 1;        // n: events that a new one is compared with, the burst included
  std::uint64_t graphlet = 1;      // g: events of the graphlet
  std::uint64_t predecessors = 1;  // t of Eq. 7, p of Eq. 8: types that come before the burst's
  std::uint64_t propagated = 1;    // s_p: snapshots in the expression of one event
  double exact = 0;                // MeasuredCost: the share of windows whose numbers grow with the burst
};

// One model: the cost of `queries` that share the burst while `snapshots` (s_c) are made, and of as many that
// do not share it. O(1).
struct Definition11 {
  static double shared(const BurstStatistics& of, std::uint64_t queries, std::uint64_t snapshots);
  static double alone(const BurstStatistics& of, std::uint64_t queries);
};
struct Definition12 {
  static double shared(const BurstStatistics& of, std::uint64_t queries, std::uint64_t snapshots);
  static double alone(const BurstStatistics& of, std::uint64_t queries);
};

// The same for this engine's graphlets of a block, in nanoseconds on the machine of engine/bench/RESULTS.md:
// what `auto` decides by. An event costs the graphlet additions of coefficients; each snapshot multiplies the
// graphlet out for all that share it, and all snapshots but the graphlet's own are of an event that is then
// applied one by one, as all are where nothing is shared. `queries`: open windows, since each has sums of its
// own.
struct MeasuredCost {
  static double shared(const BurstStatistics& of, std::uint64_t queries, std::uint64_t snapshots);
  static double alone(const BurstStatistics& of, std::uint64_t queries);
};

// Above zero: sharing pays.
template <class Model>
double sharing_benefit(const BurstStatistics& of, std::uint64_t queries, std::uint64_t snapshots) {
  return Model::alone(of, queries) - Model::shared(of, queries, snapshots);
}

}  // namespace horatio::trend
