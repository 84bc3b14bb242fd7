// SPDX-License-Identifier: Apache-2.0
// Events that the watermark has not passed. Each batch is kept as a run, sorted by (time, arrival); runs are
// merged when the watermark takes events out, so a watermark that takes nothing costs O(1) and an event O(log
// runs) however much is held. A batch is freed with its last event; when few of its events are left they are
// copied out, so that memory follows what is held and not what it came in.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "engine/model/event_batch.h"
#include "engine/model/schema.h"
#include "engine/model/status.h"

namespace horatio {

class HeldEvents {
 public:
  // Rows of types that are not `wanted` are dropped at once. `schema` outlives the object.
  HeldEvents(const Schema& schema, std::vector<bool> wanted);

  // Takes a batch over, behind all earlier ones. kBadEvent if two rows have one arrival number; then nothing
  // is taken. REQUIRES: every block fits the schema.
  Status add(EventBatch batch);

  struct Taken {
    std::span<const EventRef> events;  // ascending by (time, batch, arrival); valid until release()
    bool all = true;                   // nothing at or below the watermark is left
  };
  // Takes out events up to `watermark`, about `max_events`; a time stamp is never split, so it may be more.
  Taken take(Timestamp watermark, std::size_t max_events);
  void release();  // frees what take() handed out

  // What a key group holds, in order; valid until the next add() or take(). The first call after those sorts
  // all that is held by key group.
  std::span<const EventRef> of(KeyGroup key_group) const;

  std::size_t size() const { return size_; }
  std::size_t bytes() const;

 private:
  struct Run {
    EventBatch batch;
    std::vector<EventRef> events;  // ascending by (time, arrival)
    std::size_t next = 0;          // those before are taken
    std::uint64_t ordinal = 0;
    std::size_t counted = 0;  // its part of bytes_

    std::size_t left() const { return events.size() - next; }
    Timestamp head() const { return events[next].time; }
  };
  using RunPointer = std::unique_ptr<Run>;

  static bool later(const RunPointer& left, const RunPointer& right);
  Status index(const EventBatch& batch, std::vector<EventRef>& events) const;
  void merge(Timestamp watermark, std::size_t max_events);
  Taken take_from_first(Timestamp watermark, std::size_t max_events);
  Timestamp second_head() const;
  void advance_first(std::size_t count);
  void compact(Run& run);
  void account(Run& run);
  void forget_key_groups();

  const Schema& schema_;
  std::vector<bool> wanted_;          // by type
  std::vector<RunPointer> runs_;      // a heap: the run with the earliest next event first
  std::vector<RunPointer> finished_;  // all of their events are handed out
  std::vector<Run*> thin_;            // few of their events are left
  std::vector<EventRef> merged_;
  std::uint64_t next_ordinal_ = 0;
  std::size_t size_ = 0;
  std::size_t bytes_ = 0;
  mutable std::unordered_map<KeyGroup, std::vector<EventRef>> by_key_group_;
  mutable bool sorted_by_key_group_ = false;
};

}  // namespace horatio
