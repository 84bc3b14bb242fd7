// SPDX-License-Identifier: Apache-2.0
// Copies events into a batch of its own: what is left of a large batch, or what a key group holds. Columns
// come out as the schema types them (text never dictionary coded), absent where no row has a value.
#pragma once

#include <span>

#include "engine/model/event_batch.h"
#include "engine/model/schema.h"

namespace horatio {

// One block per type that occurs, rows in the given order, arrival numbers 0, 1, ... in that order. O(events
// * attributes). REQUIRES: fewer than 2^32 events.
EventBatch gather(std::span<const EventRef> events, const Schema& schema);

}  // namespace horatio
