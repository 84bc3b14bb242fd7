// SPDX-License-Identifier: Apache-2.0
// Which room answers which query: all are trends so far.
#include <numeric>
#include <string>
#include <utility>

#include "engine/plan/engine.h"
#include "engine/plan/workload_engine.h"
#include "engine/trend/evaluators.h"
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
  std::string text = "size " + std::to_string(spec->size) + ", slide " + std::to_string(spec->slide);
  if (!spec->of_events) text += ", offset " + std::to_string(spec->offset);
  const std::int64_t overlap = spec->size / spec->slide + (spec->size % spec->slide != 0 ? 1 : 0);
  return text + (spec->of_events ? " (events of a group" : " (time units") + "; an event is in up to " +
         std::to_string(overlap) + ")";
}

std::string automaton(const trend::Branch& branch) {
  const std::size_t states = branch.automaton.states();
  return std::to_string(states) + (states == 1 ? " state, " : " states, ") +
         (branch.automaton.deterministic_as_written()
              ? "deterministic as written"
              : "determinised: several bindings of the same events are possible");
}

std::string automata(const trend::TrendQuery& query) {
  static constexpr const char* kPairNames[] = {"first operand: ", "; second operand: ", "; both at once: "};
  if (!query.is_pair()) return automaton(query.branches().front());
  std::string text;
  for (std::size_t i = 0; i < query.branches().size(); ++i)
    text += kPairNames[i] + automaton(query.branches()[i]);
  return text;
}

std::string strategy(Strategy chosen) {
  switch (chosen) {
    case Strategy::kEnumerate:
      return "enumerate";
    case Strategy::kNever:
      return "never";
    default:
      return "auto";
  }
}

TrendOptions trend_options(const EngineOptions& options) {
  return {options.strategy == Strategy::kEnumerate, options.strategy == Strategy::kAuto,
          options.largest_number, options.modulo_p, options.pane_windows};
}

// Which queries take the runs of which types together.
std::string explain_sharing(const Workload& workload, const EngineOptions& options) {
  std::vector<QueryId> queries(workload.queries.size());
  std::iota(queries.begin(), queries.end(), QueryId{0});
  // The processor refers to the workload, which outlives it here.
  const std::shared_ptr<const Workload> view(std::shared_ptr<const void>(), &workload);
  const auto trends = TrendProcessor::make(view, queries, trend_options(options));
  if (!trends.ok()) return "";
  const std::string groups = (*trends)->describe_sharing();
  return groups.empty() ? ""
                        : "\nsharing groups (runs of a type are applied at once to these queries)\n" + groups;
}

std::string explain_query(const Query& query, const Schema& schema, const EngineOptions& options) {
  std::string text = query.canonical + "\n";
  const Result<trend::TrendQuery> compiled = trend::TrendQuery::compile(query, schema);
  if (!compiled.ok()) return text + "  refused:   " + compiled.error().message + "\n";
  const auto evaluator = trend::make_evaluator(
      *compiled, {options.strategy == Strategy::kEnumerate,
                  options.strategy == Strategy::kAuto ? options.pane_windows : 0, options.largest_number});
  text += "  room:      trend\n";
  text += "  strategy:  " + strategy(options.strategy) + ": " + evaluator->describe() + "\n";
  text += "  group by:  " + attributes(query.group_by) + "\n";
  text += "  equal:     " + attributes(query.equivalence) + "\n";
  text += "  window:    " + window(query.window) + "\n";
  text += "  automaton: " + automata(*compiled) + "\n";
  return text;
}

}  // namespace

Result<std::unique_ptr<Engine>> Engine::make(std::shared_ptr<const Workload> workload,
                                             EngineOptions options) {
  std::vector<QueryId> queries(workload->queries.size());
  std::iota(queries.begin(), queries.end(), QueryId{0});
  Result<std::unique_ptr<TrendProcessor>> trends =
      TrendProcessor::make(workload, queries, trend_options(options));
  if (!trends.ok()) return trends.error();
  return std::unique_ptr<Engine>(std::make_unique<WorkloadEngine>(std::move(workload), std::move(*trends)));
}

std::vector<Error> plan_faults(const Workload& workload) {
  std::vector<Error> faults;
  for (const Query& query : workload.queries) {
    const Result<trend::TrendQuery> compiled = trend::TrendQuery::compile(query, workload.schema);
    if (!compiled.ok()) faults.push_back(compiled.error());
  }
  return faults;
}

std::string explain(const Workload& workload, EngineOptions options) {
  std::string text;
  for (const Query& query : workload.queries) {
    if (!text.empty()) text += "\n";
    text += explain_query(query, workload.schema, options);
  }
  return text + explain_sharing(workload, options);
}

}  // namespace horatio
