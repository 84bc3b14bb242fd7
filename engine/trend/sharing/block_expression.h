// SPDX-License-Identifier: Apache-2.0
// The graphlet of a block: what its events do to the sums of any query that has it, as coefficients over the
// graphlet's snapshots (Eq. 5): x, and the value of each sum before the graphlet. An event costs
// O((1 + types)^2) additions whatever the number of queries and windows; a query's sums are multiplied when
// the graphlet is complete. Coefficients are exact, in 64 bits: where they have no room the graphlet ends.
// For each weight of events that is summed along trends there is a second part of the coefficients, as of
// dual numbers: R' = sum of coefficient * R + second part * r over the snapshots, R the weight's sums and r
// the numbers of trends. Extremes are the same in the semiring of minima. Under TIES STRICT what the events
// of the newest time add is kept apart, since none of them sees another.
//
// Paper: HAMLET, sections 3.2 and 3.3.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/numbers/scaled_double.h"
#include "engine/trend/components.h"
#include "engine/trend/runs/run_tally.h"
#include "engine/trend/sharing/block.h"

namespace horatio::trend {

class BlockExpression {
 public:
  // Coefficients of one sum: over the sums of the block before the graphlet, then over x.
  template <class Value>
  using Over = std::array<Value, Block::kMostTypes + 1>;
  using Coefficients = Over<std::uint64_t>;
  // Of all sums, before and at the newest time.
  template <class Value>
  struct Sums {
    std::array<Over<Value>, Block::kMostTypes> committed{}, newest{};
    const Over<Value>& of(std::size_t state, bool is_newest) const {
      return is_newest ? newest[state] : committed[state];
    }
  };

  // No events yet. Both outlive the graphlet. O(weights).
  void start(const Block& block, const TallyPlan& weights);

  // One more event of the newest time; false, and nothing done, if its numbers have no room. `type`: its
  // place in the block. O(1 + weights).
  bool add(std::size_t type, Timestamp time, const TallyWeights& weights);
  // Makes the events of the newest time count: the next one is later.
  void commit();
  // As if the events of the newest time had not come.
  void drop_newest();

  const Block& block() const { return *block_; }
  std::size_t states() const { return block_->types.size(); }
  std::uint64_t events() const { return events_; }
  Timestamp time() const { return time_; }  // of the newest
  // Bit per sum that is another than before, and per sum to which the newest time adds.
  std::uint8_t changed() const { return changed_; }
  std::uint8_t touched() const { return touched_; }
  const Sums<std::uint64_t>& trends() const { return trends_; }
  // Second parts, by TallyPlan.
  const Sums<std::uint64_t>& integer(std::size_t weight) const { return integers_[weight]; }
  const Sums<ScaledDouble>& real(std::size_t weight) const { return reals_[weight]; }
  const Sums<Extreme>& extreme(std::size_t weight) const { return extremes_[weight]; }

 private:
  Coefficients fresh_of(std::size_t type) const;
  bool weigh(std::size_t type, const Coefficients& fresh, const TallyWeights& weights);
  void add_reals(std::size_t type, const Coefficients& fresh, const TallyWeights& weights);
  void add_extremes(std::size_t type, const Coefficients& fresh, const TallyWeights& weights);
  bool reads(std::size_t type, std::size_t state) const { return ((block_->reads[type] >> state) & 1U) != 0; }

  const Block* block_ = nullptr;
  const TallyPlan* plan_ = nullptr;
  Sums<std::uint64_t> trends_;
  std::vector<Sums<std::uint64_t>> integers_;
  std::vector<Sums<ScaledDouble>> reals_;
  std::vector<Sums<Extreme>> extremes_;
  std::vector<Coefficients> weighed_;  // by integer weight: what the event under way adds
  std::uint64_t events_ = 0, newest_events_ = 0;
  std::uint8_t changed_ = 0, touched_ = 0;
  Timestamp time_ = 0;
};

}  // namespace horatio::trend
