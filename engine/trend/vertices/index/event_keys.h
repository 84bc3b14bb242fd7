// SPDX-License-Identifier: Apache-2.0
// The keys of the event under way in the indexes of one branch: what its steps look up (*probes*), and where
// vertices of it go in. Each is computed at most once per event, when it is first asked for, however many
// lanes ask.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/model/event_batch.h"
#include "engine/trend/vertices/event_record.h"
#include "engine/trend/vertices/index/bucket_map.h"
#include "engine/trend/vertices/index/index_plan.h"

namespace horatio::trend {

// What one step looks up.
struct Probe {
  bool usable = true;   // false: the index cannot tell, vertices are to be looked at one by one
  bool nothing = true;  // no vertex passes
  HashedKey hashed;
  predicate::KeyRange range;  // where there is an order
};

// Where a vertex goes in.
struct VertexKey {
  bool is_null = false;  // some key is NULL: no later event finds it
  HashedKey hashed;
  std::int64_t ordinal = 0;  // where there is an order
};

// Of an event that has been stored. O(keys).
void read_key(const VertexIndexPlan& plan, const EventRecord& event, VertexKey& key);

class EventKeys {
 public:
  // Both outlive the object.
  EventKeys(const TrendQuery& query, const IndexPlan& plan);

  // `event` is under way from now on; its block stays until the next one.
  void start(const EventRef& event) {
    event_ = event;
    ++number_;
  }

  const Probe& probe(const StepPlan& step, const VertexIndexPlan& index) {
    Kept<Probe>& kept = probes_[step.number];
    if (kept.event != number_) look_up(step, index, kept.value);
    kept.event = number_;
    return kept.value;
  }
  // Of a vertex of the event.
  const VertexKey& key(const VertexIndexPlan& index) {
    Kept<VertexKey>& kept = keys_[index.number];
    if (kept.event != number_) read(index, kept.value);
    kept.event = number_;
    return kept.value;
  }

 private:
  template <class Value>
  struct Kept {
    std::uint64_t event = 0;  // that it is of
    Value value;
  };

  void look_up(const StepPlan& step, const VertexIndexPlan& index, Probe& probe) const;
  void look_up_hashed(const StepPlan& step, const VertexIndexPlan& index, Probe& probe) const;
  void look_up_ordered(const StepPlan& step, Probe& probe) const;
  void add_to_hashed(const EdgeCondition& condition, Probe& probe) const;
  void read(const VertexIndexPlan& index, VertexKey& key) const;

  const TrendQuery& query_;
  std::vector<Kept<Probe>> probes_;    // by StepPlan::number
  std::vector<Kept<VertexKey>> keys_;  // by VertexIndexPlan::number
  EventRef event_;
  std::uint64_t number_ = 0;
};

}  // namespace horatio::trend
