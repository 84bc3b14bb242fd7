// SPDX-License-Identifier: Apache-2.0
// The graphlet of a block: what its events do to the sums of any query that has it, as coefficients over the
// graphlet's snapshots (Eq. 5): x, and the value of each sum before the graphlet. An event costs
// O((1 + types)^2) additions whatever the number of queries and windows; a query's sums are multiplied when
// the graphlet is complete. Coefficients are exact, in 64 bits: where they have no room the graphlet ends.
// Under TIES STRICT what the events of the newest time add is kept apart, since none of them sees another.
//
// Paper: HAMLET, sections 3.2 and 3.3.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/trend/sharing/block.h"

namespace horatio::trend {

class BlockExpression {
 public:
  // Coefficients of one sum: over the sums of the block before the graphlet, then over x.
  using Coefficients = std::array<std::uint64_t, Block::kMostTypes + 1>;

  // No events yet. `block` outlives the graphlet.
  void start(const Block& block);

  // One more event of the newest time; false, and nothing done, if its numbers have no room. `type`: its
  // place in the block.
  bool add(std::size_t type, Timestamp time);
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
  const Coefficients& of(std::size_t state) const { return sums_[state]; }
  const Coefficients& newest_of(std::size_t state) const { return newest_[state]; }

 private:
  using Sums = std::array<Coefficients, Block::kMostTypes>;

  const Block* block_ = nullptr;
  Sums sums_{}, newest_{};
  std::uint64_t events_ = 0, newest_events_ = 0;
  std::uint8_t changed_ = 0, touched_ = 0;
  Timestamp time_ = 0;
};

}  // namespace horatio::trend
