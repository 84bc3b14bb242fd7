// SPDX-License-Identifier: Apache-2.0
// What it costs to share a burst of events, and not to, in units of one look at one event: the models of the
// paper, as printed.
//
// Paper: HAMLET, Definition 11 (Eq. 7) and Definition 12 (Eq. 8). Its worked examples (Eq. 9 to 11) follow
// Eq. 7; the engine decides by Eq. 8 with the logarithm to base 2.
#pragma once

#include <cstdint>

namespace horatio::trend {

// In the letters of the paper's Table 2.
struct BurstStatistics {
  std::uint64_t burst = 1;         // b: events of the burst
  std::uint64_t window = 1;        // n: events that a new one is compared with, the burst included
  std::uint64_t graphlet = 1;      // g: events of the graphlet
  std::uint64_t predecessors = 1;  // t of Eq. 7, p of Eq. 8: types that come before the burst's
  std::uint64_t propagated = 1;    // s_p: snapshots in the expression of one event
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

// Above zero: sharing pays.
template <class Model>
double sharing_benefit(const BurstStatistics& of, std::uint64_t queries, std::uint64_t snapshots) {
  return Model::alone(of, queries) - Model::shared(of, queries, snapshots);
}

}  // namespace horatio::trend
