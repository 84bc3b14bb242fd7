// SPDX-License-Identifier: Apache-2.0
// CRC-32C (Castagnoli), as snapshots and RESTORE_DONE have it. Eight bytes in three cycles by the instruction
// of SSE 4.2, where the processor has it; else about a byte per cycle, in tables. Not Boost.CRC: that takes a
// byte at a time, 370 MB/s, and a checkpoint would wait for it.
#pragma once

#include <cstdint>
#include <string_view>

namespace horatio {

// Of `bytes` behind others, whose CRC is `before`; 0 for none.
std::uint32_t crc32c(std::string_view bytes, std::uint32_t before = 0);
// The same in tables, wherever it runs.
std::uint32_t crc32c_in_tables(std::string_view bytes, std::uint32_t before = 0);

}  // namespace horatio
