// SPDX-License-Identifier: Apache-2.0
// The position automaton (Glushkov) of a pattern whose NOTs are constraints on its edges: a NOT stands for
// the stretch between two adjacent events of a trend, so it holds or fails per edge (rule 6). One position
// per type occurrence outside NOTs, after {n,m} is written out. No position is dead: each lies on a path from
// the start to an end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/automaton/negation_set.h"
#include "engine/model/pattern.h"
#include "engine/model/status.h"

namespace horatio::automaton {

using Position = std::uint16_t;

// One NOT as written; its copies in a repetition that is written out are the same Negation.
struct Negation {
  std::vector<PlaceId> steps;           // one place, or those of a NOT SEQ
  std::optional<std::int64_t> lasting;  // NOT N FOR d, in time units; only on end edges
};

// The stretch before an event bound to `to` must be free of occurrences of each negation in the set. One set
// is enough where an edge can be taken in several ways: a loop of an enclosing group asks all that the
// innermost group around both positions asks, and what stands at its own beginning and end.
struct Edge {
  Position to = 0;
  NegationSet negations;  // by number in GuardedPositions::negations
};

// Which trends the positions are of.
enum class Part : std::uint8_t {
  kWhole,   // a pattern without AND at its root
  kFirst,   // the first operand of AND
  kSecond,  // the second operand of AND
  kBoth,    // both operands side by side, for the trends that match both; `branch` tells them apart
};

// What becomes of a part that is repeated more than GuardedPositions::kMaxCopies times: so many copies, or so
// many or more, which is what all trends together can make of it.
enum class Copies : std::uint8_t { kLimited, kLimitedOrMore };

struct GuardedPositions {
  // What there is time and memory for when a workload is loaded.
  static constexpr std::size_t kMaxPositions = 8192, kMaxEdges = 1'048'576;
  // A part that is repeated more often is written out this many times. Where it cannot be empty, each copy
  // needs a state of its own, so more are too many states anyway. Where it can, a set of positions that has a
  // place in one copy has it in all later ones, and the first of these grows by at most one with an event: if
  // it ever comes to the last copy, it has been in all before, which again are too many states; if not, no
  // trend needs more copies.
  static constexpr std::uint32_t kMaxCopies = 65;

  std::vector<PlaceId> places;                   // by position
  std::vector<std::uint8_t> branch;              // by position: 0, or 1 for the second operand under kBoth
  std::vector<std::vector<Edge>> follow;         // by position, ascending by `to`
  std::vector<Edge> first;                       // from the start, ascending by `to`
  std::vector<std::optional<NegationSet>> last;  // by position: what ending there asks; none: may not end
  std::vector<Negation> negations;               // of the whole pattern in reading order, whatever the part
  std::uint8_t branches = 1;                     // 2 under kBoth
  bool nullable = false;                         // the empty trend conforms (it never counts)

  // kTooLarge past kMaxPositions or kMaxEdges. kInvalidClause where a NOT is of anything but a type or a SEQ
  // of types, stands alone or next to a part that can be empty, where a NOT FOR does not end the trend, where
  // AND is not the root with two operands, and where `part` does not fit the root. O(positions * edges).
  static Result<GuardedPositions> build(const Pattern& pattern, Part part = Part::kWhole,
                                        Copies copies = Copies::kLimited);
};

}  // namespace horatio::automaton
