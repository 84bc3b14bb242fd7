// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/components.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace horatio::trend {
namespace {

template <class Component>
std::uint32_t intern(std::vector<Component>& known, const Component& component) {
  const auto same = [&](const Component& other) { return other.same(component); };
  const auto found = std::find_if(known.begin(), known.end(), same);
  const auto index = static_cast<std::uint32_t>(found - known.begin());
  if (found == known.end()) known.push_back(component);
  return index;
}

// The magnitude of a, without overflow for the least integer.
std::uint64_t magnitude(std::int64_t value) {
  const auto bits = static_cast<std::uint64_t>(value);
  return value < 0 ? 0 - bits : bits;
}

bool reads_as_null(const ColumnView& column, AttributeKind kind, std::uint32_t row) {
  if (column.is_null(row)) return true;
  return kind == AttributeKind::kFloat && !std::isfinite(column.float_at(row));
}

}  // namespace

EventWeights::Weight EventWeights::weight(const LinearComponent& component, const EventBlock& block,
                                          std::uint32_t row) {
  using Weight = LinearComponent::Weight;
  if (component.weight == Weight::kOne) return {1, 1};
  const ColumnView& column = block.columns[component.attribute];
  if (reads_as_null(column, component.type.kind, row)) return {};
  if (component.weight == Weight::kNotNull) return {1, 1};
  const bool negative = component.weight == Weight::kNegative;
  if (component.is_float()) {
    const double value = column.float_at(row);
    return {0, (value < 0) == negative ? std::fabs(value) : 0.0};
  }
  const std::int64_t value = column.int_at(row);
  return {(value < 0) == negative ? magnitude(value) : 0, 0};
}

Extreme EventWeights::extreme(const ExtremeComponent& component, const EventBlock& block, std::uint32_t row) {
  const ColumnView& column = block.columns[component.attribute];
  if (reads_as_null(column, component.type.kind, row)) return {};
  const bool is_float = component.type.kind == AttributeKind::kFloat;
  return {is_float ? ordered_bits(column.float_at(row)) : column.int_at(row), 1};
}

std::int64_t ordered_bits(double value) {
  const auto bits = std::bit_cast<std::int64_t>(value == 0 ? 0.0 : value);
  return bits < 0 ? bits ^ INT64_MAX : bits;
}

double from_ordered_bits(std::int64_t bits) {
  return std::bit_cast<double>(bits < 0 ? bits ^ INT64_MAX : bits);
}

Components Components::of(const Query& query, const Schema& schema) {
  using Function = Aggregate::Function;
  using Weight = LinearComponent::Weight;
  Components components;
  const auto add = [&](const Aggregate& aggregate) {
    AggregateParts parts;
    if (aggregate.function != Function::kCountTrends) {
      LinearComponent linear{aggregate.place, aggregate.attribute, {}, Weight::kOne};
      if (aggregate.function != Function::kCountEvents) {
        linear.type =
            schema.types[query.pattern.places[aggregate.place].type].attributes[aggregate.attribute].type;
        linear.weight = Weight::kNotNull;
      } else {
        linear.attribute = 0;
      }
      if (aggregate.function == Function::kMin || aggregate.function == Function::kMax) {
        parts.extreme = intern(components.extremes, {linear.place, linear.attribute, linear.type,
                                                     aggregate.function == Function::kMax});
      } else {
        parts.count = intern(components.linear, linear);
      }
      if (aggregate.function == Function::kSum || aggregate.function == Function::kAvg) {
        linear.weight = Weight::kPositive;
        parts.positive = intern(components.linear, linear);
        linear.weight = Weight::kNegative;
        parts.negative = intern(components.linear, linear);
      }
    }
    components.parts.push_back(parts);
  };
  std::for_each(query.aggregates.begin(), query.aggregates.end(), add);
  std::for_each(query.hidden.begin(), query.hidden.end(), add);
  return components;
}

bool Components::has_float() const {
  return std::any_of(linear.begin(), linear.end(), [](const LinearComponent& c) { return c.is_float(); });
}

void EventWeights::read(const Components& components, const Pattern& pattern, const EventBlock& block,
                        std::uint32_t row) {
  linear.assign(components.linear.size(), {});
  extremes.assign(components.extremes.size(), {});
  for (std::size_t i = 0; i < linear.size(); ++i) {
    const LinearComponent& component = components.linear[i];
    if (pattern.places[component.place].type != block.type) continue;
    linear[i] = weight(component, block, row);
  }
  for (std::size_t i = 0; i < extremes.size(); ++i) {
    const ExtremeComponent& component = components.extremes[i];
    if (pattern.places[component.place].type != block.type) continue;
    extremes[i] = extreme(component, block, row);
  }
}

}  // namespace horatio::trend
