// SPDX-License-Identifier: Apache-2.0
// The part of a shared Kleene loop that is the same in all partitions: its events are looked at here, once
// for all queries and snapshots.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "engine/trend/vertices/shared/loop_member.h"
#include "engine/trend/vertices/shared/loop_query.h"
#include "engine/trend/vertices/vertex_commit.h"
#include "engine/trend/vertices/vertex_extension.h"

namespace horatio::trend {

template <class Num>
class LoopEngine {
 public:
  struct Member {
    LoopMember<Num>* query = nullptr;
    KleeneLoop loop;
    LoopUse use;
    std::uint64_t looked_at = 0;  // the event that it has been told of
  };

  // All that is referred to outlives the object.
  LoopEngine(LoopQuery loop, std::span<LoopMember<Num>* const> members, std::span<const KleeneLoop> loops,
             const VertexOptions& options)
      : query_(std::move(loop)),
        plan_(*query_.trend, options),
        extension_(plan_, holdings_),
        commit_(plan_, holdings_) {
    for (std::size_t i = 0; i < members.size(); ++i)
      members_.push_back({members[i], loops[i], query_.uses[i], 0});
  }

  // The next calls are about this event.
  void start(const EventRef& event) {
    event_.event = event;
    ++event_.sequence;
    event_.order = plan_.strict ? event.time : static_cast<Order>(event_.sequence);
    event_.extends = true;
    extension_.start(event_);
  }

  // A snapshot's lane goes on with it.
  void extend(VertexLane<Num>& lane) {
    begin(lane);
    if (!plan_.single_state) return extension_.extend(lane);
    if (extension_.extend_single_state(lane, vertex_)) commit_.add(lane, vertex_, false);
  }
  // It is the first of a new lane, of value one.
  void add_unit(VertexLane<Num>& lane) {
    begin(lane);
    extension_.add_unit(lane);
  }
  // The trends of a snapshot's lane that it would go on with.
  const Mass<Num>& gather(VertexLane<Num>& lane) {
    begin(lane);
    return extension_.gather(lane, 0, VertexExtension<Num>::Into::kLoop);
  }
  void commit(VertexLane<Num>& lane) const { commit_(lane); }

  // A member that has been told of the event.
  Member& member(std::size_t number) {
    Member& member = members_[number];
    if (member.looked_at != event_.sequence) member.query->look_at(event_.event);
    member.looked_at = event_.sequence;
    return member;
  }
  const Member& of(std::size_t number) const { return members_[number]; }

  const VertexPlan& plan() const { return plan_; }
  Holdings& holdings() { return holdings_; }
  std::size_t bytes() const { return holdings_.bytes; }
  // Of the event.
  Order order() const { return event_.order; }

 private:
  void begin(VertexLane<Num>& lane) {
    if (lane.order == event_.order) return;
    commit_(lane);
    lane.time = event_.event.time;
    lane.order = event_.order;
  }

  LoopQuery query_;
  const VertexPlan plan_;
  Holdings holdings_;
  VertexExtension<Num> extension_;
  VertexCommit<Num> commit_;
  VertexEvent event_;         // under way
  SingleVertex<Num> vertex_;  // of it
  std::vector<Member> members_;
};

}  // namespace horatio::trend
