// SPDX-License-Identifier: Apache-2.0
// The events of one Kleene loop in one partition, kept once for all lanes that share it. A *snapshot* is a
// variable that has a value for each lane; what an event comes to is an expression over snapshots, so it is
// kept as one number per snapshot, whatever the number of lanes. There are two kinds:
// - A graphlet's: what trends from outside come to, which the events extend until that changes. Older ones
//   take no new trends then, but go on: later events may still extend theirs. (To put the events of a
//   graphlet into the value of the next snapshot, as the paper's Table 4 does, is wrong under an edge
//   predicate: trends that may not go on would.)
// - An event's on which the lanes disagree (Definition 9): what it comes to in each.
// Each snapshot has an index of its own. What the events add to the totals of lanes is multiplied out when
// somebody reads these.
//
// Costs: an event on which all agree O(snapshots) index operations; another, or a change from outside,
// O(lanes * snapshots) products; the same to multiply out.
//
// Paper: HAMLET, sections 3.3 and 4.2.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "engine/trend/vertices/shared/loop_engine.h"
#include "engine/trend/vertices/shared/loop_share.h"

namespace horatio::trend {

template <class Num>
struct Snapshot {
  Snapshot(Partition* partition, const VertexPlan& plan) : lane(partition, 0, plan) {}

  VertexLane<Num> lane;   // the trends that begin with it, for a value of one
  std::size_t lanes = 0;  // that share the loop and for which its value is not zero
  Mass<Num> found;        // of `lane`, what the event under way goes on with
};

template <class Num>
class SnapshotGraph {
 public:
  using L = VertexLane<Num>;

  // Both outlive the object.
  SnapshotGraph(LoopEngine<Num>& engine, Partition* partition) : engine_(engine), partition_(partition) {}
  SnapshotGraph(const SnapshotGraph&) = delete;
  SnapshotGraph& operator=(const SnapshotGraph&) = delete;
  // REQUIRES: no lane shares it any more.
  ~SnapshotGraph() {
    for (const auto& snapshot : snapshots_) engine_.holdings().bytes -= snapshot->lane.bytes;
  }

  // The lane, of a member's, shares the loop from here on. REQUIRES: it has no event of it.
  void join(L& lane, std::size_t member) {
    lane.share = std::make_unique<LoopShare<Num>>(LoopShare<Num>{this, member, events_, {}});
    lanes_.push_back(&lane);
    note_change(engine_.order());  // it may hold events of this time
  }
  // The lane gets no further events of the loop.
  void leave(L& lane) {
    flush();
    lives_.push_back(events_ - lane.share->joined);
    forget(lane);
  }
  // The lane has the events to itself from here on. REQUIRES: no event of the time of the newest one comes.
  void split(L& lane) {
    flush();
    const std::size_t member = lane.share->member;
    multiply_out(lane, index_of(lane));
    note_growth(lane, index_of(lane), engine_.of(member).query->lane_holdings());
    forget(lane);
  }
  // The lane is gone, or needs nothing any more.
  void forget(L& lane) {
    for (const auto& value : lane.share->values) {
      engine_.holdings().bytes -= bytes_of(value.mass);
      if (--value.snapshot->lanes == 0) drop(value.snapshot);
    }
    lanes_.erase(std::find(lanes_.begin(), lanes_.end(), &lane));
    lane.share.reset();
  }
  // What the lane would have in the loop's index if it did not share, into one that is empty. REQUIRES:
  // flush(), and nothing has come since.
  void multiply_out(const L& lane, VertexIndex<Num>& index) const {
    for (const auto& value : lane.share->values) {
      loop_index(*value.snapshot)
          .for_each([&](const HashedKey& hashed, TreeKey ordinal, const Mass<Num>& trends) {
            Mass<Num> product = no_mass(lane);
            add(lane, value.mass, trends, product);
            product.limit(engine_.plan().options.largest_number);
            index.add(index.place_of({false, hashed, ordinal}), product);
          });
    }
  }

