// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/testing/true_edges.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "engine/plan/engine.h"
#include "engine/trend/testing/dice.h"
#include "engine/trend/testing/letter_query.h"

namespace horatio::oracle {
namespace {

using Kind = Expression::Kind;
using Pair = std::pair<PlaceId, PlaceId>;

Expression time_of(PlaceId place, bool next) {
  Expression result;
  result.kind = Kind::kTime;
  result.place = place;
  result.next = next;
  return result;
}

Expression key_of(const Query& query, const KeyAttribute& key, PlaceId place, bool next) {
  Expression result;
  result.kind = Kind::kAttribute;
  result.place = place;
  result.next = next;
  result.attribute = *key.of_type[query.pattern.places[place].type];
  result.type = key.type;
  return result;
}

Expression compare_times(Kind kind, const Pair& pair) {
  return operation(kind, time_of(pair.first, false), time_of(pair.second, true));
}

std::optional<Expression> condition_of(const Query& query, TrueEdge kind, const Pair& pair) {
  if (kind == TrueEdge::kTime) return compare_times(Kind::kLessEqual, pair);
  if (kind == TrueEdge::kOpaque) {
    return operation(Kind::kOr, compare_times(Kind::kEqual, pair), compare_times(Kind::kNotEqual, pair));
  }
  const auto& keys = query.group_by.empty() ? query.equivalence : query.group_by;
  if (keys.empty()) return std::nullopt;
  return operation(Kind::kEqual, key_of(query, keys.front(), pair.first, false),
                   key_of(query, keys.front(), pair.second, true));
}

bool add(Query& query, TrueEdge kind, const Pair& pair) {
  std::optional<Expression> condition = condition_of(query, kind, pair);
  if (condition) query.edges.push_back({pair.first, pair.second, std::move(*condition)});
  return condition.has_value();
}

std::vector<Pair> pairs_of(const Query& query) {
  std::vector<Pair> pairs;
  for (const EdgePredicate& edge : query.edges) {
    if (std::ranges::find(pairs, Pair{edge.from, edge.to}) == pairs.end())
      pairs.emplace_back(edge.from, edge.to);
  }
  return pairs;
}

bool is_taken(const Schema& schema, const Query& query) {
  return Engine::make(std::make_shared<const Workload>(Workload{.schema = schema, .queries = {query}}), {})
      .ok();
}

std::optional<Query> with_true_edges(const Schema& schema, const Query& query, TrueEdge kind, Dice& dice) {
  if (const auto pairs = pairs_of(query); !pairs.empty()) {
    Query changed = query;
    for (const Pair& pair : pairs) {
      if (!add(changed, kind, pair)) return std::nullopt;
    }
    return is_taken(schema, changed) ? std::optional(std::move(changed)) : std::nullopt;
  }
  std::vector<Pair> pairs;
  for (PlaceId from = 0; from < query.pattern.places.size(); ++from) {
    for (PlaceId to = 0; to < query.pattern.places.size(); ++to) pairs.emplace_back(from, to);
  }
  dice.shuffle(pairs);
  for (const Pair& pair : pairs) {
    Query changed = query;
    const bool negated =
        query.pattern.places[pair.first].negated || query.pattern.places[pair.second].negated;
    if (!negated && add(changed, kind, pair) && is_taken(schema, changed)) return changed;
  }
  return std::nullopt;
}

}  // namespace

std::size_t add_true_edges(Workload& workload, TrueEdge kind, std::mt19937_64& random) {
  Dice dice(random);
  std::size_t changed = 0;
  for (Query& query : workload.queries) {
    auto with = with_true_edges(workload.schema, query, kind, dice);
    if (!with) continue;
    query = std::move(*with);
    ++changed;
  }
  return changed;
}

}  // namespace horatio::oracle
