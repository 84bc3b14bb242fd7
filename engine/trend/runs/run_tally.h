// SPDX-License-Identifier: Apache-2.0
// The events of a run (run.h) that satisfy one class of local predicates, as counters: what they do to
// running sums has a closed form in them, whatever the sums are (research note on window algebra, 2.1: beta
// and A of the lazy stamps, with the products of tie groups cached).
//
// Under TIES STRICT h events of one time multiply what they extend by 1 + h, single ones by 2; for a weight w
// of the events (an attribute to sum, or 1) a sum of weights along trends gains scaled * (r + x), where r is
// the number of trends before, x that of its other sources, and per tie group
//   scaled' = (1 + h) scaled + P W      P: the product so far, W: the sum of w in the group.
// With P = 2^doublings * factor, `scaled` is kept as 2^(doublings - 1) * half_scaled, so that single events
// cost one addition.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/model/schema.h"
#include "engine/model/state_io.h"
#include "engine/numbers/scaled_double.h"
#include "engine/trend/components.h"

namespace horatio::trend {

// What the tallies of one class are, besides the number of events. `place`: the place of the type among those
// of the run, since a block has several.
struct TallyPlan {
  std::vector<LinearComponent> integers;  // all but FLOAT sums
  std::vector<LinearComponent> reals;     // FLOAT sums
  std::vector<ExtremeComponent> extremes;
  bool empty() const { return integers.empty() && reals.empty() && extremes.empty(); }
};

// One weight, summed. Integer weights never overflow here: RunTally::has_room asks before.
template <class Value>
struct WeightTally {
  Value earlier{};  // over the events before the newest time
  Value newest{};   // over those of the newest time
  Value half_scaled{};
};
using IntegerTally = WeightTally<std::uint64_t>;
using RealTally = WeightTally<ScaledDouble>;

struct ExtremeTally {
  bool is_maximum = false;
  Extreme earlier;  // of events before the newest time
  Extreme newest;
};

// The weights of one event, by TallyPlan.
struct TallyWeights {
  bool passes = true;                 // it satisfies the class
  std::vector<std::uint8_t> outcome;  // by RunPlan::OfType::conditions: whether it satisfies each
  std::vector<std::uint64_t> integers;
  std::vector<double> reals;
  std::vector<Extreme> extremes;

  // `type`: the event's place among the types of the run; weights of other types are nothing.
  void read(const TallyPlan& plan, const EventBlock& block, std::uint32_t row, std::size_t type = 0);
};

// How a query uses a class: where the weights of its components are; kNoComponent: not of the run's type.
struct RunUse {
  std::uint32_t of_class = 0;
  std::uint32_t condition = 0;        // RunPlan::OfType::conditions
  std::vector<std::uint32_t> linear;  // by component, into the reals where is_real, else the integers
  std::vector<bool> is_real;
  std::vector<std::uint32_t> extremes;  // by component
  // The same by weight: which of the class's it uses.
  std::vector<std::uint32_t> integers_used, reals_used, extremes_used;

  // Of a tally that part_of() gave: by the order there.
  RunUse of_part() const;
  // By component, what the event weighs.
  void spread(const TallyWeights& weights, EventWeights& by_component) const;
};

class RunTally {
 public:
  // A stretch of the run: that up to the newest time (TIES STRICT), or all of it.
  struct Part {
    std::uint64_t events = 0;
    std::uint64_t doublings = 0;  // it multiplies what it extends by 2^doublings * factor
    std::uint64_t factor = 1;
  };

  // No events yet. O(weights); allocates where the plan is larger than any before.
  void start(const TallyPlan& plan) {
    start();
    is_weighted_ = !plan.empty();
    if (is_weighted_) start_weights(plan);
  }
  // The same where there are no weights. O(1).
  void start() {
    events_ = doublings_ = ties_ = 0;
    factor_ = 1;
    is_weighted_ = false;
  }

