// SPDX-License-Identifier: Apache-2.0
#include "operator/cli/result_layout.h"

#include <algorithm>

namespace horatio::process {
namespace {

std::size_t place_of(std::vector<std::string>& columns, const std::string& name) {
  const auto found = std::ranges::find(columns, name);
  if (found != columns.end()) return static_cast<std::size_t>(found - columns.begin());
  columns.push_back(name);
  return columns.size() - 1;
}

}  // namespace

ResultLayout layout_of(const Workload& workload) {
  ResultLayout layout;
  for (const Query& query : workload.queries) {
    auto& columns = layout.queries.emplace_back();
    for (const KeyAttribute& key : query.group_by)
      columns.group.push_back(place_of(layout.group_columns, key.name));
    for (const Aggregate& aggregate : query.aggregates) {
      columns.aggregates.push_back(place_of(layout.aggregate_columns, aggregate.column));
    }
  }
  return layout;
}

std::vector<std::string> ResultLayout::header() const {
  std::vector<std::string> names{"query", "window_start", "window_end"};
  names.insert(names.end(), group_columns.begin(), group_columns.end());
  names.insert(names.end(), aggregate_columns.begin(), aggregate_columns.end());
  names.emplace_back("status");
  return names;
}

AttributeType value_type(const Aggregate& aggregate, const Query& query, const Schema& schema) {
  switch (aggregate.function) {
    case Aggregate::Function::kCountTrends:
    case Aggregate::Function::kCountEvents:
    case Aggregate::Function::kCountAttribute:
      return {AttributeKind::kInt, 0};
    case Aggregate::Function::kAvg:
      return {AttributeKind::kFloat, 0};
    case Aggregate::Function::kSum:
    case Aggregate::Function::kMin:
    case Aggregate::Function::kMax:
      break;
  }
  const EventType& type = schema.types[query.pattern.places[aggregate.place].type];
  return type.attributes[aggregate.attribute].type;
}

TimeFormat window_format(const Query& query, TimeFormat times) {
  if (query.window.has_value() && query.window->of_events) times.iso = false;
  return times;
}

}  // namespace horatio::process
