// SPDX-License-Identifier: Apache-2.0
// Whether the bins of a frame hold what its rows ask for (FRAMES.md, "Columns", "PANES", "RESULT"): after
// this, every row of every column can be read without a further check. Not checked: that texts of columns are
// UTF-8 (the engine compares bytes; who shows them must cope), and that values fit the schema
// (panes_reader.h).
#pragma once

#include <cstdint>
#include <string>

#include "bridge/frames/frame.h"
#include "bridge/frames/frame_codec.h"

namespace horatio {

// O(bytes of the frame), plus one bit per row. Errors: kBadFrame and kLimitExceeded, naming kind, block (from
// 0), column (from 0) and the numbers that differ.
Status check_panes(const PanesFrame& frame, const FrameLimits& limits);
Status check_result(const ResultFrame& frame, const FrameLimits& limits);

// What is wrong with a column of `rows` rows, "validity has 3 bytes, 20 rows need 3"; empty: nothing. Counts
// are UINT64, which only results have.
std::string column_fault(const ColumnData& column, std::uint32_t rows, bool of_result);

}  // namespace horatio
