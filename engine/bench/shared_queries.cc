// SPDX-License-Identifier: Apache-2.0
// k queries SEQ(Ti, B+) on one shared Kleene type B. The slope of time against the number of B events with
// all other events fixed is measured by lengthening the runs of B, under `auto` by 10,000 events, since
// little else than the rest of the work would be seen otherwise; target: within 1.5 times from 1 to 1,000
// queries. Two workloads are built to break sharing: runs of one B, and a predicate on B of its own in every
// query.
#include <algorithm>
#include <optional>

#include "engine/bench/chain.h"
#include "engine/bench/suite.h"

namespace horatio::bench {
namespace {

constexpr std::size_t kPrefixes = 10;
constexpr TypeId kB = kPrefixes;
constexpr std::int64_t kValues = 100;
constexpr std::size_t kShort = 10, kLong = 50;
constexpr std::size_t kLonger = 5'000, kLongest = 15'000;
// A cycle takes the same time whatever its runs, so windows hold the same events but for B: 18 cycles, so
// that the counts stay in the range of a double and writing rows costs the same for short and long runs.
constexpr Timestamp kCycle = 100, kWindow = 18 * kCycle;
// With runs of 5,000 and more, all counts are past that range; one window holds all.
constexpr Timestamp kLongCycle = 20'000, kLongWindow = 1'000 * kLongCycle;

// Cycles of `others` events of the prefix types and a run of B.
Stream make_stream(std::size_t cycles, std::size_t others, std::size_t run, Timestamp period = kCycle) {
  Stream stream;
  Dice dice(7);
  for (std::size_t cycle = 0; cycle < cycles; ++cycle) {
    for (std::size_t i = 0; i < others + run; ++i) {
      const auto type = static_cast<TypeId>(i < others ? dice.below(kPrefixes) : std::int64_t{kB});
      // The values of B do not disturb those of the others when runs grow.
      const std::int64_t v =
          i < others ? dice.below(kValues) : static_cast<std::int64_t>((cycle * 37 + i * 61) % kValues);
      stream.push_back(
          {static_cast<Timestamp>(cycle) * period + static_cast<Timestamp>(i), type, false, v, 0});
    }
  }
  return stream;
}

struct Workload {
  std::string text;
  std::vector<Chain> queries;
};

// No two queries are equal: they differ in the prefix type or in a threshold on it.
Workload make_workload(std::size_t queries, bool own_predicates, Timestamp window = kWindow) {
  Workload workload{schema_text(kPrefixes + 1), {}};
  for (std::size_t i = 0; i < queries; ++i) {
    const auto prefix = static_cast<TypeId>(i % kPrefixes);
    const auto least = static_cast<std::int64_t>(i / kPrefixes);
    const auto least_b = static_cast<std::int64_t>(i) * kValues / static_cast<std::int64_t>(queries);
    Chain chain{{{prefix, false, [least](const Event& event) { return event.v >= least; }}, {kB, true}},
                window};
    std::string where = " WHERE T" + std::to_string(prefix) + ".v >= " + std::to_string(least);
    if (own_predicates) {
      chain.steps[1].holds = [least_b](const Event& event) { return event.v >= least_b; };
      where += " AND T" + std::to_string(kB) + ".v >= " + std::to_string(least_b);
    }
    workload.text += "QUERY q" + std::to_string(i) + " RETURN COUNT(*) PATTERN " + pattern_text(chain) +
                     where + " WITHIN " + std::to_string(window) + " MILLISECONDS NUMBERS APPROX;\n";
    workload.queries.push_back(std::move(chain));
  }
  return workload;
}

Answers answers_of(const Workload& workload, const Stream& stream) {
  Answers answers;
  for (std::size_t i = 0; i < workload.queries.size(); ++i) {
    add_counts<Wide>(workload.queries[i], stream, static_cast<QueryId>(i), Numbers::kApprox, answers);
  }
  return answers;
}

Case make_case(const std::string& name, const Workload& workload, const Stream& stream, Strategy strategy) {
  EngineOptions options;
  options.strategy = strategy;
  const auto input = std::make_shared<std::vector<Delivery>>(deliver(stream, kPrefixes + 1));
  return {name + " " + name_of(strategy), workload.text, input, stream.size(), options};
}

// Under `auto`.
Case checked_case(const Suite& suite, const std::string& name, const Workload& workload,
                  const Stream& stream) {
  Case of = make_case(name, workload, stream, Strategy::kAuto);
  suite.check(of, answers_of(workload, stream));
  return of;
}

// `never` first, then `auto`; both checked.
std::vector<Case> checked_cases(const Suite& suite, const std::string& name, const Workload& workload,
                                const Stream& stream) {
  const Answers answers = answers_of(workload, stream);
  std::vector<Case> cases;
  for (const Strategy strategy : {Strategy::kNever, Strategy::kAuto}) {
    cases.push_back(make_case(name, workload, stream, strategy));
    suite.check(cases.back(), answers);
  }
  return cases;
}

std::string name_of_queries(std::size_t queries) {
  return std::to_string(queries) + (queries == 1 ? " query" : " queries");
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
  const Workload workload = make_workload(queries, false);
  std::vector<Case> cases;
  for (const std::size_t run : {kShort, kLong}) {
    const std::string name = name_of_queries(queries) + " runs of " + std::to_string(run);
    for (Case& of : checked_cases(suite, name, workload, make_stream(cycles, 5, run)))
      cases.push_back(std::move(of));
  }
  const std::vector<Timing> timings = suite.time(cases);
  if (timings.empty()) return std::nullopt;
  return slope(timings[0], timings[2], cycles * (kLong - kShort));
}

// `auto`.
std::optional<double> slope_of_auto(const Suite& suite, std::size_t queries) {
  const std::size_t cycles = suite.size(10, 2);
  const Workload workload = make_workload(queries, false, kLongWindow);
  std::vector<Case> cases;
  for (const std::size_t run : {kLonger, suite.size(kLongest, kLonger + 1)}) {
    const std::string name = name_of_queries(queries) + " runs of " + std::to_string(run);
    cases.push_back(checked_case(suite, name, workload, make_stream(cycles, 5, run, kLongCycle)));
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
    const Stream stream = make_stream(suite.size(4'000, 20), 5, kShort);
    suite.time(checked_cases(suite, name_of_queries(queries) + " own predicates on B",
                             make_workload(queries, true), stream));
  }
  for (const std::size_t queries : {8U, 100U, 1000U}) {
    const Stream stream = make_stream(suite.size(queries == 1000 ? 2'000 : 20'000, 50), 1, 1);
    suite.time(
        checked_cases(suite, name_of_queries(queries) + " runs of 1", make_workload(queries, false), stream));
  }
}

}  // namespace horatio::bench