  // Whether add() can count one more. O(weights). `with_ties`: several events of one time may lie before the
  // newest time. REQUIRES: time is not before last().
  bool has_room(Timestamp time, const TallyWeights& weights, bool with_ties) {
    return is_weighted_ ? weights_have_room(time, weights, with_ties) : make_room(time, with_ties);
  }
  // REQUIRES: has_room() has just been true for the same event.
  void add(Timestamp time, const TallyWeights& weights) {
    count(time);
    if (is_weighted_) add_weights(weights);
  }
  // Both at once; false, and nothing counted, if there is no room.
  bool extend(Timestamp time, const TallyWeights& weights, bool with_ties) {
    if (!has_room(time, weights, with_ties)) return false;
    add(time, weights);
    return true;
  }
  // The same, O(1). REQUIRES: the plan has no weights.
  bool extend(Timestamp time, bool with_ties) {
    if (!make_room(time, with_ties)) return false;
    count(time);
    return true;
  }

  std::uint64_t events() const { return events_; }
  std::uint64_t ties() const { return ties_; }  // events of the newest time, last()
  Timestamp last() const { return last_; }

  // TIES STRICT: the events before the newest time; all events. REQUIRES of all(): add() was told with_ties,
  // or ties() <= 1.
  Part earlier() const { return {events_ - ties_, doublings_, factor_}; }
  Part all() const {
    if (ties_ == 1) return {events_, doublings_ + 1, factor_};
    return {events_, doublings_, factor_ * (1 + ties_)};
  }
  // TIES ARRIVAL: every event doubles.
  Part singly() const { return {events_, events_, 1}; }

  const IntegerTally& integer(std::size_t weight) const { return integers_[weight]; }
  const RealTally& real(std::size_t weight) const { return reals_[weight]; }
  const ExtremeTally& extreme(std::size_t weight) const { return extremes_[weight]; }
  // half_scaled of all(); of earlier() it is the weight's own.
  std::uint64_t half_scaled(const IntegerTally& weight) const;
  ScaledDouble half_scaled(const RealTally& weight) const;

  std::size_t heap_bytes() const;

  // The tally with only the weights that a query uses, in its order; and the way back.
  RunTally part_of(const RunUse& use) const;
  bool is_part_of(const RunUse& use) const;
  void set_part(const RunUse& use, const RunTally& part);  // REQUIRES: part.is_part_of(use)
  // Whether the other has counted the same events, weights apart.
  bool same_events(const RunTally& other) const {
    return events_ == other.events_ && doublings_ == other.doublings_ && factor_ == other.factor_ &&
           ties_ == other.ties_ && last_ == other.last_;
  }

  void write(StateWriter& out) const;
  void write_part(const RunUse& use, StateWriter& out) const;  // part_of(use)
  static RunTally read(StateReader& in);

 private:
  // Closes the newest time if it is over; false if one more event has no room.
  bool make_room(Timestamp time, bool with_ties) {
    if (ties_ == 0) return true;
    if (time == last_) {
      std::uint64_t product = 0;
      return !with_ties || !__builtin_mul_overflow(factor_, ties_ + 2, &product);
    }
    if (ties_ == 1) {
      ++doublings_;
    } else if (with_ties) {
      factor_ *= 1 + ties_;
    } else {
      return false;
    }
    ties_ = 0;
    return true;
  }
  void count(Timestamp time) {
    last_ = time;
    ++ties_, ++events_;
  }
  void write_times(StateWriter& out) const;
  void start_weights(const TallyPlan& plan);
  bool weights_have_room(Timestamp time, const TallyWeights& weights, bool with_ties);
  void add_weights(const TallyWeights& weights);
  void close_weights();

  std::uint64_t events_ = 0, doublings_ = 0, factor_ = 1, ties_ = 0;
  Timestamp last_ = 0;
  bool is_weighted_ = false;
  std::vector<IntegerTally> integers_;
  std::vector<RealTally> reals_;
  std::vector<ExtremeTally> extremes_;
};

}  // namespace horatio::trend
