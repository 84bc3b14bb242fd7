// SPDX-License-Identifier: Apache-2.0
// What is the same for all lanes of a query that is answered by vertices.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/model/event_batch.h"
#include "engine/trend/trend_query.h"
#include "engine/trend/vertices/index/index_plan.h"
#include "engine/trend/vertices/negation_stamps.h"
#include "engine/trend/vertices/record_maker.h"
#include "engine/trend/vertices/vertex_evaluator.h"

namespace horatio::trend {

constexpr std::uint64_t bit(std::size_t number) { return std::uint64_t{1} << number; }

struct VertexPlan {
  VertexPlan(const TrendQuery& of, const VertexOptions& with)  // `of` outlives the object
      : query(of),
        options(with),
        records(of),
        strict(of.strict()),
        counts_only(of.components().empty()),
        contiguous(of.query().selection == Selection::kContiguous),
        moves_on(of.query().selection != Selection::kAllCombinations) {
    for (const Branch& branch : of.branches()) {
      indexes.push_back(with.enumerate || with.scan ? IndexPlan() : IndexPlan(of, branch.automaton, records));
      ends.push_back(0);
      for (std::size_t state = 0; state < branch.automaton.states(); ++state) {
        if (!branch.automaton.ends(static_cast<automaton::State>(state)).empty()) ends.back() |= bit(state);
      }
    }
    single_state = has_single_state();
  }

  const Components& components() const { return query.components(); }
  const Determinised& automaton(std::size_t branch) const { return query.branches()[branch].automaton; }
  std::size_t slots(std::size_t branch, std::size_t state) const {
    return automaton(branch).positions(static_cast<automaton::State>(state)).size();
  }
  bool may_end(std::size_t branch, std::size_t state) const { return (ends[branch] & bit(state)) != 0; }
  bool covers(std::size_t branch, std::size_t state) const { return indexes[branch].covers(state); }
  bool has_single_state() const {
    if (indexes.size() != 1 || automaton(0).states() != 1 || !covers(0, 0)) return false;
    const auto& of_state = indexes.front().indexes.front();
    return counts_only && query.negations().empty() && of_state.size() == 1 && !of_state.front().listed;
  }
  Order order_of(const EventRecord& record) const {
    return strict ? record.time : static_cast<Order>(record.sequence);
  }

  const TrendQuery& query;
  const VertexOptions options;
  const RecordMaker records;
  std::vector<IndexPlan> indexes;   // by branch
  std::vector<std::uint64_t> ends;  // by branch: bit per state in which trends may end
  const bool strict;
  const bool counts_only;  // the number of trends is all that is asked for
  const bool contiguous;
  bool single_state = false;  // all that there is to know is what the one index of one covered state counts
  const bool moves_on;        // trends leave their state when they are extended: MATCH NEXT, CONTIGUOUS
};

// What all lanes of an evaluator hold.
struct Holdings {
  std::size_t bytes = 0, vertices = 0;
};

// The event under way.
struct VertexEvent {
  EventRef event;
  std::uint64_t sequence = 0;  // ascending in the query's order
  Order order = kNever;
  PredicateMask mask;                // local predicates that it satisfies
  FurtherClasses more_classes;       // of the mask
  std::vector<std::uint64_t> fires;  // by word of NegationStamps: bit per step that it matches
  bool extends = false;              // its type is one of the pattern's
  bool is_last = false;              // no other event of its order comes behind it
};

}  // namespace horatio::trend
