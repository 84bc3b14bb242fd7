// SPDX-License-Identifier: Apache-2.0
// How far the NOTs have come in one lane that keeps vertices: per step of a NOT the latest start of an
// occurrence that has come so far. An occurrence lies after a vertex if it started after it. What one time
// has fired counts from the next time on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "engine/automaton/determinised.h"
#include "engine/model/state_io.h"
#include "engine/trend/trend_query.h"

namespace horatio::trend {

// A place in the query's order: the time under TIES STRICT, else the sequence.
using Order = std::int64_t;
inline constexpr Order kNever = std::numeric_limits<Order>::min();

class NegationStamps {
 public:
  // `negations`: by negation, its steps.
  explicit NegationStamps(const std::vector<std::vector<NegationStep>>& negations);

  std::size_t size() const { return stamps_.size(); }

  // The newest time has an event of these steps (bit per step) of the negation.
  void fire(std::size_t negation, std::uint64_t steps) { fired_[negation] |= steps; }

  // No occurrence of any of the negations started after `order`. O(negations of the set).
  bool is_clear(automaton::NegationSet negations, Order order) const {
    for (; negations != 0; negations &= negations - 1) {
      const Order latest = latest_of(static_cast<std::size_t>(__builtin_ctzll(negations)));
      if (latest != kNever && (order == kNever || latest > order)) return false;
    }
    return true;
  }
  // The latest start of an occurrence of any of them; kNever: none.
  Order latest(automaton::NegationSet negations) const;

  // The newest time, `now`, is over. `complete(negation, start)` is told of occurrences that are complete by
  // it.
  template <class Complete>
  void commit(Order now, const Complete& complete) {
    for (std::size_t n = 0; n < fired_.size(); ++n) {
      if (fired_[n] == 0) continue;
      const Order start = advance(n, now);
      if (start != kNever) complete(n, start);
    }
  }

  void write(StateWriter& out) const;
  void read(StateReader& in);

 private:
  Order latest_of(std::size_t negation) const { return stamps_[negation].back(); }
  Order advance(std::size_t negation, Order now);

  std::vector<std::vector<Order>> stamps_;  // by negation, by step
  std::vector<std::uint64_t> fired_;        // by negation: bit per step, at the newest time
};

}  // namespace horatio::trend
