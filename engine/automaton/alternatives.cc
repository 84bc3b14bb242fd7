// SPDX-License-Identifier: Apache-2.0
#include "engine/automaton/alternatives.h"

#include <algorithm>
#include <bit>

namespace horatio::automaton {

void minimise(Alternatives& sets) {
  // A set can only contain one with fewer members, so the minimal ones come first.
  std::sort(sets.begin(), sets.end(), [](std::uint64_t a, std::uint64_t b) {
    return std::popcount(a) != std::popcount(b) ? std::popcount(a) < std::popcount(b) : a < b;
  });
  Alternatives minimal;
  for (const std::uint64_t set : sets) {
    const bool implied = std::any_of(minimal.begin(), minimal.end(),
                                     [set](std::uint64_t smaller) { return (set & smaller) == smaller; });
    if (!implied) minimal.push_back(set);
  }
  std::sort(minimal.begin(), minimal.end());
  sets = std::move(minimal);
}

Alternatives either(const Alternatives& left, const Alternatives& right) {
  Alternatives result = left;
  result.insert(result.end(), right.begin(), right.end());
  minimise(result);
  return result;
}

Alternatives both(const Alternatives& left, std::uint64_t between, const Alternatives& right) {
  Alternatives result;
  for (const std::uint64_t l : left) {
    for (const std::uint64_t r : right) result.push_back(l | between | r);
  }
  minimise(result);
  return result;
}

}  // namespace horatio::automaton
