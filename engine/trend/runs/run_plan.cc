// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/runs/run_plan.h"

#include <algorithm>
#include <numeric>
#include <span>

namespace horatio::trend {
namespace {

// The place is that of the type among those of the run.
bool same_weight(const LinearComponent& left, const LinearComponent& right) {
  if (left.weight != right.weight || left.place != right.place) return false;
  return left.weight == LinearComponent::Weight::kOne || left.attribute == right.attribute;
}

bool same_weight(const ExtremeComponent& left, const ExtremeComponent& right) {
  return left.place == right.place && left.attribute == right.attribute &&
         left.is_maximum == right.is_maximum;
}

template <class Component>
std::uint32_t intern(std::vector<Component>& known, Component component, std::size_t type) {
  component.place = static_cast<PlaceId>(type);
  const auto found = std::find_if(known.begin(), known.end(),
                                  [&](const Component& other) { return same_weight(other, component); });
  const auto index = static_cast<std::uint32_t>(found - known.begin());
  if (found == known.end()) known.push_back(component);
  return index;
}

// Whether two conditions on the type, none of which means every event, are the same word for word.
bool same_condition(const TrendQuery* left, const TrendQuery* right, TypeId type) {
  if (left == nullptr || right == nullptr) return left == right;
  return left->has_class_of(*right, type);
}

const TrendQuery* condition_on(const TrendQuery& query, TypeId type) {
  return query.conditional(type) ? &query : nullptr;
}

// The same of all types of a block.
bool same_conditions(const TrendQuery& left, const TrendQuery& right, std::span<const TypeId> types) {
  return std::all_of(types.begin(), types.end(), [&](TypeId type) {
    return same_condition(condition_on(left, type), condition_on(right, type), type);
  });
}

bool is_conditional(const TrendQuery& query, std::span<const TypeId> types) {
  return std::any_of(types.begin(), types.end(), [&](TypeId type) { return query.conditional(type); });
}

}  // namespace

RunPlan::RunPlan(std::size_t types, const std::optional<Block>& block) : leader_(types), of_type_(types) {
  std::iota(leader_.begin(), leader_.end(), TypeId{0});
  if (!block) return;
  for (const TypeId type : block->types) leader_[type] = block->types.front();
  of_type_[block->types.front()].block = block;
}

std::uint32_t RunPlan::class_of(const TrendQuery* condition, TypeId type) {
  auto& classes = of_type_[type].classes;
  const auto found = std::find_if(classes.begin(), classes.end(), [&](const Class& other) {
    return same_condition(other.condition, condition, type);
  });
  const auto index = static_cast<std::uint32_t>(found - classes.begin());
  if (found == classes.end()) classes.push_back({condition, true, {}});
  return index;
}

std::uint32_t RunPlan::condition_of(const TrendQuery& query, TypeId type) {
  auto& conditions = of_type_[type].conditions;
  const std::vector<TypeId> types = of_type_[type].block ? of_type_[type].block->types : std::vector{type};
  const TrendQuery* condition = is_conditional(query, types) ? &query : nullptr;
  const auto found = std::find_if(conditions.begin(), conditions.end(), [&](const Condition& other) {
    if (other.query == nullptr || condition == nullptr) return other.query == condition;
    return same_conditions(*other.query, query, types);
  });
  const auto index = static_cast<std::uint32_t>(found - conditions.begin());
  if (found == conditions.end()) conditions.push_back({condition});
  return index;
}

RunUse RunPlan::add(const TrendQuery& query, TypeId type, RunSharing sharing, bool with_ties) {
  const Pattern& pattern = query.query().pattern;
  const bool together = sharing == RunSharing::kTogether || of_type_[type].block;
  RunUse use;
  use.of_class = class_of(together ? nullptr : condition_on(query, type), type);
  if (together) use.condition = condition_of(query, type);
  Class& of_class = of_type_[type].classes[use.of_class];
  of_class.with_ties = of_class.with_ties && with_ties;
  for (const LinearComponent& component : query.components().linear) {
    use.is_real.push_back(component.is_float());
    use.linear.push_back(kNoComponent);
    const auto place = place_of(pattern.places[component.place].type, type);
    if (!place) continue;
    auto& known = component.is_float() ? of_class.weights.reals : of_class.weights.integers;
    use.linear.back() = intern(known, component, *place);
    (component.is_float() ? use.reals_used : use.integers_used).push_back(use.linear.back());
  }
  for (const ExtremeComponent& component : query.components().extremes) {
    use.extremes.push_back(kNoComponent);
    const auto place = place_of(pattern.places[component.place].type, type);
    if (!place) continue;
    use.extremes.back() = intern(of_class.weights.extremes, component, *place);
    use.extremes_used.push_back(use.extremes.back());
  }
  OfType& of_type = of_type_[type];
  const auto& conditions = of_type.conditions;
  const bool all = of_class.condition == nullptr &&
                   (conditions.empty() || (conditions.size() == 1 && conditions.front().query == nullptr));
  of_type.bare = of_type.classes.size() == 1 && all && of_class.weights.empty() && !of_type.block;
  return use;
}

std::optional<std::size_t> RunPlan::place_of(TypeId type, TypeId leader) const {
  const auto& block = of_type_[leader].block;
  if (block) return block->place_of(type);
  return type == leader ? std::optional<std::size_t>(0) : std::nullopt;
}

RunUse RunPlan::use_alone(const TrendQuery& query, const std::vector<TypeId>& types) {
  Block block;
  block.types = types;
  return RunPlan(query.schema().types.size(), block).add(query, types.front(), RunSharing::kTogether, true);
}

}  // namespace horatio::trend
