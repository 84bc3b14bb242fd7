// SPDX-License-Identifier: Apache-2.0
// Which room answers which query: all are trends so far.
#include <algorithm>
#include <numeric>
#include <utility>

#include "engine/plan/engine.h"
#include "engine/plan/trend_options.h"
#include "engine/plan/workload_engine.h"
#include "engine/trend/trend_query.h"

namespace horatio {

Result<std::unique_ptr<Engine>> Engine::make(std::shared_ptr<const Workload> workload,
                                             EngineOptions options) {
  std::vector<QueryId> queries(workload->queries.size());
  std::iota(queries.begin(), queries.end(), QueryId{0});
  Result<std::unique_ptr<TrendProcessor>> trends =
      TrendProcessor::make(workload, queries, trend_options(options));
  if (!trends.ok()) return trends.error();
  return std::unique_ptr<Engine>(std::make_unique<WorkloadEngine>(std::move(workload), std::move(*trends)));
}

std::optional<trend::IndexCosts> measured_costs(const Workload& workload, Strategy strategy,
                                                const std::function<std::uint64_t()>& nanoseconds) {
  const auto has_edges = [](const Query& query) { return !query.edges.empty(); };
  const auto candidates = std::count_if(workload.queries.begin(), workload.queries.end(), has_edges);
  if (strategy != Strategy::kAuto || candidates < 2) return std::nullopt;
  return trend::measure_index_costs(nanoseconds);
}

const char* name_of(Strategy strategy) {
  switch (strategy) {
    case Strategy::kAuto:
      return "auto";
    case Strategy::kNever:
      return "never";
    case Strategy::kEnumerate:
      return "enumerate";
    case Strategy::kAlways:
      return "always";
    case Strategy::kHamlet:
      return "hamlet";
  }
  return "?";
}

std::vector<Error> plan_faults(const Workload& workload) {
  std::vector<Error> faults;
  for (const Query& query : workload.queries) {
    for (Error& fault : trend::TrendQuery::faults(query, workload.schema)) faults.push_back(std::move(fault));
  }
  return faults;
}

}  // namespace horatio
