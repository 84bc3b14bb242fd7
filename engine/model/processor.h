// SPDX-License-Identifier: Apache-2.0
// The interface of a room: one kind of question, answered for a set of queries. A processor is owned by one
// thread, reads no clock and does no I/O; all its state is partitioned by key group.
//
// Life: apply (released events), advance (a watermark), emit (until nothing is due), and again. Results of one
// watermark leave before the next is served. `snapshot` and `restore` work on one key group at a time and speak of
// logical content only (canonical query, group, window), never of strategy, sharing or ids, so that state moves
// between parallelisms, strategies and edited workloads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "engine/model/event_batch.h"
#include "engine/model/result.h"
#include "engine/model/status.h"

namespace horatio {

class Processor {
 public:
  virtual ~Processor() = default;

  // Applies events of one key group that the watermark has passed, ascending by (time, arrival). A time stamp is
  // never split over two calls; the next call for the key group begins later. The blocks live during the call only.
  // An error (kKeyGroupConflict, kMemory) is final for the session.
  virtual Status apply(KeyGroup key_group, std::span<const EventRef> events) = 0;

  // All events up to `watermark` (inclusive) have been applied: windows that end at or before watermark + 1 are due.
  // kEndOfTime makes everything due, queries without WITHIN included. REQUIRES: nothing is due.
  virtual void advance(Timestamp watermark) = 0;

  // Hands over up to `max_rows` due rows in the order (window end, window start, query name, group), rows without
  // WITHIN last; true when nothing is due any more. Bounded work per call.
  virtual bool emit(ResultSink& sink, std::size_t max_rows) = 0;

  // Appends the key group's content. Due rows that have not left are part of it. Applied in place: the processor
  // goes on unchanged.
  virtual void snapshot(KeyGroup key_group, std::string& out) const = 0;

  // Takes the content of a key group that this processor holds nothing of. REQUIRES: no advance or apply before for
  // that key group. An error leaves the processor unusable.
  virtual Status restore(KeyGroup key_group, std::span<const std::byte> in) = 0;

  virtual std::size_t bytes() const = 0;  // memory held by state, within a few percent
};

}  // namespace horatio
