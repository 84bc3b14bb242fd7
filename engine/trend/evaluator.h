// SPDX-License-Identifier: Apache-2.0
// How the trends of one query are aggregated within a window of a partition: a strategy of the trend room
// (trend-engine design, section 2). The processor keeps partitions, windows and rows; an evaluator owns what
// a lane is and does to it what events do. Owned by one thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/model/event_batch.h"
#include "engine/model/state_io.h"
#include "engine/model/status.h"
#include "engine/trend/lane.h"
#include "engine/trend/runs/burst.h"
#include "engine/trend/runs/run_tally.h"
#include "engine/trend/sharing/block.h"
#include "engine/trend/sharing/block_expression.h"
#include "engine/trend/trend_query.h"
#include "engine/trend/vertices/shared/kleene_loop.h"

namespace horatio::trend {

class Evaluator {
 public:
  // What an event can do to the lanes of its partition.
  enum class Effect : std::uint8_t {
    kNone,     // nothing
    kExtends,  // something, where there is a lane
    kOpens,    // something, and windows that hold it need a lane from here on
  };

  virtual ~Evaluator() = default;

  // Looks at an event; the next calls of apply() are about it. O(1) but for evaluation of predicates.
  virtual Effect prepare(const EventRef& event) = 0;

  // Applies the event to the live lanes of a list. Events come in the query's order, under TIES STRICT in any
  // order within one time. kLimitExceeded where the strategy cannot hold what it builds. REQUIRES: there is
  // one.
  virtual Status apply(LaneList& lanes) = 0;

  // prepare() and apply() of several events, one after the other. REQUIRES: as apply(), of each.
  virtual Status apply_all(LaneList& lanes, std::span<const EventRef> events) {
    for (const EventRef& event : events) {
      if (prepare(event) == Effect::kNone) continue;
      if (Status applied = apply(lanes); !applied.ok()) return applied;
    }
    return {};
  }

  // Whether runs of the type may be applied at once: at most one class of predicates decides whether an event
  // of it does anything, and what it does to the sums has a closed form.
  virtual bool takes_runs(TypeId) const { return false; }
  // Whether such runs may hold several events of one time that are not the newest.
  virtual bool takes_ties(TypeId) const { return true; }
  // Whether events of such a type open windows.
  virtual bool opens(TypeId) const { return false; }
  // Applies what a run has counted for the query to the live lanes of a list. `over`: no further event of
  // tally.last() comes to them. REQUIRES: takes_runs(type).
  virtual void apply_run(LaneList&, TypeId, const RunTally&, const RunUse&, bool /*over*/) {}
  // Applies one event that has been kept, with its weights by component, and that satisfies the query's
  // predicates on its type. REQUIRES: takes_runs(type), there is a live lane.
  virtual void apply_event(LaneList&, TypeId, const EventWeights&, Timestamp) {}
  // The same of all events of a burst, from `begin` to before `end`, that satisfy the query's condition.
  // `over`: no further event of the burst's newest time comes. `types`: of the burst; takes_runs() each.
  virtual void apply_events(LaneList&, const Burst& /*burst*/, std::size_t /*begin*/, std::size_t /*end*/,
                            bool /*over*/, std::span<const TypeId> /*types*/, const RunUse&) {}

  // Kleene sub-patterns of several types whose graphlets can be applied at once; take_block() chooses one of
  // them, and apply_block() applies its graphlet to the live lanes of a list. Each type of it is one of
  // takes_runs().
  virtual std::vector<Block> blocks() const { return {}; }
  virtual void take_block(const Block&) {}
  virtual void apply_block(LaneList&, const BlockExpression&, const RunUse&) {}

  // Kleene loops with edge predicates that it can share with other queries; take_loop() chooses one of them,
  // and calls it by its number in the key space.
  virtual std::vector<KleeneLoop> loops() const { return {}; }
  virtual void take_loop(const KleeneLoop&, std::size_t /*number*/) {}

  // Whether events of one time and type may be applied in any order, to the last bit of a result.
  virtual bool is_ordered_by_type() const { return false; }

  // Events may be gathered in the list's pane, for all of its live lanes. Applies them to each: before lanes
  // join or leave, before one is read or written.
  virtual void settle(LaneList&) {}
  // Drops the pane. REQUIRES: it is settled, or no lane is left.
  virtual void drop_pane(LaneList& lanes) { lanes.pane.reset(); }
  // The pane as it is, for a snapshot. read_pane(): after all lanes.
  virtual void write_pane(const LaneList&, StateWriter&) const {}
  virtual bool read_pane(StateReader&, LaneList&) { return true; }

  virtual Lane* open(Partition* partition, std::int64_t window) = 0;
  // No further event comes to the lane.
  virtual void leave(Lane&) {}
  virtual void free(Lane* lane) = 0;

  // Replaces `totals` by those of the lane. REQUIRES: no further event comes. `window_end`: kEndOfTime
  // without WITHIN.
  virtual void total(Lane& lane, std::optional<Timestamp> window_end, Totals& totals) = 0;

  // The lane's content, and what it is made of: content is only read into a lane of the same shape.
  // REQUIRES: no further event of the newest time comes.
  virtual std::string shape() const = 0;
  virtual void write(Lane& lane, StateWriter& out) = 0;
  virtual bool read(StateReader& in, Lane& lane) = 0;

  virtual std::size_t bytes() const = 0;     // of all lanes
  virtual std::string describe() const = 0;  // for explain, as in "running sums, 2 states"
};

}  // namespace horatio::trend
