// SPDX-License-Identifier: Apache-2.0
// The guards of one step under construction: each condition once, and which of them can be true together.
#pragma once

#include <boost/dynamic_bitset.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/automaton/determinised.h"

namespace horatio::automaton {

// Bit per guard of a step.
using Truth = boost::dynamic_bitset<std::uint64_t>;

// Drops terms that imply another, sorts the rest; no terms if one of them is always true. O(n^2).
void minimise(std::vector<Term>& terms);

class StepGuards {
 public:
  // The number of the guard with this condition (kNoGuard if it always holds), new if need be. The terms are
  // minimised.
  std::uint16_t number_of(Guard guard);

  // The truths of the guards that some assignment of local classes, edge conditions and negations gives,
  // ascending as numbers; the assignment is free but for what the guards have in common. Nothing: there are
  // more than `most`. Finding out is hard in the worst case, so it takes from `work` (tests of a term) and,
  // once that is gone, holds everything for possible. O(most * guards) searches.
  std::optional<std::vector<Truth>> outcomes(std::size_t most, std::uint64_t& work) const;

  std::vector<Guard> take() { return std::move(guards_); }

 private:
  std::vector<Guard> guards_;
};

// The decision tree that leads to each of the outcomes, which differ; the root is first. Even where the
// outcomes allow it. O(outcomes * guards * depth). REQUIRES: two outcomes.
std::vector<Decision> decisions_among(std::span<const Truth> outcomes);

}  // namespace horatio::automaton
