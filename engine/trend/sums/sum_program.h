// SPDX-License-Identifier: Apache-2.0
// The running sums of a query without edge predicates as a linear machine: what each event adds to which sum,
// worked out when the workload is loaded (trend-engine design, section 1).
//
// A *sum state* is a state of the automaton together with its *gates*: how far an occurrence of each NOT that
// matters to it has come since the trends in it were extended last. An event of a NOT moves the sums of open
// gates on; trends behind a closed gate go on only where another edge lets them. Under MATCH NEXT and
// CONTIGUOUS trends leave a state when they are extended, so complete ones are kept in final states as well.
//
// Papers: GRETA and HAMLET, section 3 (running sums), COGRA (type-grained aggregation).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/trend/trend_query.h"

namespace horatio::trend {

using SumState = std::uint8_t;

// The components of a trend are kept per position of its state (a *slot*), since only with its further events
// it may show which alias the past ones were bound to.
struct SlotMove {
  std::uint16_t to = 0;
  PlaceId place = 0;  // the event is bound to it
  std::vector<std::uint16_t> from;
};

// What one event does to one state: the trends it ends there are those of `from`, extended by the event, and
// the event alone if `starts`. All sums are those from before the event.
struct SumMove {
  SumState to = 0;
  bool starts = false;
  std::vector<SumState> from;
  std::vector<SlotMove> slots;
};

struct SumEffect {
  std::vector<SumMove> moves;    // the targets differ
  std::uint64_t extended = 0;    // bit per state whose trends leave it (MATCH NEXT)
  std::uint64_t fired = 0;       // bit per NOT step that the event matches
  std::uint32_t operations = 0;  // additions into one sum, at most
  bool opens = false;

  bool empty() const { return moves.empty() && extended == 0 && fired == 0; }
};

class SumProgram {
 public:
  static constexpr std::size_t kMaxStates = 64;

  // Nothing if the query needs vertices: edge predicates, NOT FOR, or more than kMaxStates sum states.
  static std::optional<SumProgram> build(const TrendQuery& query);

  struct StateInfo {
    enum class Kind : std::uint8_t { kStart, kLive, kFinal };
    Kind kind = Kind::kLive;
    std::uint8_t branch = 0;               // index into TrendQuery::branches()
    automaton::State automaton_state = 0;  // not of kStart
    std::vector<std::uint8_t> gates;       // by negation: steps of it that have occurred
    std::uint16_t first_slot = 0;
    std::uint16_t slots = 0;
  };
  struct End {
    SumState state = 0;
    std::uint16_t slot = 0;  // where its components are
  };
  struct Shift {
    SumState from = 0, to = 0;
  };

  std::size_t states() const { return states_.size(); }
  std::size_t slots() const { return slots_; }
  const StateInfo& state(std::size_t number) const { return states_[number]; }
  // The states where trends of the branch are complete when the window ends.
  std::span<const End> ends(std::size_t branch) const { return ends_[branch]; }
  // What happens to the sums when a NOT step fires; of several, those of higher bits first.
  std::span<const Shift> shifts(unsigned bit) const { return shifts_[bit]; }
  std::uint64_t starts() const { return starts_; }  // states that hold 1 from the window's start on
  std::uint64_t live() const { return live_; }      // states whose trends an event may break (CONTIGUOUS)

  // What an event of the type that satisfies the classes of `mask` does. O(1) unless its type has more than
  // kTabulatedClasses classes; then `scratch` is filled and handed back.
  const SumEffect& effect(TypeId type, const PredicateMask& mask, SumEffect& scratch) const;
  // Whether all events of one type that do something do the same.
  bool has_one_effect_a_type() const;

 private:
  static constexpr unsigned kTabulatedClasses = 8;
  friend class SumProgramBuilder;

  // Taken by events that satisfy exactly `pattern` of the classes in `relevant`, of further ones all of
  // `satisfied` and none of `failed`.
  struct Transition {
    std::uint64_t relevant = 0, pattern = 0;
    std::vector<ClassId> satisfied, failed;
    std::optional<SumState> from;  // none: the constant start
    std::optional<SumState> to;    // none: it only extends
    bool extends = false;
    std::vector<SlotMove> slots;  // each with at most one source
  };
  struct Symbols {
    std::vector<Transition> transitions;
    std::vector<std::pair<ClassId, std::uint64_t>> fires;  // class needed, bit
    std::vector<SumEffect> table;                          // by mask; empty if too many classes
  };

  static bool fits(const Transition& transition, const PredicateMask& mask);
  void collect(const Symbols& symbols, const PredicateMask& mask, SumEffect& effect) const;

  std::vector<StateInfo> states_;
  std::vector<std::vector<End>> ends_;
  std::vector<std::vector<Shift>> shifts_;
  std::vector<Symbols> symbols_;  // by type
  std::uint64_t starts_ = 0, live_ = 0;
  std::uint64_t opening_bits_ = 0;  // NOT steps that windows must know from their start
  std::size_t slots_ = 0;
  SumEffect none_;
};

}  // namespace horatio::trend
