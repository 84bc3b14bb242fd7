// SPDX-License-Identifier: Apache-2.0
// What a shared Kleene loop needs of a query that takes part in it.
#pragma once

#include "engine/model/event_batch.h"
#include "engine/trend/vertices/vertex_lane.h"
#include "engine/trend/vertices/vertex_plan.h"

namespace horatio::trend {

template <class Num>
class LoopMember {
 public:
  virtual ~LoopMember() = default;

  virtual const VertexPlan& vertex_plan() const = 0;
  // The query's bookkeeping of its lanes.
  virtual Holdings& lane_holdings() = 0;

  // The next calls of entry() and weigh() are about this event.
  virtual void look_at(const EventRef& event) = 0;
  // What the event extends from outside the loop in the lane, and what it starts; until the next call.
  virtual const Mass<Num>& entry(VertexLane<Num>& lane, automaton::State loop) = 0;
  // Adds what the event itself weighs to trends that it ends.
  virtual void weigh(automaton::State loop, Mass<Num>& mass) = 0;
};

}  // namespace horatio::trend
