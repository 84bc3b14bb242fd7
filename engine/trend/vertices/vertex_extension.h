// SPDX-License-Identifier: Apache-2.0
// How an event extends the trends of a lane: in each branch, what the vertices that it may follow add up to
// becomes a vertex of its own, per state that it leads to. New vertices wait until their time is over
// (vertex_commit.h).
//
// Costs: per state that has vertices, an index's (index/vertex_index.h), or a look at every vertex of it.
//
// Paper: GRETA, section 4 (the graph of events), HAMLET section 3.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "engine/trend/components.h"
#include "engine/trend/vertices/index/event_keys.h"
#include "engine/trend/vertices/mass.h"
#include "engine/trend/vertices/vertex_lane.h"
#include "engine/trend/vertices/vertex_moves.h"
#include "engine/trend/vertices/vertex_plan.h"

namespace horatio::trend {

template <class Num>
class VertexExtension {
 public:
  // Both outlive the object.
  VertexExtension(const VertexPlan& plan, Holdings& holdings) : plan_(plan), holdings_(holdings) {
    for (std::size_t b = 0; b < plan.indexes.size(); ++b) {
      keys_.emplace_back(plan.query, plan.indexes[b]);
      fresh_.resize(std::max(fresh_.size(), plan.automaton(b).states()));
      moves_.emplace_back(plan, b);
    }
  }

  // The next calls of extend() are about this event, which stays as it is until the next one.
  void start(const VertexEvent& event) {
    event_ = &event;
    if (record_.get() != nullptr) record_ = RecordPointer();
    weighed_ = false;
    for (EventKeys& keys : keys_) keys.start(event.event);
  }

  // The same as extend() where there is a single state: most queries of one Kleene type, so worth a way that
  // is straight. Whether there is a vertex of the event.
  [[gnu::always_inline]] bool extend_single_state(VertexLane<Num>& lane, SingleVertex<Num>& vertex) {
    auto& branch = lane.branches.front();
    VertexMoves& moves = moves_.front();
    EventKeys& keys = keys_.front();
    VertexIndex<Num>& index = branch.indexes.front().front();
    Num trends{};
    bool reached = false;
    for (StartMove& start : moves.starts(type())) {
      if (lane.is_closed) break;
      if (moves.target(start, event_->mask, lane.stamps) == automaton::kNoState) continue;
      trends += Num(std::uint64_t{1});
      ++lane.operations;
      reached = true;
    }
    for (Move& move : moves.moves(type())) {
      if (branch.covered.front().count == 0) break;
      if (moves.target(move, event_->mask) == automaton::kNoState) continue;
      // No branch depends on what is found.
      const bool found = add_found(lane, keys.probe(*move.plan, *move.index), index);
      trends += sum_.trends;
      lane.operations += 4 * std::uint64_t{found};
      reached = reached | found;
    }
    if (!reached) return false;
    trends.limit(plan_.options.largest_number);
    vertex.mass.trends = std::move(trends);
    vertex.place = index.place_of(keys.key(index.plan()));
    return true;
  }

  // The next calls of start() are of these events, all of one type, and extend a single state: what they are
  // going to sum up is looked for at once.
  static constexpr std::size_t kAhead = OrderedCounts::kAhead;
  void look_ahead(const LaneList& lanes, std::span<const EventRef> events) {
    const TypeId of = events.front().type();
    const auto& moves = moves_.front().moves(of);
    if (moves.size() != 1 || plan_.query.conditional(of)) return;  // conditional: not all of them may ask
    const auto probes = keys_.front().look_ahead(*moves.front().plan, *moves.front().index, events);
    for (Lane* lane = lanes.live; lane != nullptr; lane = lane->next) {
      static_cast<L*>(lane)->branches.front().indexes.front().front().look_ahead(probes);
    }
  }

  // All ways in which the event goes on from what is committed.
  void extend(VertexLane<Num>& lane) {
    read_weights();
    for (std::size_t b = 0; b < lane.branches.size(); ++b) extend(lane, b);
  }

