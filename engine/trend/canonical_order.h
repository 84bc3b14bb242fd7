// SPDX-License-Identifier: Apache-2.0
// Rule 11: sums of floating point numbers depend on the order of addition, so under TIES STRICT events of one
// time are applied in an order that does not depend on their arrival: by type, then by their attributes.
#pragma once

#include <span>
#include <vector>

#include "engine/model/event_batch.h"

namespace horatio::trend {

// Replaces `ordered` by the events with each run of equal times in canonical order. REQUIRES: ascending by
// time. O(n log n) within runs.
void order_canonically(std::span<const EventRef> events, std::vector<EventRef>& ordered);

}  // namespace horatio::trend
