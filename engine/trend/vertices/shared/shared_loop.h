// SPDX-License-Identifier: Apache-2.0
// The queries of a key space that have a Kleene loop with the same edge predicate (kleene_loop.h): an event
// of it comes here once, and goes into what they share (snapshot_graph.h) and to lanes that have it alone.
//
// Who shares is decided for a lane when it opens, and again when a burst begins, by what the bursts before it
// were like: lanes that leave get the events so far to themselves (the split of HAMLET's section 4.2). They
// share again when their windows do: what a lane has had alone would be a snapshot that costs as much as it.
//
// Paper: HAMLET, section 4.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/model/event_batch.h"
#include "engine/model/status.h"
#include "engine/trend/running_query.h"
#include "engine/trend/sharing/sharing_counts.h"
#include "engine/trend/sharing/sharing_decision.h"
#include "engine/trend/sharing/sharing_observer.h"
#include "engine/trend/vertices/shared/kleene_loop.h"
#include "engine/trend/vertices/shared/loop_choice.h"

namespace horatio::trend {

struct Partition;

// Of all loops of a processor.
struct LoopSharing {
  SharingDecision decision = SharingDecision::kMeasured;  // kMeasured: choose_lanes()
  std::uint64_t seed = 0;                                 // of kRandom
  IndexCosts costs;
  SharingObserver* observer = nullptr;  // outlives the loops; nullptr: none
  std::size_t largest_number = 0;       // EvaluatorOptions::largest_number
};

class SharedLoop {
 public:
  struct Member {
    RunningQuery* query = nullptr;
    KleeneLoop loop;
  };

  virtual ~SharedLoop() = default;

  // Applies an event of the loop to the live lanes of all members. REQUIRES: the windows that it opens or
  // ends are.
  virtual Status apply(const EventRef& event, Partition& partition) = 0;
  // Whether no lane shares the loop, nor has one come or left since that was looked at.
  virtual bool is_idle(const Partition& partition) const = 0;
  virtual std::size_t bytes() const = 0;

  TypeId type() const { return members_.front().loop.type; }
  std::span<const Member> members() const { return members_; }
  const SharingCounts& counts() const { return counts_; }

 protected:
  explicit SharedLoop(std::vector<Member> members) : members_(std::move(members)) {}

  std::vector<Member> members_;
  SharingCounts counts_;
};

// `number`: of the loop in its key space. REQUIRES: is_same() of any two members.
std::unique_ptr<SharedLoop> make_shared_loop(std::vector<SharedLoop::Member> members, std::size_t number,
                                             const LoopSharing& sharing);

}  // namespace horatio::trend
