// SPDX-License-Identifier: Apache-2.0
// Which room answers which query: all are trends so far.
#include <numeric>
#include <string>
#include <utility>

#include "engine/plan/engine.h"
#include "engine/plan/workload_engine.h"
#include "engine/trend/trend_query.h"

namespace horatio {
namespace {

std::string attributes(const std::vector<KeyAttribute>& keys) {
  std::string text;
  for (const KeyAttribute& key : keys) text += (text.empty() ? "" : ", ") + key.name;
  return text.empty() ? "(none)" : text;
}

std::string window(const std::optional<WindowSpec>& spec) {
  if (!spec) return "none: one over the whole input, reported at its end (never on an endless stream)";
  std::string text = "size " + std::to_string(spec->size) + ", slide " + std::to_string(spec->slide) +
                     ", offset " + std::to_string(spec->offset);
  const std::int64_t overlap = spec->size / spec->slide + (spec->size % spec->slide != 0 ? 1 : 0);
  return text + " (time units; an event is in up to " + std::to_string(overlap) + ")";
}

std::string automaton(const TrendAutomaton& built) {
  return std::to_string(built.states()) + (built.states() == 1 ? " state, " : " states, ") +
         (built.deterministic_as_written()
              ? "deterministic as written"
              : "determinised: several bindings of the same events are possible");
}

std::string explain_query(const Query& query) {
  std::string text = query.canonical + "\n";
  const Result<trend::TrendQuery> compiled = trend::TrendQuery::compile(query);
  if (!compiled.ok()) return text + "  refused:   " + compiled.error().message + "\n";
  text += "  room:      trend\n";
  text += "  strategy:  never (every query alone, running sums per state)\n";
  text += "  group by:  " + attributes(query.group_by) + "\n";
  text += "  equal:     " + attributes(query.equivalence) + "\n";
  text += "  window:    " + window(query.window) + "\n";
  text += "  automaton: " + automaton(compiled->automaton()) + "\n";
  return text;
}

}  // namespace

Result<std::unique_ptr<Engine>> Engine::make(std::shared_ptr<const Workload> workload, EngineOptions) {
  std::vector<QueryId> queries(workload->queries.size());
  std::iota(queries.begin(), queries.end(), QueryId{0});
  Result<std::unique_ptr<TrendProcessor>> trends = TrendProcessor::make(workload, queries);
  if (!trends.ok()) return trends.error();
  return std::unique_ptr<Engine>(std::make_unique<WorkloadEngine>(std::move(workload), std::move(*trends)));
}

std::vector<Error> plan_faults(const Workload& workload) {
  std::vector<Error> faults;
  for (const Query& query : workload.queries) {
    const Result<trend::TrendQuery> compiled = trend::TrendQuery::compile(query);
    if (!compiled.ok()) faults.push_back(compiled.error());
  }
  return faults;
}

std::string explain(const Workload& workload, EngineOptions) {
  std::string text;
  for (const Query& query : workload.queries) {
    if (!text.empty()) text += "\n";
    text += explain_query(query);
  }
  return text;
}

}  // namespace horatio
