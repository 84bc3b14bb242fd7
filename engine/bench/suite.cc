// SPDX-License-Identifier: Apache-2.0
#include "engine/bench/suite.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <optional>
#include <utility>

#include "engine/query/parser.h"

namespace horatio::bench {
namespace {

constexpr std::size_t kStep = std::size_t{1} << 20U;
constexpr double kEnough = 20;  // seconds of one case after which no further round is run

[[noreturn]] void fail(const std::string& what) {
  std::fprintf(stderr, "%s\n", what.c_str());
  std::exit(1);
}

struct Run {
  double seconds = 0;
  std::uint64_t rows = 0, sum = 0;
};

Run timed_run(const Case& of) {
  const std::unique_ptr<Engine> engine = make_engine(of.workload, of.options);
  SummingSink sink;
  const double begin = processor_seconds();
  run(*engine, *of.input, sink);
  finish(*engine, sink);
  return {processor_seconds() - begin, sink.rows, sink.sum};
}

void serve(Engine& engine, Timestamp watermark, ResultSink& sink) {
  for (bool all = false; !all;) {
    const Result<bool> advanced = engine.advance(watermark, kStep);
    if (!advanced.ok()) fail(advanced.error().message);
    all = *advanced;
  }
  while (!engine.emit(sink, kStep)) {
  }
}

}  // namespace

double median(std::vector<double> values) {
  if (values.empty()) return std::nan("");
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

double Timing::median() const { return bench::median(seconds); }

std::unique_ptr<Engine> make_engine(const std::string& workload, const EngineOptions& options) {
  ParsedWorkload parsed = parse_workload(workload);
  if (!parsed.faults.empty()) fail(to_string(parsed.faults.front(), "bench"));
  auto engine = Engine::make(std::make_shared<const Workload>(std::move(parsed.workload)), options);
  if (!engine.ok()) fail(engine.error().message);
  return std::move(*engine);
}

void run(Engine& engine, std::span<const Delivery> input, ResultSink& sink) {
  for (const Delivery& delivery : input) {
    if (const Status applied = engine.apply(delivery.batch); !applied.ok()) fail(applied.error().message);
    serve(engine, delivery.watermark, sink);
  }
}

void finish(Engine& engine, ResultSink& sink) { serve(engine, kEndOfTime, sink); }

void Suite::check(const Case& of, const Answers& answers) const {
  const std::unique_ptr<Engine> engine = make_engine(of.workload, of.options);
  CheckingSink sink(answers);
  run(*engine, *of.input, sink);
  finish(*engine, sink);
  if (const std::string fault = sink.fault(); !fault.empty()) {
    fail(benchmark_ + ", " + of.variant + ": wrong answer: " + fault);
  }
  if (check_only_) std::printf("%s,%s,%zu,,,,yes\n", benchmark_.c_str(), of.variant.c_str(), of.events);
}

std::vector<Timing> Suite::time(const std::vector<Case>& cases) const {
  std::vector<Timing> timings(check_only_ ? 0 : cases.size());
  if (check_only_) return timings;
  std::vector<Run> first;  // warms up, and is what later ones must equal
  for (const Case& of : cases) first.push_back(leaves_out(of) ? Run() : timed_run(of));
  double slowest = 0;
  for (int round = 0; round < rounds_ && (round == 0 || slowest < kEnough); ++round) {
    double longest = 0;
    for (std::size_t i = 0; i < cases.size(); ++i) {
      if (leaves_out(cases[i])) continue;
      const Run run = timed_run(cases[i]);
      if (run.rows != first[i].rows || run.sum != first[i].sum) fail(cases[i].variant + ": rows differ");
      timings[i].seconds.push_back(run.seconds);
      longest = std::max(longest, run.seconds);
    }
    slowest += longest;
  }
  print_times(cases, timings);
  return timings;
}

void Suite::print_times(const std::vector<Case>& cases, const std::vector<Timing>& timings) const {
  std::optional<std::size_t> base;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (leaves_out(cases[i])) continue;
    if (!base) base = i;
    std::vector<double> ratios;
    for (std::size_t round = 0; round < timings[i].seconds.size(); ++round) {
      ratios.push_back(timings[i].seconds[round] / static_cast<double>(cases[i].events) /
                       (timings[*base].seconds[round] / static_cast<double>(cases[*base].events)));
    }
    print(cases[i].variant, cases[i].events, timings[i].median(), median(ratios));
  }
}

void Suite::print(const std::string& variant, std::size_t events, double seconds, double ratio) const {
  if (std::isnan(seconds)) return;  // of cases that are left out
  const double each = seconds / static_cast<double>(events);
  std::printf("%s,%s,%zu,%.2f,%.0f,%.3f,yes\n", benchmark_.c_str(), variant.c_str(), events, each * 1e9,
              1 / each, ratio);
  std::fflush(stdout);
}

}  // namespace horatio::bench