  // For a loop of one state that all steps of the event's type lead to (shared/kleene_loop.h): which trends
  // of the lane the event goes on with.
  enum class Into : std::uint8_t {
    kEntry,  // those from outside the loop, and new ones
    kLoop,   // those that are in it
  };
  // What they amount to, the event itself left out. Until the next call.
  Mass<Num>& gather(VertexLane<Num>& lane, automaton::State loop, Into which) {
    Mass<Num>& mass = reach(0, loop);
    for (StartMove& start : moves_.front().starts(type())) {
      if (which == Into::kEntry) start_trend(lane, 0, start);
    }
    const auto& branch = lane.branches.front();
    for (Move& move : moves_.front().moves(type())) {
      if ((move.from == loop) != (which == Into::kLoop)) continue;
      if (move.covered ? branch.covered[move.from].count == 0 : branch.live[move.from].empty()) continue;
      move.plan == nullptr ? follow_all(lane, 0, move, 0) : follow_index(lane, 0, move);
    }
    reached_ = 0;
    return mass;
  }
  // What the event adds to trends that it is bound into the loop of.
  void weigh(automaton::State loop, Mass<Num>& mass) {
    read_weights();
    if (!plan_.counts_only) add_event(0, loop, mass);
  }
  // The event as one trend without weight, in a lane of the loop alone.
  void add_unit(VertexLane<Num>& lane) {
    clear(sum_, 0, 0);
    sum_.trends = Num(std::uint64_t{1});
    add_covered(lane, 0, 0, sum_);
  }

 private:
  using L = VertexLane<Num>;
  using V = Vertex<Num>;
  using Vertices = typename L::Vertices;

  void read_weights() {
    if (!weighed_ && !plan_.counts_only) {
      weights_.read(components(), plan_.query.query().pattern, *event_->event.block, event_->event.row);
    }
    weighed_ = true;
  }

  const Components& components() const { return plan_.components(); }
  TypeId type() const { return event_->event.type(); }

  void extend(L& lane, std::size_t b) {
    const auto& branch = lane.branches[b];
    for (StartMove& start : moves_[b].starts(type())) {
      if (!lane.is_closed) start_trend(lane, b, start);
    }
    for (Move& move : moves_[b].moves(type())) {
      if (move.covered ? branch.covered[move.from].count == 0 : branch.live[move.from].empty()) continue;
      move.plan == nullptr ? follow_all(lane, b, move, 0) : follow_index(lane, b, move);
    }
    for (; reached_ != 0; reached_ &= reached_ - 1) {
      add_vertex(lane, b, static_cast<automaton::State>(__builtin_ctzll(reached_)));
    }
  }

  void start_trend(L& lane, std::size_t b, StartMove& start) {
    const automaton::State target = moves_[b].target(start, event_->mask, lane.stamps);
    if (target == automaton::kNoState) return;
    reach(b, target).trends += Num(std::uint64_t{1});
    ++lane.operations;
    if (plan_.options.enumerate) flush(lane, b, target);
  }

  // One vertex after the other, from number `first` on.
  void follow_all(L& lane, std::size_t b, const Move& move, std::size_t first) {
    Vertices& vertices = lane.branches[b].live[move.from];
    for (std::size_t i = first; i < vertices.size(); ++i) follow(lane, b, *move.step, vertices[i]);
  }

  void follow(L& lane, std::size_t b, const automaton::Step& step, V& vertex) {
    const Order order = plan_.order_of(*vertex.event);
    const std::size_t outcome = outcome_of(step, event_->mask, [&](const automaton::Term& term) {
      return lane.stamps.is_clear(term.negations, order) &&
             plan_.records.holds(term.edge, *vertex.event, event_->event);
    });
    if (step.extends[outcome] && plan_.moves_on && !plan_.contiguous) vertex.extended = true;
    if (step.targets[outcome] != automaton::kNoState)
      go_on(lane, b, step, outcome, vertex.state, vertex.mass);
  }

