// SPDX-License-Identifier: Apache-2.0
// Search for the place where a monotone condition on 64-bit integers turns.
#pragma once

#include <cstdint>

namespace horatio::predicate {

// The last of `before` <= x < `after` with is_before(x), where is_before holds on a beginning of them.
// `guess` may be anything; a good one saves most of the steps. REQUIRES: is_before(before),
// !is_before(after).
template <class Before>
std::int64_t last_before(std::int64_t before, std::int64_t after, std::int64_t guess,
                         const Before& is_before) {
  const auto distance = [](std::int64_t from, std::int64_t to) {
    return static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(from);
  };
  const auto wider = [](std::uint64_t stride) { return stride > UINT64_MAX / 4 ? UINT64_MAX : stride * 4; };
  const auto moved = [](std::int64_t from, std::uint64_t by) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(from) + by);
  };
  // Away from the guess in growing strides until it is passed, then halves.
  if (guess > before && guess < after) {
    const bool upwards = is_before(guess);
    (upwards ? before : after) = guess;
    for (std::uint64_t stride = 1; stride < distance(before, after); stride = wider(stride)) {
      const std::int64_t tried = upwards ? moved(before, stride) : moved(after, 0 - stride);
      const bool still_before = is_before(tried);
      (still_before ? before : after) = tried;
      if (still_before != upwards) break;
    }
  }
  while (distance(before, after) > 1) {
    const std::int64_t middle = moved(before, distance(before, after) / 2);
    (is_before(middle) ? before : after) = middle;
  }
  return before;
}

}  // namespace horatio::predicate
