// SPDX-License-Identifier: Apache-2.0
// One query made ready to run: its automaton, the predicates of each event type by class, its windows.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/automaton/trend_automaton.h"
#include "engine/model/query.h"
#include "engine/model/status.h"
#include "engine/predicate/predicate.h"

namespace horatio::trend {

class TrendQuery {
 public:
  // kNotAvailable for what trends do not answer yet, kTooLarge from the automaton; the message names the
  // query.
  static Result<TrendQuery> compile(const Query& query);

  const Query& query() const { return *query_; }
  const TrendAutomaton& automaton() const { return automaton_; }
  bool strict() const { return query_->ties == Ties::kStrict; }

  // Whether what an event of the type does depends on predicates.
  bool conditional(TypeId type) const { return type < classes_.size() && !classes_[type].empty(); }

  // What the row does to the trends; empty if nothing. `scratch` as in TrendAutomaton::moves.
  std::span<const Move> moves(const EventBlock& block, std::uint32_t row, std::vector<Move>& scratch) const {
    return automaton_.moves(block.type, mask(block, row), scratch);
  }

 private:
  using Conjunction = std::vector<Predicate>;

  TrendQuery(const Query& query, TrendAutomaton automaton, std::vector<std::vector<Conjunction>> classes)
      : query_(&query), automaton_(std::move(automaton)), classes_(std::move(classes)) {}

  PredicateMask mask(const EventBlock& block, std::uint32_t row) const;

  const Query* query_;
  TrendAutomaton automaton_;
  std::vector<std::vector<Conjunction>> classes_;  // by type, by predicate class
};

}  // namespace horatio::trend
