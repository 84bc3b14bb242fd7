// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/sharing/sharing_cost.h"

#include <algorithm>
#include <cmath>

namespace horatio::trend {
namespace {

// What every snapshot that is made costs: its value for each query, from the graphlets before it.
double making(const BurstStatistics& of, std::uint64_t queries, std::uint64_t snapshots) {
  return static_cast<double>(snapshots) * static_cast<double>(queries) * static_cast<double>(of.graphlet) *
         static_cast<double>(of.predecessors);
}

// Nanoseconds, from `horatio_bench shared_blocks` with all bursts shared and with none: by coefficient and
// event, by graphlet, by window and coefficient of a graphlet, by window and event.
constexpr double kCoefficient = 4, kGraphlet = 250, kMultiplication = 12, kSingleEvent = 12;
constexpr double kLongBurst = 128;

// What arithmetic on sums takes, of that on 64 bits: exact counts get about a bit longer with each event.
double arithmetic(const BurstStatistics& of) {
  return 1 + of.exact * std::min(static_cast<double>(of.burst), kLongBurst) / kLongBurst;
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

double MeasuredCost::shared(const BurstStatistics& of, std::uint64_t queries, std::uint64_t snapshots) {
  const auto states = static_cast<double>(of.propagated - 1);
  const auto events = static_cast<double>(snapshots - 1);
  const auto windows = static_cast<double>(queries);
  const double for_windows =
      static_cast<double>(snapshots) * kMultiplication * states * (states + 1) + events * kSingleEvent;
  return kCoefficient * (states + 1) * (states + 1) * static_cast<double>(of.burst) +
         static_cast<double>(snapshots) * kGraphlet + for_windows * windows * arithmetic(of);
}

double MeasuredCost::alone(const BurstStatistics& of, std::uint64_t queries) {
  return kSingleEvent * static_cast<double>(of.burst) * static_cast<double>(queries) * arithmetic(of);
}

}  // namespace horatio::trend
