// SPDX-License-Identifier: Apache-2.0
// What a query knows of one window in one partition. Each way of evaluating has lanes of its own; this is
// what the bookkeeping of windows needs of them.
#pragma once

#include <cstdint>
#include <memory>

#include "engine/model/schema.h"
#include "engine/trend/totals.h"

namespace horatio::trend {

struct Partition;

struct Lane {
  Lane(Partition* of, std::int64_t number) : partition(of), window(number) {}

  Partition* partition;
  std::int64_t window;
  Lane* next = nullptr;              // of the same partition and query, ascending by window
  bool due = false;                  // restored as due: final, comes first
  Timestamp completed = kEndOfTime;  // of a window of events: the time of its last one, once it has come
  // Totals of partitions of the same group and window that have been emitted into this lane.
  std::unique_ptr<Totals> carried;
};

// What an evaluator keeps for all live lanes of a list at once.
struct LanePane {
  virtual ~LanePane() = default;
};

// The lanes of one query in one partition: closed ones that wait for the watermark, then the live ones.
struct LaneList {
  Lane* head = nullptr;
  Lane* tail = nullptr;
  Lane* live = nullptr;  // the first whose window may still get events
  std::unique_ptr<LanePane> pane;

  void append(Lane* lane) {
    (tail != nullptr ? tail->next : head) = lane;
    tail = lane;
    if (live == nullptr && !lane->due) live = lane;
  }
  // REQUIRES: lane is in the list. O(1) for the head, which is the usual one.
  void remove(Lane* lane) {
    Lane* before = nullptr;
    for (Lane* at = head; at != lane; at = at->next) before = at;
    (before != nullptr ? before->next : head) = lane->next;
    if (tail == lane) tail = before;
    if (live == lane) live = lane->next;
  }
};

}  // namespace horatio::trend
