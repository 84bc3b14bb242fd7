// SPDX-License-Identifier: Apache-2.0
// What a line of a figure measures: something that is handed a stream slot by slot and hands over rows.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "engine/bench/hamlet/queries.h"
#include "engine/model/result.h"
#include "engine/model/status.h"
#include "engine/plan/engine.h"

namespace horatio::bench::figures {

// Processor time of this thread, in seconds: what the wall would show if nothing else ran.
double now();

// Where a run is given up.
struct Limits {
  double seconds = 60;
  std::size_t bytes = std::size_t{3} << 30U;
};

// What strategies that decide about bursts came to.
struct Sharing {
  trend::SharingCounts counts;
  double decision = 0;  // seconds to decide, where Point::observed
};

class System {
 public:
  virtual ~System() = default;

  // Applies the slot and hands over all rows that its watermark makes due. kLimitExceeded: given up.
  virtual Status deliver(const Slot& slot, ResultSink& sink) = 0;
  // The most memory that was held at the end of a slot, before its rows left.
  virtual std::size_t peak_bytes() const = 0;
  virtual Sharing sharing() const { return {}; }
};

// What has to be known of a point of a figure to run it.
struct Point {
  const Data& data;
  const Queries& queries;
  std::string numbers = "EXACT";  // of the workload text
  bool modulo_p = false;          // EngineOptions::modulo_p
  Limits limits = {};
  bool observed = false;  // decisions are timed, which costs a little itself
};

// Horatio's engine. The limit of time begins with the first slot.
std::unique_ptr<System> make_engine_system(const Point& point, const EngineOptions& options);

// SHARON on Kleene patterns as the paper runs it: see flattened.cc.
std::unique_ptr<System> make_flattened_system(const Point& point);

}  // namespace horatio::bench::figures