  // The engine's event, of the loop: all lanes have it.
  void extend() {
    if (has_changed_) take_entries();
    for (const auto& snapshot : snapshots_) engine_.extend(snapshot->lane);
    ++events_;
    newest_ = engine_.order();
  }
  // The same where only the lanes of some members have it: `has(member)`.
  template <class Has>
  void extend_some(const Has& has) {
    for (const auto& snapshot : snapshots_) snapshot->found = engine_.gather(snapshot->lane);
    Of& of_event = make_snapshot();
    of_event.lane.is_closed = true;
    for (L* lane : lanes_) {
      if (has(lane->share->member)) give(*lane, of_event, value_of_event(*lane));
    }
    ++events_;
    newest_ = engine_.order();
    if (of_event.lanes == 0) return drop(&of_event);
    engine_.add_unit(of_event.lane);
  }

  // What trends from outside come to may be something else after `time`, that of an event.
  void note_change(Order time) {
    has_changed_ = true;
    changed_at_ = time;
  }
  // Whether lanes can split() before the engine's event.
  bool is_between_times() const { return newest_ != engine_.order(); }

  // Adds what has come to the totals of the lanes; that of the newest time only if it is before `now`, the
  // time of somebody who must not see it otherwise.
  void flush(Order now = kEveryTime) {
    bool any = false;
    for (const auto& snapshot : snapshots_) {
      L& lane = snapshot->lane;
      if (!engine_.plan().strict || lane.order < now) engine_.commit(lane);
      any = any || !total_of(*snapshot).trends.is_zero();
    }
    if (!any) return;
    for (L* lane : lanes_) add_totals(*lane);
    for (const auto& snapshot : snapshots_) clear_total(*snapshot);
  }

  const std::vector<L*>& lanes() const { return lanes_; }
  // How many events the lanes have shared that have left since it was asked last.
  std::vector<std::uint64_t> take_lives() { return std::exchange(lives_, {}); }
  std::size_t snapshots() const { return snapshots_.size(); }
  // About as many as a new event may follow.
  std::size_t events() const {
    std::size_t most = 0;
    for (const auto& snapshot : snapshots_) most = std::max(most, covered_of(*snapshot).count);
    return most;
  }

 private:
  using Of = Snapshot<Num>;
  static constexpr Order kEveryTime = std::numeric_limits<Order>::max();

  static CoveredVertices<Num>& covered_of(Of& of) { return of.lane.branches.front().covered.front(); }
  static Mass<Num>& total_of(Of& of) { return covered_of(of).total; }
  static const VertexIndex<Num>& loop_index(const Of& of) {
    return of.lane.branches.front().indexes.front().front();
  }
  VertexIndex<Num>& index_of(L& lane) const {
    const KleeneLoop& loop = engine_.of(lane.share->member).loop;
    return lane.branches.front().indexes[loop.state][loop.index];
  }
  const Components& components_of(const L& lane) const {
    return engine_.of(lane.share->member).query->vertex_plan().components();
  }
  static std::size_t bytes_of(const Mass<Num>& value) {
    return sizeof(typename LoopShare<Num>::Value) + value.heap_bytes();
  }

  Mass<Num> no_mass(const L& lane) const {
    Mass<Num> mass;
    mass.shape(components_of(lane), 1);
    return mass;
  }
  void add(const L& lane, const Mass<Num>& value, const Mass<Num>& trends, Mass<Num>& sum) const {
    add_product(engine_.of(lane.share->member).use, components_of(lane), value, trends, sum);
  }

