// SPDX-License-Identifier: Apache-2.0
// Runs a stream through a system as fast as it takes it, slot by slot, and measures.
//
// Latency of a row: from the begin of the call that brought the last event that contributed to it
// (arrivals.h) to the call that hands the row over. All rows of a slot arrive with that call. So with a slot
// as long as a pane, latency is what it takes to work off a pane whose events have all come, as in the paper;
// with slots of a second, what is left to do when a window's last events have come.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "engine/bench/hamlet/arrivals.h"
#include "engine/bench/hamlet/system.h"

namespace horatio::bench::figures {

struct Replay {
  double seconds = 0;  // of processor time, over all slots
  double latency = 0;  // seconds, mean over the rows
  std::size_t peak_bytes = 0;
  std::string given_up;  // why; empty: it came to the end
};

Replay replay(System& system, const std::vector<Slot>& slots, Timestamp span, const Arrivals& arrivals);

// The cells of every row, as text.
using Rows = std::map<RowName, std::string>;

// The same without measuring. `given_up` and `seconds` are set.
Replay record(System& system, const std::vector<Slot>& slots, Rows& rows);

// What is wrong first; empty: nothing.
std::string difference(const Rows& expected, const Rows& actual);

}  // namespace horatio::bench::figures