  // Whether a covered state has trends that go on by the move; their sum is what the index finds.
  bool add_found(L& lane, const Probe& probe, VertexIndex<Num>& index) {
    const std::uint32_t bucket = probe.nothing ? kNoBucket : index.find(probe.hashed);
    sum_.trends = Num();
    if (bucket == kNoBucket) return false;
    lane.operations += index.add_to(bucket, probe.range, sum_);
    return !sum_.trends.is_zero();
  }

  // All vertices of a state at once, by an index.
  void follow_index(L& lane, std::size_t b, Move& move) {
    const automaton::State target = moves_[b].target(move, event_->mask);
    if (target == automaton::kNoState) return;
    VertexIndex<Num>& index = lane.branches[b].indexes[move.from][move.plan->index];
    if (!move.covered && is_scan_shorter(lane, b, move, index))
      return follow_all(lane, b, move, index.first());
    const Probe& probe = keys_[b].probe(*move.plan, *move.index);
    if (!probe.usable) return follow_all(lane, b, move, index.first());
    if (!move.covered) take_over(lane, lane.branches[b].live[move.from], index);
    const std::uint32_t bucket = probe.nothing ? kNoBucket : index.find(probe.hashed);
    if (bucket == kNoBucket) return;
    if (move.index->listed) return follow_listed(lane, b, move, index.listed(bucket));
    clear(sum_, b, move.from);
    lane.operations += index.add_to(bucket, probe.range, sum_);
    if (!sum_.trends.is_zero()) go_on(lane, b, *move.step, move.outcome, move.from, sum_);
  }

  void follow_listed(L& lane, std::size_t b, const Move& move, std::span<const std::uint32_t> listed) {
    Vertices& vertices = lane.branches[b].live[move.from];
    for (const std::uint32_t i : listed) follow(lane, b, *move.step, vertices[i]);
  }

  bool is_scan_shorter(L& lane, std::size_t b, const Move& move, VertexIndex<Num>& index) {
    const Vertices& vertices = lane.branches[b].live[move.from];
    drop_stopped(lane, move.index->negations, vertices, index);
    return vertices.size() - index.first() < plan_.options.scan_below && !move.index->is_sum();
  }

  // Vertices that an occurrence of a NOT came after never go on through this index.
  void drop_stopped(L& lane, const automaton::NegationSet& negations, const Vertices& vertices,
                    VertexIndex<Num>& index) {
    const Order latest = lane.stamps.latest(negations);
    const auto is_stopped = [&](const V& vertex) { return plan_.order_of(*vertex.event) < latest; };
    const std::size_t first = index.first();
    if (first == vertices.size() || !is_stopped(vertices[first])) return;
    const auto begin = vertices.begin() + static_cast<std::ptrdiff_t>(first);
    const auto left = std::partition_point(begin, vertices.end(), is_stopped) - vertices.begin();
    index.drop(static_cast<std::size_t>(left));
    note_growth(lane, index, holdings_);
  }

  void take_over(L& lane, const Vertices& vertices, VertexIndex<Num>& index) {
    if (index.end() == vertices.size()) return;
    while (index.end() < vertices.size()) {
      const V& vertex = vertices[index.end()];
      lane.operations += index.take_over(*vertex.event, vertex.mass);
    }
    note_growth(lane, index, holdings_);
  }

  // The event is added to trends that end in state `from`. REQUIRES: the step has a target.
  void go_on(L& lane, std::size_t b, const automaton::Step& step, std::size_t outcome, automaton::State from,
             const Mass<Num>& trends) {
    const automaton::State target = step.targets[outcome];
    Mass<Num>& mass = reach(b, target);
    mass.trends += trends.trends;
    lane.operations += 4;
    if (!plan_.counts_only) add_slots(b, step, outcome, from, trends, target, mass);
    if (plan_.options.enumerate) flush(lane, b, target);
  }

