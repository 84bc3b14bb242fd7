// SPDX-License-Identifier: Apache-2.0
// A decoded PANES frame to a batch for the engine, read in place: columns against what the workload promised,
// rows against the watermark and the session's key groups.
#pragma once

#include <memory>

#include "bridge/frames/frame.h"
#include "bridge/frames/panes_reader.h"
#include "engine/model/schema.h"
#include "engine/model/status.h"
#include "operator/process/workload_registry.h"

namespace horatio::process {

struct IntakeRules {
  KeyGroup first_key_group = 0;
  KeyGroup last_key_group = 0;    // inclusive
  Timestamp after = kBeforeTime;  // every row's time is above it
};

struct Intake {
  PanesEvents events;
  Timestamp oldest = kEndOfTime;  // of the rows' times
  Timestamp newest = kBeforeTime;
};

// `owner` keeps the frame's bytes; `bytes` is their size. O(rows + columns). Errors: kBadFrame (columns that
// were not promised, a type that no query reads), kProtocol (a row at or below `after`, a foreign key group).
Result<Intake> take_in(const PanesFrame& frame, const RegisteredWorkload& workload, const IntakeRules& rules,
                       std::shared_ptr<const void> owner, std::size_t bytes);

}  // namespace horatio::process
