// SPDX-License-Identifier: Apache-2.0
// What a pattern says by its shape and types alone, predicates and NOTs ignored: which aliases are ambiguous
// (rule 3), whether the operands of AND overlap (rule 7), and which place can directly follow which (rule 8).
//
// A pair construction: the pairs of positions of one type that two bindings of one sequence of events can
// reach after equally many events and from which both can end after equally many more. An alias is ambiguous
// if and only if such a pair holds its place on one side only.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/model/pattern.h"
#include "engine/model/status.h"

namespace horatio::automaton {

class AliasAmbiguity {
 public:
  // The errors of GuardedPositions::build. Handles AND at the root: its operands are judged each by itself.
  // O(positions^2 * edges per position) bit operations.
  static Result<AliasAmbiguity> analyse(const Pattern& pattern);

  // Some sequence of events has two bindings that give this place different events: the other place that one
  // of them goes to (the smallest). None: the alias is not ambiguous (or the place stands inside a NOT).
  std::optional<PlaceId> clash(PlaceId place) const { return clash_[place]; }

  // Some sequence of events has two different bindings (place by place).
  bool is_ambiguous() const;

  // Some sequence of one or more events matches both operands of AND. False without AND.
  bool operands_overlap() const { return operands_overlap_; }

  // An event of place `to` can come directly after one of place `from`. False for places inside a NOT.
  bool can_follow(PlaceId from, PlaceId to) const { return follows_[from][to]; }

 private:
  std::vector<std::optional<PlaceId>> clash_;  // by place
  std::vector<std::vector<bool>> follows_;     // by place, by place
  bool operands_overlap_ = false;
};

}  // namespace horatio::automaton
