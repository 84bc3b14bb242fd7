// SPDX-License-Identifier: Apache-2.0
// k queries SEQ(Ti, B+) on one shared Kleene type B. The slope of time against the number of B events with
// all other events fixed is measured by lengthening the runs of B, under `auto` by 10,000 events, since
// little else than the rest of the work would be seen otherwise; target: within 1.5 times from 1 to 1,000
// queries. Two workloads are built to break sharing: runs of one B, and a predicate on B of its own in every
// query.
#include <algorithm>
#include <optional>

#include "engine/bench/shared_kleene.h"

namespace horatio::bench {
namespace {

constexpr std::size_t kShort = 10, kLong = 50;
constexpr std::size_t kLonger = 5'000, kLongest = 15'000;
// A cycle takes the same time whatever its runs, so windows hold the same events but for B: 18 cycles, so
// that the counts stay in the range of a double and writing rows costs the same for short and long runs.
constexpr Timestamp kCycle = 100, kWindow = 18 * kCycle;
// With runs of 5,000 and more, all counts are past that range; one window holds all.
constexpr Timestamp kLongCycle = 20'000, kLongWindow = 1'000 * kLongCycle;

// `never` first, then `auto`; both checked.
std::vector<Case> checked_cases(const Suite& suite, const std::string& name, const SharedWorkload& workload,
                                const Stream& stream) {
  return checked_under(suite, {Strategy::kNever, Strategy::kAuto}, shared_case(name, workload, stream),
                       answers_of(workload, stream));
}

// Seconds for each further B event between the runs of two cases.
double slope(const Timing& shorter, const Timing& longer, std::size_t events) {
  std::vector<double> differences;
  for (std::size_t round = 0; round < std::min(shorter.seconds.size(), longer.seconds.size()); ++round) {
    differences.push_back(longer.seconds[round] - shorter.seconds[round]);
  }
  return median(differences) / static_cast<double>(events);
}

// `never`; nothing where only answers are checked.
std::optional<double> slope_of_never(const Suite& suite, std::size_t queries) {
  const std::size_t cycles = suite.size(std::clamp<std::size_t>(200'000 / queries, 200, 20'000), 4);
  const SharedWorkload workload = shared_workload(queries, SharedPredicates::kNone, kWindow);
  std::vector<Case> cases;
  for (const std::size_t run : {kShort, kLong}) {
    const std::string name = name_of_queries(queries) + " runs of " + std::to_string(run);
    for (Case& of : checked_cases(suite, name, workload, shared_stream(cycles, 5, run, kCycle)))
      cases.push_back(std::move(of));
  }
  const std::vector<Timing> timings = suite.time(cases);
  if (timings.empty()) return std::nullopt;
  return slope(timings[0], timings[2], cycles * (kLong - kShort));
}

// `auto`.
std::optional<double> slope_of_auto(const Suite& suite, std::size_t queries) {
  const std::size_t cycles = suite.size(10, 2);
  const SharedWorkload workload = shared_workload(queries, SharedPredicates::kNone, kLongWindow);
  std::vector<Case> cases;
  for (const std::size_t run : {kLonger, suite.size(kLongest, kLonger + 1)}) {
    const std::string name = name_of_queries(queries) + " runs of " + std::to_string(run);
    const Stream stream = shared_stream(cycles, 5, run, kLongCycle);
    cases.push_back(checked_under(suite, {Strategy::kAuto}, shared_case(name, workload, stream),
                                  answers_of(workload, stream))
                        .front());
  }
  const std::vector<Timing> timings = suite.time(cases);
  if (timings.empty()) return std::nullopt;
  return slope(timings[0], timings[1], cycles * (kLongest - kLonger));
}

void measure_slopes(const Suite& suite) {
  std::optional<double> never_one, auto_one;
  const auto print = [&suite](const std::string& name, std::optional<double> slope,
                              std::optional<double>& one) {
    if (!slope) return;
    if (!one) one = slope;
    suite.print("slope per B event " + name, 1, *slope, *slope / *one);
  };
  for (const std::size_t queries : {1U, 10U, 100U, 1000U}) {
    const std::string name = name_of_queries(queries);
    print(name + " never", slope_of_never(suite, queries), never_one);
    print(name + " auto", slope_of_auto(suite, queries), auto_one);
  }
}

}  // namespace

void shared_queries(const Suite& suite) {
  measure_slopes(suite);
  for (const std::size_t queries : {8U, 64U}) {
    const Stream stream = shared_stream(suite.size(4'000, 20), 5, kShort, kCycle);
    suite.time(checked_cases(suite, name_of_queries(queries) + " own predicates on B",
                             shared_workload(queries, SharedPredicates::kOwn, kWindow), stream));
  }
  for (const std::size_t queries : {8U, 100U, 1000U}) {
    const Stream stream = shared_stream(suite.size(queries == 1000 ? 2'000 : 20'000, 50), 1, 1, kCycle);
    suite.time(checked_cases(suite, name_of_queries(queries) + " runs of 1",
                             shared_workload(queries, SharedPredicates::kNone, kWindow), stream));
  }
}

}  // namespace horatio::bench
