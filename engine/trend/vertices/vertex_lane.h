// SPDX-License-Identifier: Apache-2.0
// A lane that keeps, per automaton state, what the trends that end at each event amount to: a vertex per
// event, or, where the state is covered (index/index_plan.h), only what its indexes hold and the sum of all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "engine/trend/lane.h"
#include "engine/trend/vertices/event_record.h"
#include "engine/trend/vertices/index/vertex_index.h"
#include "engine/trend/vertices/mass.h"
#include "engine/trend/vertices/negation_stamps.h"
#include "engine/trend/vertices/shared/loop_share.h"
#include "engine/trend/vertices/vertex_plan.h"

namespace horatio::trend {

template <class Num>
struct Vertex {
  RecordPointer event;
  automaton::State state = 0;
  bool extended = false;     // leaves at the next commit
  std::uint64_t killed = 0;  // by NOT FOR: bit per negation, of the first 64
  Mass<Num> mass;

  std::size_t bytes() const { return sizeof(Vertex) + mass.heap_bytes() + event->bytes(); }
};

// The vertices of a covered state, which are not kept themselves.
template <class Num>
struct CoveredVertices {
  std::uint64_t count = 0;
  Mass<Num> total;  // of all, where trends may end in the state
};

// Vertices of covered states that wait for their time to be over. Memory is used again.
template <class Num>
class CoveredPending {
 public:
  struct Entry {
    automaton::State state = 0;
    Mass<Num> mass;
  };

  // Takes the mass and leaves another, of any content, for its memory.
  void add(automaton::State state, Mass<Num>& mass) {
    if (size_ == entries_.size()) entries_.emplace_back();
    entries_[size_].state = state;
    entries_[size_++].mass.swap(mass);
  }
  // The same of a count alone.
  void add(automaton::State state, Num&& trends) {
    if (size_ == entries_.size()) entries_.emplace_back();
    entries_[size_].state = state;
    entries_[size_++].mass.trends = std::move(trends);
  }
  // In each index of the state of the vertex added last, in their order.
  void add_place(const IndexPlace& place) {
    if (used_places_ == places_.size()) places_.emplace_back();
    places_[used_places_++] = place;
  }

  std::size_t size() const { return size_; }
  Entry& operator[](std::size_t i) { return entries_[i]; }
  const IndexPlace* places() const { return places_.data(); }  // one vertex after the other
  void clear() { size_ = used_places_ = 0; }

 private:
  std::vector<Entry> entries_;
  std::vector<IndexPlace> places_;
  std::size_t size_ = 0, used_places_ = 0;
};

// A vertex of the only state, where that is covered and has one index.
template <class Num>
struct SingleVertex {
  Mass<Num> mass;
  IndexPlace place;
};

// Indexes of a lane that is closed, for their memory.
template <class Num>
struct IndexMemory {
  std::vector<VertexIndex<Num>> indexes;  // by branch, state, as IndexPlan::indexes
  std::size_t bytes = 0;                  // of their orders
};

template <class Num>
struct VertexLane final : Lane {
  using Vertices = std::vector<Vertex<Num>>;

  struct OfBranch {
    std::vector<Vertices> live;                          // by automaton state; none in covered ones
    std::vector<CoveredVertices<Num>> covered;           // by automaton state; empty if none is covered
    std::vector<std::vector<VertexIndex<Num>>> indexes;  // by automaton state, as IndexPlan::indexes
    Vertices ended;                                      // complete where trends leave their state
    Vertices pending;                                    // of the newest time
    CoveredPending<Num> covered_pending;                 // likewise
  };

  // `plan` outlives the lane.
  VertexLane(Partition* of, std::int64_t number, const VertexPlan& plan)
      : Lane(of, number), branches(plan.indexes.size()), stamps(plan.query.negations()) {
    for (std::size_t b = 0; b < branches.size(); ++b) open_branch(plan, b);
    bytes = sizeof(VertexLane) + branches.front().live.size() * sizeof(Vertices);
    for (OfBranch& branch : branches) {
      bytes += branch.covered.size() * sizeof(CoveredVertices<Num>);
      for (auto& indexes : branch.indexes) {
        for (auto& index : indexes) bytes += sizeof(VertexIndex<Num>) + index.take_growth();
      }
    }
  }

  // The memory of the orders of another lane of the plan, which is not used any more. REQUIRES: nothing has
  // come.
  void take_memory(IndexMemory<Num>& from) {
    std::size_t number = 0;
    for (OfBranch& branch : branches) {
      for (auto& indexes : branch.indexes) {
        for (VertexIndex<Num>& index : indexes) {
          index.take_memory(from.indexes[number++]);
          bytes += index.take_growth();
        }
      }
    }
  }
  // Takes what take_memory() of another lane gets. The lane is not used any more.
  IndexMemory<Num> leave_memory() {
    IndexMemory<Num> memory;
    for (OfBranch& branch : branches) {
      for (auto& indexes : branch.indexes) {
        for (VertexIndex<Num>& index : indexes) {
          memory.bytes += index.drop_content();
          memory.indexes.push_back(std::move(index));
        }
      }
    }
    return memory;
  }

  // Of the first branch. REQUIRES: the state is covered.
  bool is_empty(automaton::State state) {
    OfBranch& branch = branches.front();
    for (std::size_t i = 0; i < branch.covered_pending.size(); ++i) {
      if (branch.covered_pending[i].state == state) return false;
    }
    return branch.covered[state].count == 0;
  }

  std::size_t vertices() const {
    std::size_t sum = 0;
    for (const OfBranch& branch : branches) {
      sum += branch.ended.size() + branch.pending.size();
      for (const Vertices& live : branch.live) sum += live.size();
    }
    return sum;
  }

  std::vector<OfBranch> branches;
  NegationStamps stamps;
  Timestamp time = 0;
  Order order = kNever;
  std::uint64_t operations = 0;
  std::size_t bytes = 0;
  bool broken = false;                    // CONTIGUOUS: the newest time has an event
  bool is_closed = false;                 // no trend starts in it any more
  bool is_alone = false;                  // it is decided that it does not share a loop
  std::unique_ptr<LoopShare<Num>> share;  // none: it has events of its Kleene loop to itself

 private:
  void open_branch(const VertexPlan& plan, std::size_t b) {
    OfBranch& branch = branches[b];
    const IndexPlan& index_plan = plan.indexes[b];
    const std::size_t states = plan.automaton(b).states();
    branch.live.resize(states);
    if (index_plan.covered != 0) branch.covered.resize(states);
    for (std::size_t state = 0; state < branch.covered.size(); ++state) {
      branch.covered[state].total.shape(plan.components(), plan.slots(b, state));
    }
    branch.indexes.resize(index_plan.indexes.size());
    for (std::size_t state = 0; state < branch.indexes.size(); ++state) {
      for (const VertexIndexPlan& index : index_plan.indexes[state]) {
        branch.indexes[state].emplace_back(index, plan.components(), plan.slots(b, state));
      }
    }
  }
};

// After a change of the index.
template <class Num>
void note_growth(VertexLane<Num>& lane, VertexIndex<Num>& index, Holdings& holdings) {
  const std::size_t growth = index.take_growth();
  lane.bytes += growth;
  holdings.bytes += growth;
}

}  // namespace horatio::trend
