// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/sharing/sharing_cost.h"

#include <cmath>

namespace horatio::trend {
namespace {

// What every snapshot that is made costs: its value for each query, from the graphlets before it.
double making(const BurstStatistics& of, std::uint64_t queries, std::uint64_t snapshots) {
  return static_cast<double>(snapshots) * static_cast<double>(queries) * static_cast<double>(of.graphlet) *
         static_cast<double>(of.predecessors);
}

double insertion(const BurstStatistics& of) { return std::log2(static_cast<double>(of.graphlet)); }

}  // namespace

double Definition11::shared(const BurstStatistics& of, std::uint64_t queries, std::uint64_t snapshots) {
  return static_cast<double>(of.burst) * static_cast<double>(of.window) * static_cast<double>(of.propagated) +
         making(of, queries, snapshots);
}

double Definition11::alone(const BurstStatistics& of, std::uint64_t queries) {
  return static_cast<double>(queries) * static_cast<double>(of.burst) * static_cast<double>(of.window);
}

double Definition12::shared(const BurstStatistics& of, std::uint64_t queries, std::uint64_t snapshots) {
  const double looks = static_cast<double>(of.window) * static_cast<double>(of.propagated);
  return making(of, queries, snapshots) + static_cast<double>(of.burst) * (insertion(of) + looks);
}

double Definition12::alone(const BurstStatistics& of, std::uint64_t queries) {
  return static_cast<double>(queries) * static_cast<double>(of.burst) *
         (insertion(of) + static_cast<double>(of.window));
}

}  // namespace horatio::trend
