// SPDX-License-Identifier: Apache-2.0
// The bytes of a lane of vertices ("Content of vertices" in engine/plan/STATE.md).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "engine/model/state_io.h"
#include "engine/trend/vertices/vertex_lane.h"
#include "engine/trend/vertices/vertex_plan.h"

namespace horatio::trend {

// What lanes are made of: content is only read into a lane of the same shape.
std::string shape_of(const VertexPlan& plan);

template <class Num>
class VertexState {
 public:
  // Both outlive the object.
  VertexState(const VertexPlan& plan, Holdings& holdings) : plan_(plan), holdings_(holdings) {}

  // REQUIRES: the lane's newest time is committed.
  void write(const VertexLane<Num>& lane, StateWriter& out) const {
    out.number(lane.time);
    out.number(lane.order);
    out.number(lane.operations);
    lane.stamps.write(out);
    for (std::size_t b = 0; b < lane.branches.size(); ++b) {
      write(lane.branches[b].ended, out);
      for (std::size_t state = 0; state < lane.branches[b].live.size(); ++state) {
        plan_.covers(b, state) ? write_covered(lane.branches[b], state, out)
                               : write_kept(lane.branches[b], state, out);
      }
    }
  }

  // Into a lane that is empty. False if the bytes are no content. `sequence` becomes at least that of any
  // event in it.
  bool read(StateReader& in, VertexLane<Num>& lane, std::uint64_t& sequence) const {
    lane.time = in.number<Timestamp>();
    lane.order = in.number<Order>();
    lane.operations = in.number<std::uint64_t>();
    lane.stamps.read(in);
    lane.bytes += lane.stamps.occurrence_bytes();
    holdings_.bytes += lane.stamps.occurrence_bytes();
    for (std::size_t b = 0; b < lane.branches.size() && !in.failed(); ++b) {
      read(in, lane, b, lane.branches[b].ended, sequence);
      for (std::size_t state = 0; state < lane.branches[b].live.size() && !in.failed(); ++state) {
        plan_.covers(b, state) ? read_covered(in, lane, b, state) : read_kept(in, lane, b, state, sequence);
      }
    }
    if (!plan_.strict)
      sequence = std::max(sequence, static_cast<std::uint64_t>(std::max<Order>(lane.order, 0)));
    return !in.failed();
  }

 private:
  using L = VertexLane<Num>;
  using Vertices = typename L::Vertices;

  void write(const Vertices& vertices, StateWriter& out) const {
    out.number(static_cast<std::uint64_t>(vertices.size()));
    for (const Vertex<Num>& vertex : vertices) {
      out.number(vertex.state);
      out.number(vertex.killed);
      plan_.records.write(*vertex.event, out);
      vertex.mass.write(out);
    }
  }

  void write_kept(const typename L::OfBranch& branch, std::size_t state, StateWriter& out) const {
    write(branch.live[state], out);
    if (branch.indexes.empty()) return;
    for (const VertexIndex<Num>& index : branch.indexes[state]) {
      out.number(static_cast<std::uint64_t>(index.first()));
      out.number(static_cast<std::uint64_t>(index.end()));
    }
  }

  void write_covered(const typename L::OfBranch& branch, std::size_t state, StateWriter& out) const {
    out.number(branch.covered[state].count);
    branch.covered[state].total.write(out);
    for (const VertexIndex<Num>& index : branch.indexes[state]) index.write(out);
  }

  void read(StateReader& in, L& lane, std::size_t b, Vertices& vertices, std::uint64_t& sequence) const {
    const auto count = in.count<std::uint64_t>(1);
    for (std::uint64_t i = 0; i < count && !in.failed(); ++i) {
      Vertex<Num> vertex;
      vertex.state = in.number<automaton::State>();
      if (vertex.state >= plan_.automaton(b).states()) in.fail();
      if (in.failed()) return;
      vertex.killed = in.number<std::uint64_t>();
      vertex.event = plan_.records.read(in);
      vertex.mass.shape(plan_.components(), plan_.slots(b, vertex.state));
      if (in.failed() || !vertex.mass.read(in)) return;
      sequence = std::max(sequence, vertex.event->sequence);
      lane.bytes += vertex.bytes();
      holdings_.bytes += vertex.bytes();
      ++holdings_.vertices;
      vertices.push_back(std::move(vertex));
    }
  }

  // What had been taken over is again, in the same order; its additions are counted in what is stored.
  void read_kept(StateReader& in, L& lane, std::size_t b, std::size_t state, std::uint64_t& sequence) const {
    auto& branch = lane.branches[b];
    read(in, lane, b, branch.live[state], sequence);
    if (branch.indexes.empty()) return;
    for (VertexIndex<Num>& index : branch.indexes[state]) {
      const auto first = in.number<std::uint64_t>();
      const auto end = in.number<std::uint64_t>();
      if (first > end || end > branch.live[state].size()) in.fail();
      if (in.failed()) return;
      index.drop(first);
      for (std::size_t i = first; i < end; ++i) {
        index.take_over(*branch.live[state][i].event, branch.live[state][i].mass);
      }
      note_growth(lane, index, holdings_);
    }
  }

  void read_covered(StateReader& in, L& lane, std::size_t b, std::size_t state) const {
    auto& covered = lane.branches[b].covered[state];
    covered.count = in.number<std::uint64_t>();
    const std::size_t before = covered.total.heap_bytes();
    if (!covered.total.read(in)) return;
    lane.bytes += covered.total.heap_bytes() - before;
    holdings_.bytes += covered.total.heap_bytes() - before;
    for (VertexIndex<Num>& index : lane.branches[b].indexes[state]) {
      index.read(in);
      note_growth(lane, index, holdings_);
    }
  }

  const VertexPlan& plan_;
  Holdings& holdings_;
};

}  // namespace horatio::trend
