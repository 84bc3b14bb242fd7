// SPDX-License-Identifier: Apache-2.0
// Credit in bytes, as both directions of the data plane count it (FRAMES.md, "Order and credit").
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace horatio::process {

// What a frame spends.
inline std::uint64_t credit_cost(std::size_t frame_bytes) {
  return std::max<std::uint64_t>(1024, frame_bytes);
}

// Result credit beyond this is not used: the high-water mark has to cover it.
inline constexpr std::uint64_t kMostResultCredit = 256U << 20;

}  // namespace horatio::process
