// SPDX-License-Identifier: Apache-2.0
#include "engine/model/schema.h"

#include <algorithm>
#include <iterator>

namespace horatio {

std::optional<AttributeId> EventType::find(std::string_view attribute) const {
  const auto it = std::ranges::find(attributes, attribute, &Attribute::name);
  if (it == attributes.end()) return std::nullopt;
  return static_cast<AttributeId>(std::distance(attributes.begin(), it));
}

std::optional<TypeId> Schema::find(std::string_view type) const {
  const auto it = std::ranges::find(types, type, &EventType::name);
  if (it == types.end()) return std::nullopt;
  return static_cast<TypeId>(std::distance(types.begin(), it));
}

std::string to_string(AttributeType type) {
  switch (type.kind) {
    case AttributeKind::kInt: return "INT";
    case AttributeKind::kFloat: return "FLOAT";
    case AttributeKind::kDecimal: return "DECIMAL(" + std::to_string(type.scale) + ")";
    case AttributeKind::kString: return "STRING";
    case AttributeKind::kBool: return "BOOL";
    case AttributeKind::kTimestamp: return "TIMESTAMP";
  }
  return "?";
}

UnitsPerMillisecond units_per_millisecond(TimeUnit unit) {
  switch (unit) {
    case TimeUnit::kSecond: return {1, 1000};
    case TimeUnit::kMillisecond: return {1, 1};
    case TimeUnit::kMicrosecond: return {1000, 1};
    case TimeUnit::kNanosecond: return {1'000'000, 1};
  }
  return {1, 1};
}

}  // namespace horatio
