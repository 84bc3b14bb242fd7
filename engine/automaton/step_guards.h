// SPDX-License-Identifier: Apache-2.0
// The guards of one step under construction: each condition once, and which truth masks of them can occur.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/automaton/determinised.h"

namespace horatio::automaton {

// Drops terms that imply another, sorts the rest; no terms if one of them is always true. O(n^2).
void minimise(std::vector<Term>& terms);

class StepGuards {
 public:
  // The number of the guard with this condition (kNoGuard if it always holds), new if need be. None: there
  // are Step::kMaxGuards already. The terms are minimised.
  std::optional<std::uint8_t> number_of(Guard guard);

  // Whether some truth assignment of local classes, edge conditions and negations makes exactly the guards of
  // the mask true; the assignment is free but for what the guards have in common. Says true where that would
  // take too long to find out.
  bool can_occur(std::uint32_t mask) const;

  std::uint32_t masks() const { return std::uint32_t{1} << guards_.size(); }
  std::vector<Guard> take() { return std::move(guards_); }

 private:
  struct Assignment;

  bool complete(Assignment& assignment, std::size_t next) const;
  bool contradicts(const Assignment& assignment) const;

  std::vector<Guard> guards_;
};

}  // namespace horatio::automaton