  void add_slots(std::size_t b, const automaton::Step& step, std::size_t outcome, automaton::State state,
                 const Mass<Num>& trends, automaton::State target, Mass<Num>& mass) const {
    const auto& targets = plan_.automaton(b).positions(target);
    const auto& sources = plan_.automaton(b).positions(state);
    for (const automaton::Candidate& candidate : step.candidates) {
      const auto at = std::lower_bound(targets.begin(), targets.end(), candidate.to);
      if (!step.takes(candidate, outcome) || !candidate.bound || at == targets.end() || *at != candidate.to)
        continue;
      const auto from = std::lower_bound(sources.begin(), sources.end(), candidate.from.front());
      mass.add_slot(components(), static_cast<std::size_t>(at - targets.begin()), targets.size(), trends,
                    static_cast<std::size_t>(from - sources.begin()), sources.size());
    }
  }

  // What the event's vertex in a state amounts to so far.
  Mass<Num>& reach(std::size_t b, automaton::State target) {
    Mass<Num>& mass = fresh_[target];
    if ((reached_ & bit(target)) == 0) clear(mass, b, target);
    reached_ |= bit(target);
    return mass;
  }

  void clear(Mass<Num>& mass, std::size_t b, automaton::State state) const {
    if (plan_.counts_only) {
      mass.trends = Num();
    } else {
      mass.clear(components(), plan_.slots(b, state));
    }
  }

  // `enumerate`: a vertex for every trend.
  void flush(L& lane, std::size_t b, automaton::State target) {
    reached_ &= ~bit(target);
    add_vertex(lane, b, target);
  }

  void add_vertex(L& lane, std::size_t b, automaton::State state) {
    Mass<Num>& mass = fresh_[state];
    if (!plan_.counts_only) add_event(b, state, mass);
    mass.limit(plan_.options.largest_number);
    plan_.covers(b, state) ? add_covered(lane, b, state, mass) : add_kept(lane, b, state, std::move(mass));
  }

  void add_event(std::size_t b, automaton::State state, Mass<Num>& mass) const {
    const Branch& branch = plan_.query.branches()[b];
    const auto& positions = branch.automaton.positions(state);
    for (std::size_t slot = 0; slot < positions.size(); ++slot) {
      const PlaceId place = branch.positions.places[positions[slot]];
      mass.add_event(components(), slot, positions.size(), place, weights_);
    }
  }

  void add_covered(L& lane, std::size_t b, automaton::State state, Mass<Num>& mass) {
    auto& branch = lane.branches[b];
    branch.covered_pending.add(state, mass);
    const auto& plans = plan_.indexes[b].indexes[state];
    for (std::size_t i = 0; i < plans.size(); ++i) {
      branch.covered_pending.add_place(branch.indexes[state][i].place_of(keys_[b].key(plans[i])));
    }
  }

  void add_kept(L& lane, std::size_t b, automaton::State state, Mass<Num>&& mass) {
    if (record_.get() == nullptr) record_ = plan_.records.make(event_->event, event_->sequence);
    lane.branches[b].pending.push_back(V{record_, state, false, 0, std::move(mass)});
    const std::size_t bytes = lane.branches[b].pending.back().bytes();
    lane.bytes += bytes;
    holdings_.bytes += bytes;
    ++holdings_.vertices;
  }

  const VertexPlan& plan_;
  Holdings& holdings_;
  std::vector<VertexMoves> moves_;  // by branch
  std::vector<EventKeys> keys_;     // by branch
  const VertexEvent* event_ = nullptr;
  RecordPointer record_;  // of the event, made when the first vertex needs it
  EventWeights weights_;  // of the event, if `weighed_`
  bool weighed_ = false;
  std::vector<Mass<Num>> fresh_;  // by automaton state: the event's vertex, if `reached_`
  std::uint64_t reached_ = 0;     // bit per automaton state
  Mass<Num> sum_;                 // of the step under way
};

}  // namespace horatio::trend
