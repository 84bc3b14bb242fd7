// SPDX-License-Identifier: Apache-2.0
// The events of a run one by one, where what is done with them is decided when it is complete: their times
// and types, which predicates they satisfy, and their weights. They are copied, so that no block outlives its
// batch.
//
// Paper: HAMLET, Definition 10 ("events that belong to the same burst are buffered").
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "engine/model/state_io.h"
#include "engine/trend/runs/run_plan.h"
#include "engine/trend/runs/run_tally.h"

namespace horatio::trend {

// What one query knows of a burst: the events that satisfy its predicates, with the weights it uses.
struct BurstPart {
  struct Event {
    std::uint32_t place = 0;  // among the events of the burst, ascending
    std::uint8_t type = 0;    // its place among the types of the run
    Timestamp time = 0;
    TallyWeights weights;  // in the order of RunTally::part_of()
  };
  std::vector<Event> events;

  void write(StateWriter& out) const;
  // Fails `in` where it is malformed. `types`: of the run.
  static BurstPart read(StateReader& in, const RunUse& use, std::size_t types);
};

class Burst {
 public:
  static constexpr std::size_t kMostEvents = 1024;  // a longer burst is cut

  // No events yet. REQUIRES: plan.is_buffered().
  void start(const RunPlan::OfType& plan);
  bool is_full() const { return times_.size() == kMostEvents; }
  // `type`: its place among the types of the run. REQUIRES: not full; times do not fall.
  void add(Timestamp time, std::uint8_t type, const TallyWeights& weights);

  std::size_t size() const { return times_.size(); }
  Timestamp time(std::size_t event) const { return times_[event]; }
  // Whether no other event of the burst has its time. `over`: none comes.
  bool is_alone(std::size_t event, bool over) const {
    return (event == 0 || times_[event - 1] != times_[event]) &&
           (event + 1 == size() ? over : times_[event + 1] != times_[event]);
  }
  std::uint8_t type(std::size_t event) const { return types_[event]; }
  bool passes(std::size_t event, std::size_t condition) const {
    return outcomes_[event * conditions_ + condition] != 0;
  }
  // The weights of an event, all of the plan's, without the outcome.
  void read(std::size_t event, TallyWeights& weights) const;

  BurstPart part_of(const RunUse& use) const;
  // Takes the events that the parts of all its queries come from; false, and the burst is of no use, if they
  // do not fit together. REQUIRES: started, no events yet.
  bool join(std::span<const std::pair<const RunUse*, const BurstPart*>> parts);

  std::size_t heap_bytes() const;
  // Whether the event added last may have taken more memory.
  bool has_grown() const { return has_grown_; }

 private:
  void make_room();
  bool join(const RunUse& use, const BurstPart& part, std::vector<bool>& known);
  bool is_whole(const RunUse& use, const BurstPart& part) const;

  std::size_t conditions_ = 0, integers_of_one_ = 0, reals_of_one_ = 0, extremes_of_one_ = 0;
  std::size_t room_ = 0;  // so many events have memory
  bool has_grown_ = false;
  std::vector<Timestamp> times_;
  std::vector<std::uint8_t> types_;
  std::vector<std::uint8_t> outcomes_;  // event by event, like all below
  std::vector<std::uint64_t> integers_;
  std::vector<double> reals_;
  std::vector<Extreme> extremes_;
};

// Calls `visit` with [begin, end) of the events of each time, and whether no further one of it comes.
// `singly`: of each event.
template <class Visit>
void for_each_time(const Burst& burst, bool over, bool singly, Visit visit) {
  for (std::size_t begin = 0; begin < burst.size();) {
    std::size_t end = begin + 1;
    while (!singly && end < burst.size() && burst.time(end) == burst.time(begin)) ++end;
    visit(begin, end, over || end < burst.size());
    begin = end;
  }
}

}  // namespace horatio::trend
