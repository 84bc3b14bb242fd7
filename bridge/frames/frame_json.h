// SPDX-License-Identifier: Apache-2.0
// Frames as the JSON of golden/golden.json, for tests: columns as lists of values, NULL as null.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>

#include "bridge/frames/frame.h"

namespace horatio {

// {"kind", "session", "seq", "body"}. REQUIRES: a frame that decode_frame gave.
nlohmann::json to_json(const Frame& frame);

// {"encoding", "values"}. REQUIRES: a column without fault (frame_check.h).
nlohmann::json to_json(const ColumnData& column, std::size_t rows);

}  // namespace horatio
