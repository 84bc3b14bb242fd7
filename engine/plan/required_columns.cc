// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "engine/plan/engine.h"

namespace horatio {
namespace {

void require(RequiredType& type, AttributeId attribute) {
  const auto at = std::lower_bound(type.attributes.begin(), type.attributes.end(), attribute);
  if (at == type.attributes.end() || *at != attribute) type.attributes.insert(at, attribute);
}

void require(RequiredType& type, const Expression& expression) {
  if (expression.kind == Expression::Kind::kAttribute) require(type, expression.attribute);
  for (const Expression& child : expression.children) require(type, child);
}

bool reads_attribute(Aggregate::Function function) {
  return function != Aggregate::Function::kCountTrends && function != Aggregate::Function::kCountEvents;
}

}  // namespace

std::vector<RequiredType> required_columns(const Workload& workload) {
  std::vector<RequiredType> required(workload.schema.types.size());
  for (const Query& query : workload.queries) {
    const auto type_of = [&](PlaceId place) -> RequiredType& {
      return required[query.pattern.places[place].type];
    };
    for (const Place& place : query.pattern.places) {
      RequiredType& type = required[place.type];
      type.used = true;
      for (const auto* keys : {&query.group_by, &query.equivalence}) {
        for (const KeyAttribute& key : *keys) {
          if (const auto attribute = key.of_type[place.type]) require(type, *attribute);
        }
      }
    }
    for (const LocalPredicate& local : query.local) require(type_of(local.place), local.condition);
    for (const Aggregate& aggregate : query.aggregates) {
      if (reads_attribute(aggregate.function)) require(type_of(aggregate.place), aggregate.attribute);
    }
  }
  return required;
}

}  // namespace horatio
