// SPDX-License-Identifier: Apache-2.0
// The position automaton (Glushkov) of a pattern: one position per type occurrence after {n,m} is written
// out. No position is dead: each lies on a path from the start to an end. Negation, OR and AND are not
// covered.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/model/pattern.h"
#include "engine/model/status.h"

namespace horatio {

using Position = std::uint16_t;

struct PositionAutomaton {
  static constexpr std::size_t kMaxPositions = 1024;

  std::vector<PlaceId> place;                 // by position
  std::vector<std::vector<Position>> follow;  // by position, ascending
  std::vector<Position> first;                // ascending
  std::vector<Position> last;                 // ascending
  bool nullable = false;                      // the empty trend conforms (it never counts)

  // kTooLarge past kMaxPositions, kNotAvailable for node kinds that are not covered. O(positions * edges).
  static Result<PositionAutomaton> build(const Pattern& pattern);
};

}  // namespace horatio
