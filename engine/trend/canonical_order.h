// SPDX-License-Identifier: Apache-2.0
// Rule 11: sums of floating point numbers depend on the order of addition, so under TIES STRICT events of one
// time are applied in an order that does not depend on their arrival: by type, then by their attributes.
#pragma once

#include <span>
#include <vector>

#include "engine/model/event_batch.h"
#include "engine/model/required_columns.h"

namespace horatio::trend {

// Replaces `ordered` by the events with each run of equal times in canonical order. Of their attributes only
// those in `read` (by type) are looked at: whether others were sent, and what other queries read, makes no
// difference. REQUIRES: ascending by time. O(n log n) within runs.
void order_canonically(std::span<const EventRef> events, std::span<const RequiredType> read,
                       std::vector<EventRef>& ordered);

}  // namespace horatio::trend
