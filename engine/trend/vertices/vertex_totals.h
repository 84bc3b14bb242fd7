// SPDX-License-Identifier: Apache-2.0
// What the trends of one branch of a lane amount to at the window's end: the sum over the vertices at which a
// trend may end.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "engine/trend/totals.h"
#include "engine/trend/vertices/vertex_commit.h"
#include "engine/trend/vertices/vertex_lane.h"
#include "engine/trend/vertices/vertex_plan.h"

namespace horatio::trend {

template <class Num>
class VertexTotals {
 public:
  // Both outlive the object. `window_end`: nothing where the window has no end that is a time.
  VertexTotals(const VertexPlan& plan, const VertexLane<Num>& lane, std::optional<Timestamp> window_end)
      : plan_(plan), lane_(lane), window_end_(window_end) {}

  // O(vertices), of covered states O(1). REQUIRES: the lane's newest time is committed.
  void add(std::size_t b, Totals& totals) const {
    const auto& branch = lane_.branches[b];
    const auto look = [&](const Vertex<Num>& vertex) {
      const auto position = ending(b, vertex.state, [&](const automaton::NegationSet& negations) {
        return may_end(vertex, negations);
      });
      if (position) add(b, vertex.state, *position, vertex.mass, totals);
    };
    if (plan_.moves_on) return void(std::for_each(branch.ended.begin(), branch.ended.end(), look));
    for (std::size_t state = 0; state < branch.live.size(); ++state) {
      if (plan_.covers(b, state)) {
        add_covered(b, static_cast<automaton::State>(state), totals);
      } else {
        std::for_each(branch.live[state].begin(), branch.live[state].end(), look);
      }
    }
  }

 private:
  void add_covered(std::size_t b, automaton::State state, Totals& totals) const {
    const auto position = ending(b, state, [](const automaton::NegationSet&) { return true; });
    if (position) add(b, state, *position, lane_.branches[b].covered[state].total, totals);
  }

  void add(std::size_t b, automaton::State state, automaton::Position position, const Mass<Num>& mass,
           Totals& totals) const {
    const auto& positions = plan_.automaton(b).positions(state);
    const auto slot = std::lower_bound(positions.begin(), positions.end(), position) - positions.begin();
    mass.add_to(plan_.components(), static_cast<std::size_t>(slot), positions.size(), totals);
    ++totals.operations;
  }

  // A position at which trends in the state are complete, in every operand.
  template <class MayEnd>
  std::optional<automaton::Position> ending(std::size_t b, automaton::State state,
                                            const MayEnd& may_end) const {
    std::uint8_t complete = 0;
    std::optional<automaton::Position> position;
    for (const automaton::Ending& end : plan_.automaton(b).ends(state)) {
      if (!may_end(end.negations)) continue;
      complete |= static_cast<std::uint8_t>(1U << end.branch);
      if (!position) position = end.position;
    }
    const unsigned all = (1U << plan_.query.branches()[b].positions.branches) - 1U;
    return complete == all ? position : std::nullopt;
  }

  bool may_end(const Vertex<Num>& vertex, const automaton::NegationSet& negations) const {
    const Order order = plan_.order_of(*vertex.event);
    return negations.all_of([&](std::size_t n) {
      const auto& lasting = plan_.query.negation_places()[n].lasting;
      if (!lasting) return lane_.stamps.is_clear_of(n, order);
      if (window_end_ && within(vertex.event->time, *window_end_, *lasting)) return false;
      return !is_killed(vertex, order, n, *lasting);
    });
  }

  bool is_killed(const Vertex<Num>& vertex, Order order, std::size_t n, std::int64_t lasting) const {
    if (n < NegationStamps::kMarked) [[likely]]
      return (vertex.killed & bit(n)) != 0;
    return lane_.stamps.kill(n, order, vertex.event->time, lasting);
  }

  const VertexPlan& plan_;
  const VertexLane<Num>& lane_;
  std::optional<Timestamp> window_end_;
};

}  // namespace horatio::trend
