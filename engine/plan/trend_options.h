// SPDX-License-Identifier: Apache-2.0
// What the options of the engine mean to the room of trends.
#pragma once

#include "engine/plan/engine.h"
#include "engine/trend/trend_processor.h"

namespace horatio {

inline TrendOptions trend_options(const EngineOptions& options) {
  return {options.strategy == Strategy::kEnumerate, options.strategy == Strategy::kAuto,
          options.largest_number, options.modulo_p, options.pane_windows};
}

}  // namespace horatio
