// SPDX-License-Identifier: Apache-2.0
// The bytes of a key group's held events (engine/plan/STATE.md, "Held events"): by names of types and
// attributes, so that they can be read into another workload.
#pragma once

#include <span>
#include <vector>

#include "engine/model/event_batch.h"
#include "engine/model/schema.h"
#include "engine/model/state_io.h"
#include "engine/model/status.h"

namespace horatio {

// `events` in order. O(bytes).
void write_held(std::span<const EventRef> events, const Schema& schema, StateWriter& out);

// A batch of the stored events, all of `key_group`, in their order. Types and attributes that the schema does
// not have are dropped. kBadState if the bytes are malformed or an attribute has another type now.
Result<EventBatch> read_held(StateReader& in, const Schema& schema, KeyGroup key_group);

}  // namespace horatio
