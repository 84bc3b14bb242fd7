// SPDX-License-Identifier: Apache-2.0
// The pattern tree of a query, bound to the schema. A *place* is one occurrence of an event type as written.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "engine/model/schema.h"

namespace horatio {

using PlaceId = std::uint16_t;  // index into Pattern::places

struct Place {
  TypeId type = 0;
  std::string alias;  // the type's name where none is written
  bool negated = false;  // stands inside a NOT
};

struct PatternNode {
  enum class Kind : std::uint8_t { kType, kSequence, kRepeat, kNot, kOr, kAnd };
  static constexpr std::uint32_t kUnbounded = std::numeric_limits<std::uint32_t>::max();

  Kind kind = Kind::kType;
  PlaceId place = 0;                  // kType
  std::uint32_t min = 1, max = 1;     // kRepeat: + is {1,}, * is {0,}, ? is {0,1}
  // kNot: NOT N FOR d, in time units; stands only at the end of the pattern or of a top-level OR branch.
  std::optional<std::int64_t> lasting;
  std::vector<PatternNode> children;  // kRepeat and kNot have one; a kNot's is a type or a sequence of types
};

struct Pattern {
  PatternNode root;
  std::vector<Place> places;
};

}  // namespace horatio
