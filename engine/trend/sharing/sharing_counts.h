// SPDX-License-Identifier: Apache-2.0
// What has been decided about who shares which burst, for profiles and benchmarks.
#pragma once

#include <cstdint>

namespace horatio::trend {

// What has been decided so far about bursts: runs of a type that two queries or more repeat and could share.
struct SharingCounts {
  std::uint64_t bursts = 0;
  std::uint64_t events = 0;           // of the bursts
  std::uint64_t shared_bursts = 0;    // by two queries or more
  std::uint64_t split_bursts = 0;     // shared, but not by all
  std::uint64_t graphlets = 0;        // of shared bursts
  std::uint64_t snapshots = 0;        // of graphlets
  std::uint64_t event_snapshots = 0;  // of events on which queries that share disagree
  std::uint64_t shared_events = 0;    // (event, query) pairs that cost nothing of their own
  std::uint64_t single_events = 0;    // pairs that were applied one by one

  SharingCounts& operator+=(const SharingCounts& other) {
    bursts += other.bursts;
    events += other.events;
    shared_bursts += other.shared_bursts;
    split_bursts += other.split_bursts;
    graphlets += other.graphlets;
    snapshots += other.snapshots;
    event_snapshots += other.event_snapshots;
    shared_events += other.shared_events;
    single_events += other.single_events;
    return *this;
  }
};

}  // namespace horatio::trend
