// SPDX-License-Identifier: Apache-2.0
// Freezing and restoring state: all key groups of an engine that has taken a stream, into bytes, and these
// into a fresh engine, whose rows must be those of the undisturbed one, in the same order. A line has
// nanoseconds per byte that is written, and bytes a second. Targets: a GiB freezes in 1.5 s and restores in 5
// s.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/bench/state_cases.h"
#include "engine/bench/suite.h"

namespace horatio::bench {
namespace {

[[noreturn]] void fail(const StateCase& of, const std::string& what) {
  std::fprintf(stderr, "state, %s: %s\n", of.name.c_str(), what.c_str());
  std::exit(1);
}

using Frozen = std::vector<std::string>;  // by key group

struct Times {
  std::vector<double> freeze, restore;
};

// As a session does it: one key group after the other, into memory that is there.
double freeze(const Engine& engine, Frozen& frozen) {
  double seconds = 0;
  std::string content;
  for (std::size_t key_group = 0; key_group < kStateKeyGroups; ++key_group) {
    const double begin = processor_seconds();
    content.clear();
    engine.snapshot(static_cast<KeyGroup>(key_group), content);
    seconds += processor_seconds() - begin;
    frozen[key_group] = content;
  }
  return seconds;
}

std::unique_ptr<Engine> restored_engine(const StateCase& of, const Frozen& frozen, double& seconds) {
  std::unique_ptr<Engine> engine = make_engine(of.workload, {});
  const double begin = processor_seconds();
  for (std::size_t key_group = 0; key_group < kStateKeyGroups; ++key_group) {
    const Status restored =
        engine->restore(static_cast<KeyGroup>(key_group), std::as_bytes(std::span(frozen[key_group])));
    if (!restored.ok()) fail(of, restored.error().message);
  }
  seconds = processor_seconds() - begin;
  return engine;
}

void measure(const Suite& suite, const StateCase& of) {
  if (suite.leaves_out(of.name)) return;
  Frozen frozen(kStateKeyGroups);
  Times times;
  std::size_t memory = 0;
  RowDigest rows;
  {
    const std::unique_ptr<Engine> engine = filled_engine(of);
    memory = engine->bytes();
    freeze(*engine, frozen);  // warms up
    for (int round = 0; round < suite.rounds(); ++round) times.freeze.push_back(freeze(*engine, frozen));
    rows = rows_of(*engine);
  }
  if (rows.rows() == 0) fail(of, "no rows");
  std::size_t bytes = 0;
  for (const std::string& content : frozen) bytes += content.size();
  for (int round = 0; round < suite.rounds(); ++round) {
    double seconds = 0;
    const std::unique_ptr<Engine> engine = restored_engine(of, frozen, seconds);
    times.restore.push_back(seconds);
    if (round == 0 && !(rows_of(*engine) == rows)) fail(of, "the restored engine's rows differ");
  }
  const std::string name = of.name + ", " + std::to_string(memory >> 20U) + " MiB held: ";
  suite.print(name + "freeze, bytes", bytes, median(times.freeze), 1);
  suite.print(name + "restore, bytes", bytes, median(times.restore),
              median(times.restore) / median(times.freeze));
}

}  // namespace

void state(const Suite& suite) {
  const std::string rising = "T0.v < NEXT(T0).v", sums = "COUNT(*), SUM(T0.v), MAX(T0.v)";
  const std::string count = "COUNT(*)";
  const auto one_each = [](const std::string& name, const std::string& workload, std::size_t events) {
    return StateCase{name, workload, events, events};
  };
  const auto size = [&](std::size_t full) { return suite.size(full, 2'000); };
  measure(suite, one_each("1 query, a group per event", state_queries(1, count, "T0+", "", "EXACT"),
                          size(1'500'000)));
  measure(suite, one_each("1 query with sums, a group per event", state_queries(1, sums, "T0+", "", "EXACT"),
                          size(1'000'000)));
  measure(suite, one_each("50 queries, a group per event", state_queries(50, count, "T0+", "", "EXACT"),
                          size(40'000)));
  measure(suite, one_each("50 queries with sums, a group per event",
                          state_queries(50, sums, "T0+", "", "EXACT"), size(25'000)));
  measure(suite, {"1 query, edges U64, 1000 groups", state_queries(1, count, "T0+", rising, "U64"),
                  size(8'000'000), 1000});
  measure(suite, {"1 query, edges EXACT, 1000 groups", state_queries(1, count, "T0+", rising, "EXACT"),
                  size(5'000'000), 1000});
  measure(suite, {"50 queries, edges U64, 100 groups", state_queries(50, count, "T0+", rising, "U64"),
                  size(200'000), 100});
  measure(suite,
          {"1 query, a vertex an event, 10000 groups",
           state_queries(1, count, "T0+", "T0.v != NEXT(T0).v", "EXACT"), size(2'000'000), size(10'000)});
  StateCase held = one_each("1 query, events held, a group per event",
                            state_queries(1, count, "T0+", "", "EXACT"), size(4'000'000));
  held.held = true;
  measure(suite, held);
}

}  // namespace horatio::bench
