// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/vertices/shared/loop_query.h"

#include <algorithm>
#include <cassert>
#include <string>
#include <utility>

namespace horatio::trend {
namespace {

using Function = Aggregate::Function;

// An aggregate whose components have one like this.
Function function_of(const LinearComponent& component) {
  switch (component.weight) {
    case LinearComponent::Weight::kOne:
      return Function::kCountEvents;
    case LinearComponent::Weight::kNotNull:
      return Function::kCountAttribute;
    default:
      return Function::kSum;
  }
}

Query query_of(std::span<const LoopQuery::Member> members) {
  const TrendQuery& first = *members.front().query;
  const KleeneLoop& loop = members.front().loop;
  Query query;
  query.name = "the Kleene loop of " + first.query().name;
  query.ties = first.query().ties;
  query.numbers = first.query().numbers;
  query.pattern.places.push_back({loop.type, first.schema().types[loop.type].name});
  query.pattern.root.kind = PatternNode::Kind::kRepeat;
  query.pattern.root.max = PatternNode::kUnbounded;
  query.pattern.root.children.emplace_back();
  for (const std::uint16_t condition : loop.conditions) {
    EdgePredicate edge = first.query().edges[condition];
    edge.from = edge.to = 0;
    query.edges.push_back(std::move(edge));
  }
  query.aggregates.push_back({Function::kCountTrends, 0, 0, "COUNT(*)"});
  for (const LoopQuery::Member& member : members) {
    const auto is_of_loop = [&](PlaceId place) {
      return member.query->query().pattern.places[place].type == loop.type;
    };
    for (const LinearComponent& component : member.query->components().linear) {
      if (is_of_loop(component.place))
        query.aggregates.push_back({function_of(component), 0, component.attribute, ""});
    }
    for (const ExtremeComponent& component : member.query->components().extremes) {
      if (is_of_loop(component.place)) {
        query.aggregates.push_back(
            {component.is_maximum ? Function::kMax : Function::kMin, 0, component.attribute, ""});
      }
    }
  }
  return query;
}

template <class Component>
std::vector<std::uint32_t> places_in(const std::vector<Component>& all, const std::vector<Component>& of,
                                     const Pattern& pattern, TypeId type) {
  std::vector<std::uint32_t> places;
  for (Component component : of) {
    places.push_back(kNoComponent);
    if (pattern.places[component.place].type != type) continue;
    component.place = 0;
    const auto found =
        std::ranges::find_if(all, [&](const Component& other) { return other.same(component); });
    assert(found != all.end());
    places.back() = static_cast<std::uint32_t>(found - all.begin());
  }
  return places;
}

}  // namespace

LoopQuery::LoopQuery(std::span<const Member> members) : query(std::make_unique<Query>(query_of(members))) {
  Result<TrendQuery> compiled = TrendQuery::compile(*query, members.front().query->schema());
  assert(compiled.ok());  // a part of what has been compiled
  trend = std::make_unique<TrendQuery>(std::move(*compiled));
  if (members.front().query->arithmetic() == Arithmetic::kModular) trend->count_modulo_p();
  for (const Member& member : members) {
    const Components& components = member.query->components();
    const Pattern& pattern = member.query->query().pattern;
    uses.push_back({places_in(trend->components().linear, components.linear, pattern, member.loop.type),
                    places_in(trend->components().extremes, components.extremes, pattern, member.loop.type)});
  }
}

}  // namespace horatio::trend
