// SPDX-License-Identifier: Apache-2.0
// What was measured, as CSV and as tables.
#pragma once

#include <string>
#include <vector>

#include "engine/bench/hamlet/experiment.h"

namespace horatio::bench::figures {

// One line per line of the figure and point, with speed-ups: the latency of another line of the point divided
// by its own.
std::string to_csv(const std::vector<Measured>& all);

// Tables in Markdown, by data set and axis: latency in ms / throughput in 1,000 events/s / peak memory in
// MiB.
std::string to_markdown(const std::vector<Measured>& all);

}  // namespace horatio::bench::figures
