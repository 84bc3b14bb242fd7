// SPDX-License-Identifier: Apache-2.0
#include "engine/model/required_columns.h"

#include <algorithm>

namespace horatio {
namespace {

void require(RequiredType& type, AttributeId attribute) {
  const auto at = std::lower_bound(type.attributes.begin(), type.attributes.end(), attribute);
  if (at == type.attributes.end() || *at != attribute) type.attributes.insert(at, attribute);
}

void require(const Query& query, const Expression& expression, std::vector<RequiredType>& required) {
  if (expression.kind == Expression::Kind::kAttribute) {
    require(required[query.pattern.places[expression.place].type], expression.attribute);
  }
  for (const Expression& child : expression.children) require(query, child, required);
}

// The attributes that partitions are made of, of a type that may lack some.
void require_keys(RequiredType& required, const Query& query, TypeId type) {
  for (const auto* keys : {&query.group_by, &query.equivalence}) {
    for (const KeyAttribute& key : *keys) {
      if (const auto attribute = key.of_type[type]) require(required, *attribute);
    }
  }
}

bool carries_all_keys(const Query& query, TypeId type) {
  for (const auto* keys : {&query.group_by, &query.equivalence}) {
    for (const KeyAttribute& key : *keys) {
      if (!key.of_type[type]) return false;
    }
  }
  return true;
}

// Rule 8: between two adjacent events lies no event of the partition at all, named by the query or not.
void require_whole_partition(const Query& query, std::vector<RequiredType>& required) {
  for (std::size_t t = 0; t < required.size(); ++t) {
    const auto type = static_cast<TypeId>(t);
    if (!carries_all_keys(query, type)) continue;
    required[t].used = true;
    require_keys(required[t], query, type);
  }
}

bool reads_attribute(Aggregate::Function function) {
  return function != Aggregate::Function::kCountTrends && function != Aggregate::Function::kCountEvents;
}

void require(const Query& query, std::vector<RequiredType>& required) {
  for (const Place& place : query.pattern.places) {
    required[place.type].used = true;
    require_keys(required[place.type], query, place.type);
  }
  if (query.selection == Selection::kContiguous) require_whole_partition(query, required);
  for (const LocalPredicate& local : query.local) require(query, local.condition, required);
  for (const EdgePredicate& edge : query.edges) require(query, edge.condition, required);
  for (const auto* aggregates : {&query.aggregates, &query.hidden}) {
    for (const Aggregate& aggregate : *aggregates) {
      if (!reads_attribute(aggregate.function)) continue;
      require(required[query.pattern.places[aggregate.place].type], aggregate.attribute);
    }
  }
}

}  // namespace

std::vector<RequiredType> required_columns(const Query& query, const Schema& schema) {
  std::vector<RequiredType> required(schema.types.size());
  require(query, required);
  return required;
}

std::vector<RequiredType> required_columns(const Workload& workload) {
  std::vector<RequiredType> required(workload.schema.types.size());
  for (const Query& query : workload.queries) require(query, required);
  return required;
}

}  // namespace horatio
