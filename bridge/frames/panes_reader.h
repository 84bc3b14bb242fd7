// SPDX-License-Identifier: Apache-2.0
// A decoded PANES frame as the engine's events, read in place.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "bridge/frames/frame.h"
#include "engine/model/event_batch.h"
#include "engine/model/schema.h"
#include "engine/model/status.h"

namespace horatio {

// The attributes that a block of each type carries, in order of its columns; by TypeId, as registerWorkload
// said.
using SentColumns = std::vector<std::vector<AttributeId>>;

struct PanesEvents {
  EventBatch batch;
  std::uint64_t rows = 0;
  std::uint64_t nonfinite = 0;  // FLOAT values NaN or infinite; they read as NULL (rule 10 of the language)
};

// Views into the frame's bytes, which `message` keeps alive and which take `message_bytes`. Attributes that
// are not sent are absent (NULL). Errors: kBadFrame if a block's type or its columns are not those of `sent`,
// or a column's encoding does not fit the declared type of its attribute. O(columns, and the FLOAT values).
// REQUIRES: `frame` is what decode_frame gave.
Result<PanesEvents> read_panes(const PanesFrame& frame, const Schema& schema, const SentColumns& sent,
                               std::shared_ptr<const void> message, std::size_t message_bytes);

}  // namespace horatio
