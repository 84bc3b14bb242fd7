// SPDX-License-Identifier: Apache-2.0
// PATTERN to the model's pattern tree: types resolved, every place called by one alias.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/model/pattern.h"
#include "engine/query/fault_list.h"
#include "engine/query/schema_index.h"
#include "engine/query/syntax.h"

namespace horatio {

inline constexpr std::size_t kMostPlaces = 4096;

// FOR d, and where it is written.
struct Lasting {
  std::int64_t span;  // in time units
  syntax::Offset at;
};

// A pattern and its aliases. A place of an unknown type stays, without a type, so that its alias is known.
struct BoundPattern {
  Pattern pattern;
  std::vector<bool> typed;  // by place; false: the type is unknown, a fault has been added
  std::unordered_map<std::string, PlaceId> aliases;
  std::vector<Lasting> lasting;  // of every NOT ... FOR

  std::optional<PlaceId> find(std::string_view alias) const;
  bool negated(PlaceId place) const { return pattern.places[place].negated; }
  std::string alias_hint(std::string_view written, const SchemaIndex& schema) const;
};

BoundPattern bind_pattern(const syntax::Pattern& written, const SchemaIndex& schema, TimeUnit unit,
                          FaultList& faults);

}  // namespace horatio