  Of& make_snapshot() {
    snapshots_.push_back(std::make_unique<Of>(partition_, engine_.plan()));
    engine_.holdings().bytes += snapshots_.back()->lane.bytes;
    return *snapshots_.back();
  }
  void drop(Of* dropped) {
    engine_.holdings().bytes -= dropped->lane.bytes;
    if (open_ == dropped) {
      open_ = nullptr;
      has_changed_ = true;
    }
    std::erase_if(snapshots_, [dropped](const auto& snapshot) { return snapshot.get() == dropped; });
  }
  void give(L& lane, Of& snapshot, Mass<Num>&& value) {
    if (value.trends.is_zero()) return;
    ++snapshot.lanes;
    engine_.holdings().bytes += bytes_of(value);
    lane.share->values.push_back({&snapshot, std::move(value)});
  }

  // From here on events extend what comes from outside now, under a snapshot of its own.
  void take_entries() {
    has_changed_ = engine_.plan().strict && changed_at_ == engine_.order();  // what it changes comes later
    std::vector<Mass<Num>> entries;
    bool same = open_ != nullptr;
    for (L* lane : lanes_) {
      auto& member = engine_.member(lane->share->member);
      entries.push_back(member.query->entry(*lane, member.loop.state));
      same = same && is_value_of_open(*lane, entries.back());
    }
    if (same) return;
    if (open_ != nullptr) open_->lane.is_closed = true;
    open_ = &make_snapshot();
    for (std::size_t i = 0; i < lanes_.size(); ++i) give(*lanes_[i], *open_, std::move(entries[i]));
    if (open_->lanes == 0) drop(std::exchange(open_, nullptr));
  }
  bool is_value_of_open(const L& lane, const Mass<Num>& entry) const {
    const auto& values = lane.share->values;
    const auto value =
        std::find_if(values.rbegin(), values.rend(), [this](const auto& of) { return of.snapshot == open_; });
    return value == values.rend() ? entry.trends.is_zero() : value->mass.is_same(entry);
  }

  // REQUIRES: every snapshot's `found`.
  Mass<Num> value_of_event(L& lane) {
    auto& member = engine_.member(lane.share->member);
    Mass<Num> value = member.query->entry(lane, member.loop.state);
    for (const auto& of : lane.share->values) add(lane, of.mass, of.snapshot->found, value);
    if (!value.trends.is_zero()) member.query->weigh(member.loop.state, value);
    value.limit(engine_.plan().options.largest_number);
    return value;
  }

  void add_totals(L& lane) {
    Mass<Num> sum = no_mass(lane);
    for (const auto& value : lane.share->values) add(lane, value.mass, total_of(*value.snapshot), sum);
    if (sum.trends.is_zero()) return;
    sum.limit(engine_.plan().options.largest_number);
    const auto& member = engine_.of(lane.share->member);
    Holdings& holdings = member.query->lane_holdings();
    auto& branch = lane.branches.front();
    auto& covered = branch.covered[member.loop.state];
    ++covered.count;
    const std::size_t before = covered.total.heap_bytes();
    if (member.query->vertex_plan().may_end(0, member.loop.state))
      covered.total.add(components_of(lane), 1, sum);
    const std::size_t growth = covered.total.heap_bytes() - before;
    lane.bytes += growth;
    holdings.bytes += growth;
    for (VertexIndex<Num>& index : branch.indexes[member.loop.state]) {
      if (&index == &index_of(lane)) continue;
      index.add(IndexPlace{0, 0}, sum);
      note_growth(lane, index, holdings);
    }
  }

  void clear_total(Of& of) {
    const std::size_t before = total_of(of).heap_bytes();
    total_of(of).clear(engine_.plan().components(), 1);
    const std::size_t growth = total_of(of).heap_bytes() - before;
    of.lane.bytes += growth;
    engine_.holdings().bytes += growth;
  }

  LoopEngine<Num>& engine_;
  Partition* partition_;
  std::vector<std::unique_ptr<Of>> snapshots_;
  Of* open_ = nullptr;  // whose trends start now
  std::vector<L*> lanes_;
  std::uint64_t events_ = 0;  // so far
  std::vector<std::uint64_t> lives_;
  Order newest_ = kNever;  // of its events
  bool has_changed_ = true;
  Order changed_at_ = kNever;
};

}  // namespace horatio::trend
