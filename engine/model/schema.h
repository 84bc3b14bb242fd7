// SPDX-License-Identifier: Apache-2.0
// The schema of a stream: event types and their attributes (query-language reference, "Writing it").
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace horatio {

using Timestamp = std::int64_t;  // in the unit of the input; negative allowed
using KeyGroup = std::uint16_t;  // Flink's key group; 0 for everything outside Flink
using TypeId = std::uint16_t;    // index into Schema::types
using AttributeId = std::uint16_t;  // index into EventType::attributes

inline constexpr Timestamp kEndOfTime = INT64_MAX;  // as a watermark: the end of the input
inline constexpr Timestamp kBeforeTime = INT64_MIN;  // as a watermark: nothing applied yet

enum class TimeUnit : std::uint8_t { kSecond, kMillisecond, kMicrosecond, kNanosecond };

enum class AttributeKind : std::uint8_t { kInt, kFloat, kDecimal, kString, kBool, kTimestamp };

struct AttributeType {
  AttributeKind kind = AttributeKind::kInt;
  std::uint8_t scale = 0;  // DECIMAL(scale): the stored integer is the value times 10^scale
  bool operator==(const AttributeType&) const = default;
};

struct Attribute {
  std::string name;
  AttributeType type;
};

struct EventType {
  std::string name;
  std::vector<Attribute> attributes;
  std::optional<AttributeId> find(std::string_view attribute) const;
};

struct Schema {
  std::string stream;
  std::vector<EventType> types;
  std::optional<TypeId> find(std::string_view type) const;
};

// "INT", "DECIMAL(2)", ...
std::string to_string(AttributeType type);
// How many time units one millisecond is, as a fraction: {1, 1000} for seconds, {1'000'000, 1} for nanoseconds.
struct UnitsPerMillisecond {
  std::int64_t numerator;
  std::int64_t denominator;
};
UnitsPerMillisecond units_per_millisecond(TimeUnit unit);

}  // namespace horatio
