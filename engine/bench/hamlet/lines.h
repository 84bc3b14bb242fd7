// SPDX-License-Identifier: Apache-2.0
// The lines of the figures. Every one of them gives the same rows.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "engine/bench/hamlet/system.h"

namespace horatio::bench::figures {

// What a line can be run on.
enum class Needs : std::uint8_t { kNothing, kFewTrends, kFirstWorkload };

struct Line {
  const char* name;  // in CSV and plots
  std::unique_ptr<System> (*make)(const Point& point);
  Needs needs = Needs::kNothing;
};

// The first that can be run on a point is what the others are compared with there.
std::span<const Line> lines();

}  // namespace horatio::bench::figures
