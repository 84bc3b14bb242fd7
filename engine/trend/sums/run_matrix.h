// SPDX-License-Identifier: Apache-2.0
// What several events of one type do to the sums of the states that they move trends into, where the type
// stands at several places: the power of the transition matrix (research note on window algebra, 2.1), in 64
// bits.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/trend/sums/sum_program.h"

namespace horatio::trend {

class RunMatrix {
 public:
  static constexpr std::size_t kMostMoves = 4;

  // So many events keep every coefficient below 2^63: each at most multiplies them by moves + 1.
  static constexpr std::uint64_t most_events(std::size_t moves) {
    return moves <= 1 ? 62 : (moves == 2 ? 38 : 26);
  }

  bool is_of(const SumEffect& effect, std::uint64_t events) const {
    return effect_ == &effect && events_ == events;
  }

  // REQUIRES: `effect` lives as long as it is asked about, has at most kMostMoves moves; events within
  // most_events().
  void set(const SumEffect& effect, std::uint64_t events);

  // Moves in an order in which each can be applied in place, before those that it reads; empty if they read
  // each other in a circle.
  std::span<const std::uint8_t> order() const { return {order_.data(), ordered_}; }

  // The sum of move j's target afterwards: of_sums(j, i) times that of move i's target before, and
  // of_others(j, i) times the sum of the sources of move i that are no targets.
  std::uint64_t of_sums(std::size_t j, std::size_t i) const { return sums_[j][i]; }
  std::uint64_t of_others(std::size_t j, std::size_t i) const { return others_[j][i]; }

 private:
  void put_in_order(std::size_t moves);

  using Matrix = std::array<std::array<std::uint64_t, kMostMoves>, kMostMoves>;

  const SumEffect* effect_ = nullptr;
  std::uint64_t events_ = 0;
  std::array<std::uint8_t, kMostMoves> order_{};
  std::size_t ordered_ = 0;
  Matrix sums_{}, others_{};
};

}  // namespace horatio::trend
