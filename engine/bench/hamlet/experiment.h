// SPDX-License-Identifier: Apache-2.0
// The experiments behind the figures: one per data set. Each varies the events per minute with the number of
// queries held, and the number of queries with the events per minute held.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "engine/bench/hamlet/queries.h"
#include "engine/bench/hamlet/rows.h"
#include "engine/bench/hamlet/system.h"

namespace horatio::bench::figures {

struct Settings {
  bool shortened = false;  // a few small points: answers, not times
  std::string data;        // folder of real data; empty: generated
  int runs = 3;
  double limit = 60;  // seconds of one run
  std::string out;    // folder
};

struct Experiment {
  std::vector<int> figures;
  bool first_workload = true;
  std::function<Data(double per_minute)> data;
  std::function<Queries(std::size_t count, const Data& data)> queries;
  Timestamp pane = kMinute;
  std::vector<double> rates;  // events per minute
  double rate = 0;            // where the queries vary
  std::vector<std::size_t> counts;
  std::size_t count = 0;  // where the rate varies
};

std::vector<Experiment> experiments(const Settings& settings);

// What one line came to at one point.
struct Measured {
  std::string data, source, axis;  // axis: "events" or "queries"
  double rate = 0;
  std::size_t queries = 0, events = 0;
  std::size_t rows = 0, bursts = 0;
  double events_per_burst = 0;
  std::string line = {}, left_out = {};  // left_out: why; empty: it was run
  int runs = 0;
  // Means over the runs: latency with slots of a pane and of a second, events per second, seconds to make
  // the system from the text of the workload.
  double latency = 0, streamed_latency = 0, throughput = 0, preparation = 0;
  std::size_t peak_bytes = 0;
  Sharing sharing = {};
  double decision_share = 0;  // of the time of a run

  double x() const { return axis == "events" ? rate : static_cast<double>(queries); }
};

// Runs all points. Exits with 1 where two lines differ in a row.
std::vector<Measured> run(const Experiment& experiment, const Settings& settings);

}  // namespace horatio::bench::figures
