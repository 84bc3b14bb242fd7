// SPDX-License-Identifier: Apache-2.0
// The running sums of one query in one window of one partition: per automaton state the number of trends that
// end there. Under TIES STRICT what the events of the newest time add is kept apart until time moves on, so
// that events of one time read the values from before it (trend-engine design, section 1).
//
// A lane is one allocation: this header, the committed sums, and under TIES STRICT the pending ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/automaton/trend_automaton.h"
#include "engine/model/schema.h"
#include "engine/numbers/saturating_count.h"

namespace horatio::trend {

struct Partition;

class Lane {
 public:
  static Lane* make(Partition* partition, std::int64_t window, std::size_t states, bool strict);
  static void free(Lane* lane);
  static std::size_t bytes(std::size_t states, bool strict) {
    return sizeof(Lane) + (strict ? 2 : 1) * states * sizeof(SaturatingCount);
  }

  Partition* partition() const { return partition_; }
  std::int64_t window() const { return window_; }

  // Adds an event under TIES STRICT; events of one time may come in any order.
  void add_strict(std::span<const Move> moves, Timestamp time) {
    if (time != time_) {
      commit();
      time_ = time;
    }
    SaturatingCount* pending = sums() + states_;
    for (const Move& move : moves) {
      pending[move.to] += trends_of(move);
      pending_ |= std::uint64_t{1} << move.to;
    }
  }

  // Adds an event under TIES ARRIVAL.
  void add_arrival(std::span<const Move> moves) {
    SaturatingCount fresh[TrendAutomaton::kMaxStates];  // all read the values from before the event
    for (std::size_t i = 0; i < moves.size(); ++i) fresh[i] = trends_of(moves[i]);
    for (std::size_t i = 0; i < moves.size(); ++i) sums()[moves[i].to] += fresh[i];
  }

  // The sums with everything added so far. REQUIRES below: no further event of the same time comes.
  SaturatingCount sum(State state) const;
  void set(State state, const SaturatingCount& value) { sums()[state] = value; }
  SaturatingCount total(std::uint64_t ends) const;
  // Adds trends that are complete. REQUIRES: no further event comes; ends has a bit.
  void absorb(const SaturatingCount& trends, std::uint64_t ends);

  Lane* next = nullptr;  // of the same partition and query, ascending by window
  bool due = false;      // restored as due: final, comes first

 private:
  Lane(Partition* partition, std::int64_t window, std::size_t states)
      : partition_(partition), window_(window), states_(static_cast<std::uint32_t>(states)) {}

  SaturatingCount* sums() { return reinterpret_cast<SaturatingCount*>(this + 1); }
  const SaturatingCount* sums() const { return reinterpret_cast<const SaturatingCount*>(this + 1); }

  SaturatingCount trends_of(const Move& move) const {
    SaturatingCount trends{move.starts ? 1U : 0U};
    for (const State from : move.from) trends += sums()[from];
    return trends;
  }

  void commit() {
    SaturatingCount* sum = sums();
    for (; pending_ != 0; pending_ &= pending_ - 1) {
      const auto state = static_cast<unsigned>(__builtin_ctzll(pending_));
      sum[state] += sum[states_ + state];
      sum[states_ + state] = SaturatingCount{};
    }
  }

  Partition* partition_;
  std::int64_t window_;
  Timestamp time_ = 0;         // of the pending sums
  std::uint64_t pending_ = 0;  // bit per state
  std::uint32_t states_;
};

// The lanes of one query in one partition: closed ones that wait for the watermark, then the live ones.
struct LaneList {
  Lane* head = nullptr;
  Lane* tail = nullptr;
  Lane* live = nullptr;  // the first whose window may still get events

  void append(Lane* lane);
  Lane* pop();  // REQUIRES: head
};

}  // namespace horatio::trend
