// SPDX-License-Identifier: Apache-2.0
// A *block*: a Kleene sub-pattern of two or three event types, such as (SEQ(B, C))+, as the linear machine
// that it is to running sums. Events of its types go into one sum each, and each reads sums of the block
// (`reads`) and what comes into it from outside (`entered`): x, the same for all types that read it. Queries
// whose sub-patterns are the same machine can share them, whatever they are made of and whatever comes before
// and after them.
//
// Paper: HAMLET, section 3.1 (sharable Kleene sub-patterns), section 6 (of length one to three).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/model/schema.h"

namespace horatio::trend {

struct Block {
  static constexpr std::size_t kMostTypes = 3;

  std::vector<TypeId> types;        // ascending; the sums are in the same order
  std::vector<std::uint8_t> reads;  // by type: bit per type whose sum its events read
  std::uint8_t entered = 0;         // bit per type whose events read x
  bool strict = true;               // TIES STRICT

  bool operator==(const Block&) const = default;
  // Its place among the types.
  std::optional<std::size_t> place_of(TypeId type) const {
    const auto found = std::find(types.begin(), types.end(), type);
    if (found == types.end()) return std::nullopt;
    return static_cast<std::size_t>(found - types.begin());
  }
};

}  // namespace horatio::trend
