// SPDX-License-Identifier: Apache-2.0
// The end of a time in a lane: trends that have been extended leave, NOTs take effect, and only then do the
// vertices of that time become ones that later events may follow (rule 1: events of one time do not see each
// other). Under TIES ARRIVAL each event is a time of its own.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "engine/trend/vertices/vertex_lane.h"
#include "engine/trend/vertices/vertex_plan.h"

namespace horatio::trend {

template <class Num>
class VertexCommit {
 public:
  // Both outlive the object.
  VertexCommit(const VertexPlan& plan, Holdings& holdings) : plan_(plan), holdings_(holdings) {}

  // Ends the newest time of the lane. O(new vertices), an index's cost for each in covered states; where
  // trends leave, and for NOT FOR, O(vertices).
  void operator()(VertexLane<Num>& lane) const {
    if (!plan_.single_state) return commit(lane);
    if (lane.branches.front().covered_pending.size() > 0) settle_covered(lane, 0);
  }

  // Of the only state. `is_last`: no other event of its time comes, so that it need not wait.
  void add(VertexLane<Num>& lane, SingleVertex<Num>& vertex, bool is_last) const {
    auto& pending = lane.branches.front().covered_pending;
    if (is_last && pending.size() == 0) return settle_covered(lane, 0, 0, vertex.mass, &vertex.place);
    pending.add(0, std::move(vertex.mass.trends));
    pending.add_place(vertex.place);
  }

 private:
  using L = VertexLane<Num>;
  using V = Vertex<Num>;

  void commit(L& lane) const {
    if (plan_.moves_on) {
      for (auto& branch : lane.branches) leave(lane, branch);
    }
    lane.broken = false;
    if (lane.stamps.size() > 0)
      lane.stamps.commit(lane.order, [&](std::size_t n, Order start) { kill(lane, n, start); });
    for (std::size_t b = 0; b < lane.branches.size(); ++b) {
      if (!lane.branches[b].pending.empty()) settle(lane.branches[b], b);
      if (lane.branches[b].covered_pending.size() > 0) settle_covered(lane, b);
    }
  }

  // Trends that have been extended leave their state, under CONTIGUOUS all do once an event has come.
  void leave(L& lane, typename L::OfBranch& branch) const {
    for (auto& vertices : branch.live) {
      holdings_.vertices -= std::erase_if(vertices, [&](const V& vertex) {
        if (!lane.broken && !vertex.extended) return false;
        const std::size_t bytes = vertex.bytes();
        lane.bytes -= bytes;
        holdings_.bytes -= bytes;
        return true;
      });
    }
  }

  // An occurrence that started at `start` is complete: trends that wait for NOT FOR fail.
  void kill(L& lane, std::size_t n, Order start) const {
    const auto& lasting = plan_.query.negation_places()[n].lasting;
    if (!lasting) return;
    const Occurrence occurrence{start, lane.time};
    if (n >= 64) [[unlikely]]
      return note(lane, n, occurrence);
    const auto look = [&](V& vertex) {
      if (occurrence.kills(plan_.order_of(*vertex.event), vertex.event->time, *lasting))
        vertex.killed |= bit(n);
    };
    for (auto& branch : lane.branches) {
      std::for_each(branch.ended.begin(), branch.ended.end(), look);
      for (auto& vertices : branch.live) std::for_each(vertices.begin(), vertices.end(), look);
    }
  }

  // The vertices have no room for what it does to them: it is looked at when the window ends.
  void note(L& lane, std::size_t n, const Occurrence& occurrence) const {
    lane.stamps.note(n, occurrence);
    lane.bytes += sizeof(Occurrence);
    holdings_.bytes += sizeof(Occurrence);
  }

  void settle(typename L::OfBranch& branch, std::size_t b) const {
    for (V& vertex : branch.pending) {
      const bool ends = plan_.may_end(b, vertex.state);
      if (plan_.moves_on && ends) branch.ended.push_back(vertex), ++holdings_.vertices;
      branch.live[vertex.state].push_back(std::move(vertex));
    }
    branch.pending.clear();
  }

  void settle_covered(L& lane, std::size_t b) const {
    auto& branch = lane.branches[b];
    const IndexPlace* places = branch.covered_pending.places();
    for (std::size_t i = 0; i < branch.covered_pending.size(); ++i) {
      auto& [state, mass] = branch.covered_pending[i];
      settle_covered(lane, b, state, mass, places);
      places += branch.indexes[state].size();
    }
    branch.covered_pending.clear();
  }
  void settle_covered(L& lane, std::size_t b, std::size_t state, Mass<Num>& mass,
                      const IndexPlace* places) const {
    auto& branch = lane.branches[b];
    ++branch.covered[state].count;
    if (plan_.may_end(b, state)) add_to_total(lane, b, state, mass);
    for (VertexIndex<Num>& index : branch.indexes[state]) {
      lane.operations += index.add(*places++, mass);
      note_growth(lane, index, holdings_);
    }
    mass.trends = Num();
  }

  void add_to_total(L& lane, std::size_t b, std::size_t state, const Mass<Num>& mass) const {
    Mass<Num>& total = lane.branches[b].covered[state].total;
    ++lane.operations;
    const std::size_t before = heap_bytes(total);
    if (plan_.counts_only) {
      total.trends += mass.trends;
    } else {
      total.add(plan_.components(), plan_.slots(b, state), mass);
    }
    const std::size_t growth = heap_bytes(total) - before;
    lane.bytes += growth;
    holdings_.bytes += growth;
  }
  std::size_t heap_bytes(const Mass<Num>& mass) const {
    return plan_.counts_only ? mass.trends.heap_bytes() : mass.heap_bytes();
  }

  const VertexPlan& plan_;
  Holdings& holdings_;
};

}  // namespace horatio::trend
