// SPDX-License-Identifier: Apache-2.0
#include "engine/bench/hamlet/lines.h"

namespace horatio::bench::figures {
namespace {

template <Strategy kStrategy>
std::unique_ptr<System> with(const Point& point) {
  EngineOptions options;
  options.strategy = kStrategy;
  return make_engine_system(point, options);
}

// GRETA as published: a vertex per event, a look at every predecessor.
std::unique_ptr<System> greta(const Point& point) {
  EngineOptions options;
  options.strategy = Strategy::kNever;
  options.scan_vertices = true;
  return make_engine_system(point, options);
}

constexpr Line kLines[] = {
    {"never", with<Strategy::kNever>},
    {"auto", with<Strategy::kAuto>},
    {"hamlet", with<Strategy::kHamlet>},
    {"always", with<Strategy::kAlways>},
    {"greta", greta},
    {"enumerate", with<Strategy::kEnumerate>, Needs::kFewTrends},
    {"flattened", make_flattened_system, Needs::kFirstWorkload},
};

}  // namespace

std::span<const Line> lines() { return kLines; }

}  // namespace horatio::bench::figures
