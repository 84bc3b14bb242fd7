// SPDX-License-Identifier: Apache-2.0
// Which index finds the vertices that a step may follow. An index serves where one guard with one term
// decides whether a vertex goes on, so that vertices for which the term fails add nothing: then what passes
// is a bucket of a hash (equalities), an interval of an order (one attribute), those after the last
// occurrence of the NOTs, or all of them at once.
//
// A state is *covered* if indexes that serve for every later event answer all that is asked of its vertices,
// at the window's end as well (a covering index). Then the vertices themselves need not be kept.
//
// MATCH ALL COMBINATIONS only: elsewhere vertices leave when they are extended, and few are live.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "engine/trend/trend_query.h"
#include "engine/trend/vertices/record_maker.h"

namespace horatio::trend {

// Where an event's record has the key of an index.
struct KeyPlace {
  bool is_time = false;
  bool is_text = false;
  bool is_integer = false;    // INT, DECIMAL, TIMESTAMP, or a time
  AttributeId attribute = 0;  // not of a time
  std::size_t value = 0;      // index into EventRecord::values

  bool same(const KeyPlace& other) const {
    return is_time == other.is_time && (is_time || attribute == other.attribute);
  }
};

// An index over the vertices of one state. Without a key: their sum.
struct VertexIndexPlan {
  std::vector<KeyPlace> hashed;
  std::optional<KeyPlace> ordered;
  bool of_integers = false;          // at most one hashed and one ordered, all integers
  bool listed = false;               // buckets list their vertices, to be looked at one by one
  automaton::NegationSet negations;  // only vertices that no occurrence of these comes after
  bool always_usable = true;         // no later event needs a look at single vertices
  std::size_t number = 0;            // among all indexes of the branch

  bool same(const VertexIndexPlan& other) const;
  bool is_sum() const { return hashed.empty() && !ordered; }
  bool hashes_one_ordinal() const { return hashed.size() == 1 && !hashed.front().is_text; }
};

// How one step finds its vertices.
struct StepPlan {
  static constexpr std::size_t kScan = std::numeric_limits<std::size_t>::max();
  static constexpr std::size_t kNoGuard = kScan;

  std::size_t index = kScan;           // into the indexes of its state
  std::size_t guard = kNoGuard;        // that depends on the vertex
  std::vector<std::uint16_t> hashed;   // conditions that say what to look up, by VertexIndexPlan::hashed
  std::vector<std::uint16_t> ordered;  // conditions whose ranges are intersected
  std::size_t number = 0;              // among all steps of the branch that an index serves
};

// Of one branch.
struct IndexPlan {
  IndexPlan() = default;
  IndexPlan(const TrendQuery& query, const Determinised& automaton, const RecordMaker& records);

  // Null: a look at every vertex of the state.
  const StepPlan* step(std::size_t state, TypeId type, std::size_t number) const {
    if (steps.empty() || steps[state].empty()) return nullptr;
    const StepPlan& plan = steps[state][type][number];
    return plan.index == StepPlan::kScan ? nullptr : &plan;
  }
  bool covers(std::size_t state) const { return (covered >> state & 1U) != 0; }

  std::vector<std::vector<VertexIndexPlan>> indexes;      // by state
  std::vector<std::vector<std::vector<StepPlan>>> steps;  // by state, type, step
  std::uint64_t covered = 0;                              // bit per state
  std::size_t index_count = 0, indexed_steps = 0;
};

// For explain: "running sum, hash on T.zone, ordered index on T.price, scan", each kind once.
std::string describe(const TrendQuery& query, const std::vector<IndexPlan>& branches);

}  // namespace horatio::trend
