// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/sums/run_matrix.h"

#include <algorithm>

namespace horatio::trend {

void RunMatrix::set(const SumEffect& effect, std::uint64_t events) {
  const std::size_t moves = effect.moves.size();
  effect_ = &effect;
  events_ = events;
  sums_ = others_ = {};
  for (std::size_t j = 0; j < moves; ++j) sums_[j][j] = 1;
  for (std::uint64_t event = 0; event < events; ++event) {
    const Matrix sums = sums_;
    const Matrix others = others_;
    for (std::size_t j = 0; j < moves; ++j) {
      for (std::size_t source = 0; source < moves; ++source) {
        const auto& from = effect.moves[j].from;
        if (std::find(from.begin(), from.end(), effect.moves[source].to) == from.end()) continue;
        for (std::size_t i = 0; i < moves; ++i) {
          sums_[j][i] += sums[source][i];
          others_[j][i] += others[source][i];
        }
      }
      ++others_[j][j];
    }
  }
  put_in_order(moves);
}

void RunMatrix::put_in_order(std::size_t moves) {
  ordered_ = 0;
  std::array<bool, kMostMoves> placed{};
  const auto is_read = [&](std::size_t move) {
    for (std::size_t j = 0; j < moves; ++j) {
      if (j != move && !placed[j] && sums_[j][move] != 0) return true;
    }
    return false;
  };
  for (bool found = true; found && ordered_ < moves;) {
    found = false;
    for (std::size_t move = 0; move < moves && !found; ++move) {
      if (placed[move] || is_read(move)) continue;
      placed[move] = found = true;
      order_[ordered_++] = static_cast<std::uint8_t>(move);
    }
  }
  if (ordered_ < moves) ordered_ = 0;
}

}  // namespace horatio::trend
