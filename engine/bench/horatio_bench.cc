// SPDX-License-Identifier: Apache-2.0
// horatio_bench [--check] [--rounds N] [--only TEXT] [NAME ...]: the named benchmarks, or all of them, as
// CSV.
// --only: of them the variants that contain the text, as for a profile.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <set>
#include <string>

#include "engine/bench/suite.h"

namespace {

using horatio::bench::Suite;

struct Benchmark {
  const char* name;
  void (*run)(const Suite&);
};

constexpr Benchmark kBenchmarks[] = {
    {"single_query", horatio::bench::single_query},
    {"shared_queries", horatio::bench::shared_queries},
    {"edge_predicates", horatio::bench::edge_predicates},
    {"overlapping_windows", horatio::bench::overlapping_windows},
    {"number_kinds", horatio::bench::number_kinds},
    {"hamlet_workload", horatio::bench::hamlet_workload},
    {"ties_and_nulls", horatio::bench::ties_and_nulls},
    {"one_time_keys", horatio::bench::one_time_keys},
    {"sharing_decisions", horatio::bench::sharing_decisions},
    {"shared_blocks", horatio::bench::shared_blocks},
    {"shared_edges", horatio::bench::shared_edges},
    {"state", horatio::bench::state},
};

int usage() {
  std::fprintf(stderr, "horatio_bench [--check] [--rounds N] [--only TEXT] [NAME ...]\n");
  for (const Benchmark& benchmark : kBenchmarks) std::fprintf(stderr, "  %s\n", benchmark.name);
  return 2;
}

}  // namespace

int main(int count, char** arguments) {
  bool check_only = false;
  int rounds = 5;
  std::string only;
  std::set<std::string> names, known;
  for (const Benchmark& benchmark : kBenchmarks) known.insert(benchmark.name);
  for (int i = 1; i < count; ++i) {
    if (std::strcmp(arguments[i], "--check") == 0) {
      check_only = true;
    } else if (std::strcmp(arguments[i], "--rounds") == 0 && i + 1 < count) {
      rounds = std::atoi(arguments[++i]);
    } else if (std::strcmp(arguments[i], "--only") == 0 && i + 1 < count) {
      only = arguments[++i];
    } else {
      names.insert(arguments[i]);
    }
  }
  for (const std::string& name : names) {
    if (known.count(name) == 0) return usage();
  }
  if (rounds < 1) return usage();
  std::printf("benchmark,variant,events,ns_per_event,events_per_second,ratio_to_first,checked\n");
  for (const Benchmark& benchmark : kBenchmarks) {
    if (names.empty() || names.count(benchmark.name) != 0) {
      benchmark.run(Suite(benchmark.name, check_only, rounds, only));
    }
  }
}
