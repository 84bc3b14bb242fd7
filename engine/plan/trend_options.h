// SPDX-License-Identifier: Apache-2.0
// What the options of the engine mean to the room of trends.
#pragma once

#include "engine/plan/engine.h"
#include "engine/trend/trend_processor.h"

namespace horatio {

inline TrendOptions trend_options(const EngineOptions& options) {
  TrendOptions trends;
  trends.enumerate = options.strategy == Strategy::kEnumerate;
  trends.largest_number = options.largest_number;
  trends.modulo_p = options.modulo_p;
  trends.pane_windows = options.pane_windows;
  if (options.strategy == Strategy::kAuto) trends.block_queries = options.block_queries;
  if (options.strategy == Strategy::kAuto) trends.runs = trend::RunSharing::kByClass;
  if (options.strategy == Strategy::kHamlet || options.strategy == Strategy::kAlways) {
    trends.runs = trend::RunSharing::kTogether;
  }
  if (options.strategy == Strategy::kAuto) trends.decision = trend::SharingDecision::kMeasured;
  if (options.strategy == Strategy::kAlways) trends.decision = trend::SharingDecision::kAlways;
  if (options.random_decisions) {
    trends.decision = trend::SharingDecision::kRandom;
    trends.seed = *options.random_decisions;
  }
  trends.scan_vertices = options.scan_vertices;
  trends.observer = options.observer;
  if (options.index_costs) trends.index_costs = *options.index_costs;
  return trends;
}

}  // namespace horatio
