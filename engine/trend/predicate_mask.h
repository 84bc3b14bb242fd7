// SPDX-License-Identifier: Apache-2.0
// Which classes of local predicates one event satisfies, among those of its type.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/automaton/determinised.h"

namespace horatio::trend {

using automaton::ClassId;

// The words of classes from 64 on, where a type has so many; memory that is used again.
using FurtherClasses = std::vector<std::uint64_t>;

struct PredicateMask {
  static constexpr ClassId kFirst = 64;

  std::uint64_t first = 0;  // bit c: class c
  const std::uint64_t* more =
      nullptr;  // of a FurtherClasses; null: the type has no class past the first word

  bool has(ClassId c) const {
    if (c < kFirst) [[likely]]
      return ((first >> c) & 1U) != 0;
    return ((more[c / kFirst - 1] >> (c % kFirst)) & 1U) != 0;
  }
  bool has_or_always(ClassId c) const { return c == automaton::kAlways || has(c); }
};

}  // namespace horatio::trend
