// SPDX-License-Identifier: Apache-2.0
// The subset construction with guards: the automaton that trends are counted on, so that a trend counts once
// however many bindings it has (rule 3). A state is the set of positions that the last event of a trend can
// be bound to under some binding whose predicates and NOTs hold so far. What decides the next set (local
// predicate, edge predicates, NOTs) depends only on the last event and the new one, so it is exact to
// evaluate a step's *guards* on that pair of events and look the target up by their truth values.
//
// With COUNT BINDINGS a state is the set of positions of one binding (a string of places; iterations are not
// told apart), and an event takes one step per place it can be bound to.
//
// MATCH NEXT with COUNT BINDINGS (`keep_all`): which trends pass is judged on all bindings of the partial
// trend while one of them is counted, so a state is a pair: all positions, and those of the binding counted.
// Everywhere else the two are the same.
//
// Paper: position automaton (Glushkov), subset construction (Rabin and Scott); running sums per state as in
// GRETA and HAMLET, section 3.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <vector>

#include "engine/automaton/guarded_positions.h"
#include "engine/model/pattern.h"
#include "engine/model/status.h"

namespace horatio::automaton {

using State = std::uint8_t;
// A class of local predicates, numbered within its event type.
using ClassId = std::uint16_t;
// The conjunction of the edge predicates on one pair of places.
using EdgeConditionId = std::uint16_t;

inline constexpr State kNoState = 0xFF;
inline constexpr EdgeConditionId kNoEdgeCondition = 0xFFFF;
inline constexpr ClassId kAlways = 0xFFFF;         // no local predicate
inline constexpr std::uint16_t kNoGuard = 0xFFFF;  // unconditional
inline constexpr PlaceId kNoPlace = std::numeric_limits<PlaceId>::max();

enum class Counted : std::uint8_t { kTrends, kBindings };

// True if and only if the edge condition is TRUE on (last event, new event) and no negation of the set has an
// occurrence between them (out of the start: between the window's start and the new event).
struct Term {
  EdgeConditionId edge = kNoEdgeCondition;
  NegationSet negations;
  bool operator==(const Term&) const = default;
  auto operator<=>(const Term&) const = default;
};

// True if and only if the new event is of the local class and some term is true. No terms: the class decides
// alone. The terms are the minimal ones: none implies another.
struct Guard {
  ClassId local_class = kAlways;
  std::vector<Term> terms;
  bool operator==(const Guard&) const = default;
};

// A position that the new event may be bound to; it is if the guard is true.
struct Candidate {
  Position to = 0;
  std::uint16_t guard = kNoGuard;  // index into Step::guards; candidates with the same condition share it
  // Follows positions of the binding counted, and goes into positions(target); otherwise (`keep_all` only) it
  // follows all_positions(state) and goes into all_positions(target).
  bool bound = true;
  // The positions of the state that it may follow, ascending; empty out of the start. By pattern and types
  // alone: for an alias that is not ambiguous, what a partial trend holds for it is the same along each.
  std::vector<Position> from;
};

// A node of a binary decision tree over guards.
struct Decision {
  std::uint16_t guard = 0;
  // By the guard's truth: index of the next decision, or ~ that of the outcome.
  std::array<std::int32_t, 2> next{};
};

// What an event of one type (counting bindings: bound to one place) does after one state or at the start.
// What its guards come to is the step's *outcome*.
struct Step {
  // With at most this many guards the outcome is their truth mask (bit g is guards[g]): 2^guards outcomes,
  // some of which cannot occur. With more only those that can are listed, and `decisions` leads to them.
  static constexpr std::size_t kTabulatedGuards = 10;

