// SPDX-License-Identifier: Apache-2.0
#include "engine/bench/hamlet/experiment.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <set>

#include "engine/bench/hamlet/bursts.h"
#include "engine/bench/hamlet/lines.h"
#include "engine/bench/hamlet/replay.h"

namespace horatio::bench::figures {
namespace {

constexpr double kMostTrends = 2e7;  // that a line which builds them is given

class CountingSink final : public ResultSink {
 public:
  void accept(const ResultRow& row) override {
    const auto* count = std::get_if<double>(&row.cells.front().value);
    trends += count != nullptr ? *count : std::numeric_limits<double>::infinity();
  }
  double trends = 0;
};

// Of all queries and windows, about.
double trends_of(const Data& data, Queries queries, const std::vector<Slot>& slots) {
  for (KleeneQuery& query : queries) query.aggregate = "COUNT(*)";
  const Point point{data, queries, "APPROX"};
  const auto system = make_engine_system(point, {});
  CountingSink sink;
  for (const Slot& slot : slots) {
    if (!system->deliver(slot, sink).ok()) return std::numeric_limits<double>::infinity();
  }
  return sink.trends;
}

// One point of the figures: all lines over one stream and workload.
class PointRun {
 public:
  PointRun(const Experiment& experiment, const Settings& settings, const std::string& axis, double rate,
           std::size_t count)
      : experiment_(experiment),
        settings_(settings),
        data_(experiment.data(rate)),
        queries_(experiment.queries(count, data_)),
        arrivals_(data_, queries_),
        panes_(cut(data_, experiment.pane)),
        seconds_(cut(data_, kSecond)),
        trends_(trends_of(data_, queries_, panes_)) {
    base_ = {data_.name, data_.source, axis, rate, count, data_.rows.size()};
    const Bursts bursts = bursts_of(data_, queries_, experiment.pane);
    base_.bursts = bursts.count;
    base_.events_per_burst = bursts.mean();
  }

  // All lines but those in `left`, round by round, so that a noisy machine disturbs all alike.
  std::vector<Measured> measure(const std::set<std::string>& left) {
    std::vector<const Line*> those;
    std::vector<Measured> all;
    for (const Line& line : lines()) {
      if (left.count(line.name) != 0) continue;
      those.push_back(&line);
      all.push_back(prepare(line));
    }
    for (int round = 0; round < settings_.runs; ++round) {
      for (std::size_t i = 0; i < all.size(); ++i) {
        if (round < all[i].runs && all[i].left_out.empty()) add_run(*those[i], all[i]);
      }
    }
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (!all[i].left_out.empty()) all[i].runs = 0;
      observe(*those[i], all[i]);
    }
    return all;
  }

 private:
  // Checks the rows; says how many runs are to follow.
  Measured prepare(const Line& line) {
    Measured measured = base_;
    measured.line = line.name;
    measured.left_out = unfit(line);
    if (!measured.left_out.empty()) return measured;
    const Replay checked = check(line, measured);
    measured.left_out = checked.given_up;
    if (!measured.left_out.empty() || settings_.shortened) return measured;
    measured.runs = checked.seconds > settings_.limit / 6 ? 1 : settings_.runs;
    return measured;
  }

  std::string unfit(const Line& line) const {
    if (line.needs == Needs::kFirstWorkload && !experiment_.first_workload) return "workload";
    if (line.needs == Needs::kFewTrends && trends_ > kMostTrends) return "trends";
    return "";
  }

  // Workload 2 counts modulo a prime: its exact numbers have some 10,000 digits.
  Replay check(const Line& line, Measured& measured) {
    Rows rows;
    const auto system = line.make({data_, queries_, "EXACT", !experiment_.first_workload, limits()});
    Replay checked = record(*system, seconds_, rows);
    if (!checked.given_up.empty()) return checked;
    measured.rows = rows.size();
    if (reference_.empty()) {
      reference_ = line.name;
      expected_ = std::move(rows);
    } else if (const std::string fault = difference(expected_, rows); !fault.empty()) {
      std::fprintf(stderr, "%s: %s differs from %s: %s\n", data_.name.c_str(), line.name, reference_.c_str(),
                   fault.c_str());
      std::exit(1);
    }
    return checked;
  }

