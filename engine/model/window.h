// SPDX-License-Identifier: Apache-2.0
// Windows of rule 2: half open [start, start + size), starts = offset modulo slide, floored for negative
// times.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/model/schema.h"

namespace horatio {

// All in time units, or all in events. slide may exceed size: events in the gaps are in no window.
// REQUIRES: size >= 1, slide >= 1; of events: offset is 0.
struct WindowSpec {
  std::int64_t size = 0;
  std::int64_t slide = 0;
  std::int64_t offset = 0;
  // WITHIN n EVENTS: windows are over the numbers, from 0, that the events of the pattern's types get within
  // one GROUP BY group, by time, then arrival.
  bool of_events = false;
  bool operator==(const WindowSpec&) const = default;
};

struct WindowBounds {
  Timestamp start = 0;
  Timestamp end = 0;  // exclusive
  bool operator==(const WindowBounds&) const = default;
};

// Windows are numbered: window k starts at k * slide + offset (offset reduced into [0, slide)).
struct WindowRange {
  std::int64_t first = 0;
  std::int64_t last = -1;  // inclusive; last < first: no window holds the time
};

// The windows that hold an event at `time` (of events: with that number, and none begins before 0). Windows
// whose bounds do not fit into 64 bits do not exist; readers turn such events away before (windows_fit).
WindowRange windows_of(const WindowSpec& spec, Timestamp time);
WindowBounds bounds_of(const WindowSpec& spec, std::int64_t window);

// Whether the bounds of all windows that hold `time` fit into 64 bits. Windows of events always do.
bool windows_fit(const WindowSpec& spec, Timestamp time);

}  // namespace horatio
