// SPDX-License-Identifier: Apache-2.0
// Who shares the bursts of a Kleene type: HAMLET's dynamic decision against its static one, no sharing, and
// `auto`, from 2 to 500 queries, bursts of 1 to 120 events, and predicates that are equal, that differ on few
// events, and that are all different. Targets: `hamlet` is not slower than `always` and `never`; `auto` is
// within 10 % of the best.
#include <string>
#include <vector>

#include "engine/bench/shared_kleene.h"

namespace horatio::bench {
namespace {

constexpr std::size_t kOthers = 4;
constexpr std::size_t kWindowCycles = 6;

void measure(const Suite& suite, std::size_t queries, std::size_t run, const NamedPredicates& predicates) {
  const auto period = static_cast<Timestamp>(run + kOthers);
  const std::size_t events = suite.size(4'000'000 / (queries + 20), 600);
  const Stream stream = shared_stream(events / (run + kOthers) + 2 * kWindowCycles, kOthers, run, period);
  const SharedWorkload workload =
      shared_workload(queries, predicates.predicates, static_cast<Timestamp>(kWindowCycles) * period);
  const std::string name =
      name_of_queries(queries) + ", bursts of " + std::to_string(run) + ", " + predicates.name + ":";
  suite.time(checked_under(suite, {Strategy::kNever, Strategy::kAlways, Strategy::kHamlet, Strategy::kAuto},
                           shared_case(name, workload, stream), answers_of(workload, stream)));
}

}  // namespace

void sharing_decisions(const Suite& suite) {
  for (const std::size_t queries : {2U, 3U, 5U, 8U, 50U, 500U}) {
    for (const std::size_t run : {1U, 10U, 120U}) {
      for (const NamedPredicates& predicates : kSharedPredicates) measure(suite, queries, run, predicates);
    }
  }
}

}  // namespace horatio::bench