  void add_run(const Line& line, Measured& measured) const {
    const Point point = timed_point();
    const double begin = now();
    const auto system = line.make(point);
    const double made = now() - begin;
    const Replay by_pane = replay(*system, panes_, experiment_.pane, arrivals_);
    const auto again = line.make(point);
    const Replay by_second = replay(*again, seconds_, kSecond, arrivals_);
    measured.sharing = system->sharing();
    measured.left_out = by_pane.given_up + by_second.given_up;
    const double share = 1.0 / measured.runs;
    measured.preparation += made * share;
    measured.latency += by_pane.latency * share;
    measured.streamed_latency += by_second.latency * share;
    measured.throughput += static_cast<double>(measured.events) / by_pane.seconds * share;
    measured.peak_bytes = std::max(measured.peak_bytes, by_second.peak_bytes);
  }

  // Decisions about bursts, in a run of its own.
  void observe(const Line& line, Measured& measured) const {
    if (measured.runs == 0 || measured.sharing.counts.bursts == 0) return;
    Point point = timed_point();
    point.observed = true;
    const auto system = line.make(point);
    const Replay observed = replay(*system, panes_, experiment_.pane, arrivals_);
    measured.sharing = system->sharing();
    measured.decision_share = measured.sharing.decision / observed.seconds;
  }

  Point timed_point() const {
    return {data_, queries_, experiment_.first_workload ? "EXACT" : "APPROX", false, limits()};
  }

  Limits limits() const {
    Limits limits;
    limits.seconds = settings_.limit;
    return limits;
  }

  const Experiment& experiment_;
  const Settings& settings_;
  Data data_;
  Queries queries_;
  Arrivals arrivals_;
  std::vector<Slot> panes_, seconds_;
  double trends_;
  Measured base_;
  std::string reference_;  // the first line that came through
  Rows expected_;          // its rows
};

void report(const Measured& measured) {
  std::fprintf(stderr, "%s, %.0f events/min, %zu queries, bursts of %.1f, %s: ", measured.data.c_str(),
               measured.rate, measured.queries, measured.events_per_burst, measured.line.c_str());
  if (!measured.left_out.empty()) {
    std::fprintf(stderr, "left out (%s)\n", measured.left_out.c_str());
  } else if (measured.runs == 0) {
    std::fprintf(stderr, "%zu rows, checked\n", measured.rows);
  } else {
    std::fprintf(stderr, "%zu rows, latency %.2f ms, %.0f events/s, %zu bytes\n", measured.rows,
                 measured.latency * 1e3, measured.throughput, measured.peak_bytes);
  }
}

void run_axis(const Experiment& experiment, const Settings& settings, const std::string& axis,
              std::vector<Measured>& all) {
  std::set<std::string> left;  // lines that were left out: larger points are not tried
  const bool events = axis == "events";
  const std::size_t points = events ? experiment.rates.size() : experiment.counts.size();
  for (std::size_t i = 0; i < points; ++i) {
    PointRun point(experiment, settings, axis, events ? experiment.rates[i] : experiment.rate,
                   events ? experiment.count : experiment.counts[i]);
    for (const Measured& measured : point.measure(left)) {
      report(measured);
      if (!measured.left_out.empty()) left.insert(measured.line);
      all.push_back(measured);
    }
  }
}

}  // namespace

std::vector<Measured> run(const Experiment& experiment, const Settings& settings) {
  std::vector<Measured> all;
  run_axis(experiment, settings, "events", all);
  run_axis(experiment, settings, "queries", all);
  return all;
}

}  // namespace horatio::bench::figures