  // Counting bindings: the place that the event is bound to. kNoPlace: trends are counted, or (`keep_all`
  // only) the binding counted does not go on and the step tells whether others do.
  PlaceId place = kNoPlace;
  std::vector<Candidate> candidates;  // those not bound first, ascending by `to` within each kind
  std::vector<Guard> guards;
  // By outcome. kNoState: the event does not go on here, or the outcome cannot occur.
  std::vector<State> targets;
  // By outcome: the event could extend the partial trend, under one of its bindings and of either branch,
  // which is what MATCH NEXT asks (also true where targets has a state). Counting bindings without
  // `keep_all`: under the binding counted, bound to this place.
  std::vector<bool> extends;
  std::vector<Decision> decisions;        // from the first on; empty: outcomes are truth masks
  std::vector<std::vector<bool>> truths;  // with decisions: by outcome, by guard

  // `holds(guard)`: whether the guard is true. O(guards), with decisions O(log outcomes) if they are even.
  template <class Holds>
  std::size_t outcome(const Holds& holds) const {
    std::size_t truth = 0;
    if (!decisions.empty()) [[unlikely]]
      return decide(holds);
    for (std::size_t g = 0; g < guards.size(); ++g) {
      if (holds(guards[g])) truth |= std::size_t{1} << g;
    }
    return truth;
  }
  bool is_true(std::size_t guard, std::size_t outcome) const {
    return decisions.empty() ? ((outcome >> guard) & 1U) != 0 : truths[outcome][guard];
  }
  bool takes(const Candidate& candidate, std::size_t outcome) const {
    return candidate.guard == kNoGuard || is_true(candidate.guard, outcome);
  }

 private:
  template <class Holds>
  [[gnu::cold, gnu::noinline]] std::size_t decide(const Holds& holds) const {
    std::int32_t next = 0;
    while (next >= 0) {
      const Decision& decision = decisions[static_cast<std::size_t>(next)];
      next = decision.next[holds(guards[decision.guard]) ? 1 : 0];
    }
    return static_cast<std::size_t>(~next);
  }
};

// A trend that ends at `position` is complete in `branch` if no negation of the set has an occurrence between
// its last event and the window's end. It counts if it is complete at some position of every branch.
struct Ending {
  Position position = 0;
  std::uint8_t branch = 0;
  NegationSet negations;
};

struct Determinisation {
  const Pattern& pattern;
  const GuardedPositions& positions;
  std::span<const ClassId> local_class;  // by place; kAlways: none
  // By pair of places (earlier, later); kNoEdgeCondition: unrestricted.
  std::function<EdgeConditionId(PlaceId, PlaceId)> edge_condition;
  Counted counted = Counted::kTrends;
  bool keep_all = false;  // MATCH NEXT with COUNT BINDINGS
};

class Determinised {
 public:
  static constexpr std::size_t kMaxStates = 64;

  // kTooLarge past kMaxStates; of two branches, also where one of them alone would be. States are numbered in
  // breadth-first order from the start, types ascending: the same input gives the same numbers.
  static Result<Determinised> build(const Determinisation& input);

  std::size_t states() const { return bound_.size(); }
  // The positions a state stands for, ascending; with all_positions its identity across versions of the
  // program. With two branches a state has positions of both.
  const std::vector<Position>& positions(State state) const { return bound_[state]; }
  const std::vector<Position>& all_positions(State state) const { return all_[state]; }

  // At most one step when trends are counted; counting bindings, one per place, ascending. A step out of a
  // state may have no target at all: it only `extends`.
  std::span<const Step> start(TypeId type) const;
  std::span<const Step> steps(State state, TypeId type) const;

  // Where a trend in this state can end, by positions(state), ascending. Empty: it cannot (with two branches,
  // also if only one of them can).
  std::span<const Ending> ends(State state) const { return ends_[state]; }

  // Some place outside NOTs is of this type.
  bool uses(TypeId type) const { return type < uses_.size() && uses_[type]; }

  // Every state is one position.
  bool deterministic_as_written() const { return deterministic_; }

 private:
  friend class SubsetConstruction;

  std::vector<std::vector<Position>> all_, bound_;     // by state
  std::vector<std::vector<Step>> start_;               // by type
  std::vector<std::vector<std::vector<Step>>> steps_;  // by state, by type
  std::vector<std::vector<Ending>> ends_;              // by state
  std::vector<bool> uses_;                             // by type
  bool deterministic_ = true;
};

}  // namespace horatio::automaton
