// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/oracle/oracle_facts.h"

#include <algorithm>

#include "engine/predicate/plain_condition.h"

namespace horatio::oracle {

Facts::Facts(const Query& query, const std::vector<const PlainEvent*>& ordered)
    : query_(query),
      ordered_(ordered),
      fills_(ordered.size() * query.pattern.places.size(), Truth::kNotAsked) {}

bool Facts::precedes(Rank earlier, Rank later) const {
  return query_.ties == Ties::kStrict ? event(earlier).time < event(later).time : earlier < later;
}

bool Facts::fills(Rank rank, PlaceId place) {
  Truth& known = fills_[rank * query_.pattern.places.size() + place];
  if (known == Truth::kNotAsked) {
    known = judge_place(event(rank), place) ? Truth::kHolds : Truth::kFails;
  }
  return known == Truth::kHolds;
}

bool Facts::fills_some_place(Rank rank) {
  for (PlaceId place = 0; place < query_.pattern.places.size(); ++place) {
    if (!query_.pattern.places[place].negated && fills(rank, place)) return true;
  }
  return false;
}

bool Facts::judge_place(const PlainEvent& event, PlaceId place) const {
  if (query_.pattern.places[place].type != event.type) return false;
  return std::ranges::all_of(query_.local, [&](const LocalPredicate& local) {
    return local.place != place || plain_condition(local.condition, event.time, event.attributes) == true;
  });
}

bool Facts::may_be_adjacent(Rank earlier, PlaceId from, Rank later, PlaceId to) {
  for (std::size_t i = 0; i < query_.edges.size(); ++i) {
    if (query_.edges[i].from == from && query_.edges[i].to == to && !judge_edge(i, earlier, later))
      return false;
  }
  return true;
}

bool Facts::judge_edge(std::size_t edge, Rank earlier, Rank later) {
  const auto [known, fresh] =
      edges_.try_emplace((edge * ordered_.size() + earlier) * ordered_.size() + later, false);
  if (fresh) {
    const PlainEvent& first = event(earlier);
    const PlainEvent& second = event(later);
    known->second = plain_condition(query_.edges[edge].condition, PlainOperand{first.time, first.attributes},
                                    PlainOperand{second.time, second.attributes}) == true;
  }
  return known->second;
}

}  // namespace horatio::oracle
