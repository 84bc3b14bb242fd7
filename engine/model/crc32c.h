// SPDX-License-Identifier: Apache-2.0
// CRC-32C (Castagnoli), as snapshots and RESTORE_DONE have it. About a byte per cycle, in tables.
#pragma once

#include <cstdint>
#include <string_view>

namespace horatio {

// Of `bytes` behind others, whose CRC is `before`; 0 for none.
std::uint32_t crc32c(std::string_view bytes, std::uint32_t before = 0);

}  // namespace horatio
