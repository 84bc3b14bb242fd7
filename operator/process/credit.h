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

}  // namespace horatio::process
