// SPDX-License-Identifier: Apache-2.0
// The keys of the event under way in the indexes of one branch: what its steps look up (*probes*), and where
// vertices of it go in. Each is computed at most once per event, when it is first asked for, however many
// lanes ask.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <new>
#include <span>
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

  // The next calls of start() are of these events, which all take the step: their probes.
  std::span<const Probe> look_ahead(const StepPlan& step, const VertexIndexPlan& index,
                                    std::span<const EventRef> events) {
    ahead_step_ = &step;
    first_ahead_ = number_ + 1;
    ahead_.resize(std::max(ahead_.size(), events.size()));
    for (std::size_t i = 0; i < events.size(); ++i) look_up(step, index, events[i], ahead_[i]);
    return std::span(ahead_).first(ahead_size_ = events.size());
  }

  const Probe& probe(const StepPlan& step, const VertexIndexPlan& index) {
    const std::uint64_t ahead = number_ - first_ahead_;
    if (ahead < ahead_size_ && ahead_step_ == &step) return ahead_[ahead];
    Kept<Probe>& kept = probes_[step.number];
    if (kept.event != number_) look_up(step, index, event_, kept.value);
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

  // Keys of one condition each are the common case, and worth no call.
  void look_up(const StepPlan& step, const VertexIndexPlan& index, const EventRef& event,
               Probe& probe) const {
    probe.usable = true;
    probe.nothing = false;
    if (index.hashes_one_ordinal()) {
      const predicate::KeyRange range = range_of(step.hashed.front(), event);
      probe.usable = range.usable;
      probe.nothing = range.is_empty();
      probe.hashed.set(range.low);
    } else if (!step.hashed.empty()) {
      look_up_bytes(step, event, probe);
    }
    if (!probe.usable || step.ordered.empty()) return;
    // Made in place: copied, it would be written in parts and read as a whole, which stalls.
    new (&probe.range) predicate::KeyRange(step.ordered.size() == 1 ? range_of(step.ordered.front(), event)
                                                                    : intersection(step, event));
    probe.usable = probe.range.usable;
    probe.nothing = probe.nothing || probe.range.is_empty();
  }
  predicate::KeyRange range_of(std::uint16_t condition, const EventRef& event) const {
    return query_.conditions()[condition].range(*event.block, event.row);
  }
  void look_up_bytes(const StepPlan& step, const EventRef& event, Probe& probe) const;
  predicate::KeyRange intersection(const StepPlan& step, const EventRef& event) const;
  static void add_to_hashed(const EdgeCondition& condition, const EventRef& event, Probe& probe);

  void read(const VertexIndexPlan& index, VertexKey& key) const {
    if (!index.of_integers) return read_any(index, key);
    std::int64_t hashed = 0;
    key.is_null = !index.hashed.empty() && !read_integer(index.hashed.front(), hashed);
    key.hashed.set(hashed);
    if (index.ordered) key.is_null = !read_integer(*index.ordered, key.ordinal) || key.is_null;
  }
  void read_any(const VertexIndexPlan& index, VertexKey& key) const;
  // False if it is NULL.
  bool read_integer(const KeyPlace& place, std::int64_t& ordinal) const {
    if (place.is_time) return ordinal = event_.time, true;
    const ColumnView& column = event_.block->columns[place.attribute];
    if (column.is_null(event_.row)) return false;
    ordinal = column.int_at(event_.row);
    return true;
  }

  const TrendQuery& query_;
  std::vector<Kept<Probe>> probes_;    // by StepPlan::number
  std::vector<Kept<VertexKey>> keys_;  // by VertexIndexPlan::number
  EventRef event_;
  std::uint64_t number_ = 0;
  // Probes of the step for the events number first_ahead_ on.
  std::vector<Probe> ahead_;
  std::size_t ahead_size_ = 0;
  std::uint64_t first_ahead_ = 0;
  const StepPlan* ahead_step_ = nullptr;
};

}  // namespace horatio::trend
