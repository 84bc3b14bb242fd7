// SPDX-License-Identifier: Apache-2.0
// What is known of the burst of a Kleene loop that is under way in one partition, and the account of those
// that are over.
//
// Paper: HAMLET, Definition 10 (bursts), section 6.2 (what its figures count).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/trend/sharing/sharing_counts.h"
#include "engine/trend/sharing/sharing_observer.h"
#include "engine/trend/vertices/shared/loop_choice.h"

namespace horatio::trend {

struct LoopBurstUnderWay {
  std::vector<SharingCandidate> all;      // by condition: live lanes; snapshots that it makes or would make
  std::vector<SharingCandidate> sharing;  // of them those that share
  std::uint64_t events = 0;
  std::uint64_t event_snapshots = 0;  // that it has made
  std::uint64_t decided = 0;          // how many events there were when it was decided about last; 0: not yet
  BurstDecision report;               // times; the rest when it is over

  // Whether it is to be decided about: first when it begins, then whenever its events have doubled, from
  // `least` on.
  bool is_due(std::uint64_t least) const {
    return decided == 0 || (events >= least && events >= 2 * decided);
  }
  // Begins the next one; the lanes are the same.
  void start(Timestamp time);
};

class BurstLog {
 public:
  // `observer`: outlives the object; nullptr: none.
  BurstLog(TypeId type, SharingObserver* observer) : type_(type), observer_(observer) {}
  // `condition`: its local predicates on the type, as LoopBurstUnderWay numbers them.
  void add_query(QueryId query, std::size_t condition) { queries_.push_back({query, condition}); }

  // By the observer's clock.
  std::uint64_t now() const { return observer_ == nullptr ? 0 : observer_->nanoseconds(); }
  // Counts the burst and tells the observer. `snapshots`, `live`: of the graph.
  void close(LoopBurstUnderWay& burst, std::uint64_t snapshots, std::uint64_t live, SharingCounts& counts);

 private:
  struct Member {
    QueryId query;
    std::size_t condition;
  };

  void report(LoopBurstUnderWay& burst, std::uint64_t sharing, std::uint64_t snapshots, std::uint64_t live);

  TypeId type_;
  SharingObserver* observer_;
  std::vector<Member> queries_;
};

}  // namespace horatio::trend
