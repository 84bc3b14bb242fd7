// SPDX-License-Identifier: Apache-2.0
// The steps that one event can take in a branch, in the order in which they are taken: those out of the start
// and those out of each state, with the index that finds the vertices that they follow. What they come to
// without a look at a vertex depends on the event's classes alone, and is worked out when those change.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/trend/vertices/vertex_plan.h"

namespace horatio::trend {

// Out of the start.
struct StartMove {
  const automaton::Step* step = nullptr;
  bool of_lane = false;                           // NOTs have a say: not the same in all lanes
  bool resolved = false;                          // for events of classes in one word
  std::uint64_t classes = 0;                      // that it has been resolved for
  automaton::State target = automaton::kNoState;  // of events of that mask
};

// Out of a state.
struct Move {
  automaton::State from = 0;
  bool covered = false;
  const automaton::Step* step = nullptr;
  const StepPlan* plan = nullptr;          // null: every vertex is looked at
  const VertexIndexPlan* index = nullptr;  // of the plan
  // With an index: the same for all vertices that pass, and all events of one mask.
  bool resolved = false;      // for events of classes in one word
  std::uint64_t classes = 0;  // that it has been resolved for
  std::size_t outcome = 0;
  automaton::State target = automaton::kNoState;
};

// What the guards of a step come to. `holds(term)`: of the terms of guards whose class the event is in.
template <class Holds>
std::size_t outcome_of(const automaton::Step& step, const PredicateMask& mask, const Holds& holds) {
  return step.outcome([&](const automaton::Guard& guard) {
    if (!mask.has_or_always(guard.local_class)) return false;
    return guard.terms.empty() || std::any_of(guard.terms.begin(), guard.terms.end(), holds);
  });
}

class VertexMoves {
 public:
  VertexMoves(const VertexPlan& plan, std::size_t branch);  // `plan` outlives the object

  std::vector<StartMove>& starts(TypeId type) { return starts_[type]; }
  std::vector<Move>& moves(TypeId type) { return moves_[type]; }

  // Where the start leads with an event that has the mask.
  automaton::State target(StartMove& start, const PredicateMask& mask, const NegationStamps& stamps) const {
    if (!start.resolved || start.classes != mask.first || start.of_lane) resolve(start, mask, stamps);
    return start.target;
  }
  // The same of a move with an index; its outcome is set.
  automaton::State target(Move& move, const PredicateMask& mask) const {
    if (!move.resolved || move.classes != mask.first) resolve(move, mask);
    return move.target;
  }

 private:
  static void resolve(StartMove& start, const PredicateMask& mask, const NegationStamps& stamps);
  static void resolve(Move& move, const PredicateMask& mask);

  std::vector<std::vector<StartMove>> starts_;  // by type
  std::vector<std::vector<Move>> moves_;        // by type
};

}  // namespace horatio::trend
