// SPDX-License-Identifier: Apache-2.0
// A run: events of one type that follow each other in a partition while no window opens or closes. What they
// do to running sums has a closed form, so they are only counted when they come, per class of predicates,
// whatever the number of queries and windows, and applied when something else happens: HAMLET's burst. Or
// events of the types of a block, which are kept one by one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include "absl/container/inlined_vector.h"
#include "engine/model/event_batch.h"
#include "engine/trend/runs/burst.h"
#include "engine/trend/runs/run_plan.h"
#include "engine/trend/runs/run_tally.h"

namespace horatio::trend {

class Run {
 public:
  // Where and until when a run may go on.
  struct Head {
    TypeId type = 0;        // RunPlan::leader_of() its events
    Timestamp first = 0;    // its first event
    Timestamp last = 0;     // its newest
    Timestamp through = 0;  // the last time at which the windows are still the same
    bool operator==(const Head&) const = default;
  };

  bool is_active() const { return active_; }
  const Head& head() const { return head_; }
  TypeId type() const { return head_.type; }
  Timestamp first() const { return head_.first; }
  Timestamp last() const { return head_.last; }
  Timestamp through() const { return head_.through; }

  // No events yet: the first is the next of extend(). Where the plan tells queries apart, use() comes before.
  void start(const RunPlan::OfType& plan, TypeId type, Timestamp time, Timestamp through) {
    active_ = true;
    head_ = {type, time, time, through};
    if (tallies_.size() < plan.classes.size()) tallies_.resize(plan.classes.size());
    if (plan.bare) {
      tallies_[0].start();
    } else {
      for (std::size_t i = 0; i < plan.classes.size(); ++i) tallies_[i].start(plan.classes[i].weights);
    }
    if (plan.tells_apart())
      used_.assign(std::max(plan.classes.size(), plan.conditions.size()) / kWord + 1, std::uint64_t{0});
    if (plan.is_buffered()) start_burst(plan);
  }
  // Some query that uses the run so has a window: what others alone would count is not counted, and does not
  // end the run. REQUIRES: plan.tells_apart().
  void use(const RunPlan::OfType& plan, const RunUse& use) {
    const std::size_t number = plan.conditions.empty() ? use.of_class : use.condition;
    used_[number / kWord] |= std::uint64_t{1} << number % kWord;
  }
  void stop() { active_ = false; }

  // Whether one more event of the type, a leader, may belong to the run.
  bool reaches(TypeId type, Timestamp time) const {
    return active_ && type == head_.type && time <= head_.through;
  }
  // Counts one more event; false if its numbers have no room, and then the event is not counted anywhere. One
  // predicate and O(weights) a class. REQUIRES: reaches(); it is not earlier than the last. `weights`: kept
  // between calls by the caller.
  bool extend(const RunPlan::OfType& plan, const EventRef& event, std::vector<TallyWeights>& weights) {
    const bool counted = plan.bare ? tallies_[0].extend(event.time, plan.classes[0].with_ties)
                                   : extend_classes(plan, event, weights);
    if (counted) head_.last = event.time;
    return counted;
  }

  const RunTally& tally(std::size_t of_class) const { return tallies_[of_class]; }
  // REQUIRES: the plan of the type is buffered.
  const Burst& burst() const { return *burst_; }
  // What the run has counted for one query, as RunTally::part_of().
  RunTally tally_of(const RunPlan::OfType& plan, const RunUse& use) const;
  // The same into a snapshot.
  void write_tally(const RunPlan::OfType& plan, const RunUse& use, StateWriter& out) const;

  // Goes on with a run that has been interrupted by a snapshot; its tallies are set one by one.
  void resume(const RunPlan::OfType& plan, const Head& head) {
    start(plan, head.type, head.first, head.through);
    head_.last = head.last;
  }
  RunTally& tally(std::size_t of_class) { return tallies_[of_class]; }
  // Takes the events of a run that has just been resumed, where the plan is buffered; false, and the run is
  // of no use, if the parts do not fit together.
  bool join(const RunPlan::OfType& plan, std::span<const std::pair<const RunUse*, const BurstPart*>> parts);

  std::size_t heap_bytes() const;

 private:
  static constexpr std::size_t kWord = 64;

  bool extend_classes(const RunPlan::OfType& plan, const EventRef& event, std::vector<TallyWeights>& weights);
  bool extend_together(const RunPlan::OfType& plan, const EventRef& event, TallyWeights& weights);
  void start_burst(const RunPlan::OfType& plan);
  bool is_used(const RunPlan::OfType& plan, std::size_t number) const {
    return !plan.tells_apart() || ((used_[number / kWord] >> number % kWord) & 1U) != 0;
  }

  bool active_ = false;
  Head head_;
  absl::InlinedVector<RunTally, 1> tallies_;    // by class, then those of other types
  absl::InlinedVector<std::uint64_t, 1> used_;  // bit by condition, else by class, where the plan tells apart
  std::unique_ptr<Burst> burst_;  // where the plan is buffered, beside the tally of all its events
};

}  // namespace horatio::trend
