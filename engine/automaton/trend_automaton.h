// SPDX-License-Identifier: Apache-2.0
// The automaton that trends are counted on: deterministic, so that a trend counts once however many bindings
// it has (rule 3). A state is the set of positions that the last event of a trend can be bound to under some
// binding whose local predicates hold; the symbol of an event is its type and the set of predicate classes it
// satisfies. A pattern that is deterministic as written has one state per position and costs nothing extra.
//
// Places of one type with the same local predicates form a *predicate class*. Classes are numbered per type;
// the mask of an event has bit c set if it satisfies class c. Places without predicate are of class kAlways
// and have no bit.
//
// Paper: position automaton (Glushkov); running sums per state as in GRETA and HAMLET, section 3.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/automaton/position_automaton.h"
#include "engine/model/pattern.h"
#include "engine/model/status.h"

namespace horatio {

using State = std::uint8_t;
using PredicateMask = std::uint64_t;

// What one event does to one target state: the trends it ends there are those that end in `from`, extended by
// the event, and the event alone if `starts`.
struct Move {
  State to = 0;
  bool starts = false;
  std::vector<State> from;  // ascending
};

class TrendAutomaton {
 public:
  static constexpr std::size_t kMaxStates = 64;
  static constexpr std::uint8_t kAlways = 0xFF;

  // `classes` has the predicate class of each place within its type, or kAlways. Over kMaxStates: kTooLarge.
  static Result<TrendAutomaton> build(const Pattern& pattern, std::span<const std::uint8_t> classes);

  std::size_t states() const { return positions_.size(); }
  // The positions a state stands for, ascending: its identity across versions of the program.
  const std::vector<Position>& positions(State state) const { return positions_[state]; }
  bool is_end(State state) const { return ((ends_ >> state) & 1U) != 0; }
  std::uint64_t ends() const { return ends_; }  // bit per state
  bool deterministic_as_written() const { return deterministic_; }

  // The moves of an event, empty if it extends and starts nothing. The targets differ. O(1) unless its type
  // has more than kTabulatedClasses classes; then `scratch` is filled, and must outlive the use of the
  // result.
  std::span<const Move> moves(TypeId type, PredicateMask mask, std::vector<Move>& scratch) const;

  // Whether the pattern has a place of this type.
  bool uses(TypeId type) const { return type < symbols_.size() && symbols_[type].used; }

 private:
  static constexpr unsigned kTabulatedClasses = 8;

  // A transition from a state (or from the start) that any event takes which satisfies exactly `pattern` of
  // the classes in `relevant`.
  struct Edge {
    PredicateMask relevant = 0;
    PredicateMask pattern = 0;
    State from = 0;
    bool starts = false;
    State to = 0;
  };
  struct Symbols {
    bool used = false;
    unsigned classes = 0;
    std::vector<Edge> edges;
    std::vector<std::vector<Move>> table;  // by mask; empty if too many classes
  };

  friend class SubsetConstruction;

  static void collect(const Symbols& symbols, PredicateMask mask, std::vector<Move>& moves);

  std::vector<std::vector<Position>> positions_;
  std::vector<Symbols> symbols_;  // by type, up to the largest that the pattern uses
  std::uint64_t ends_ = 0;
  bool deterministic_ = true;
};

}  // namespace horatio
