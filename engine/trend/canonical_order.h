// SPDX-License-Identifier: Apache-2.0
// Rule 11: sums of floating point numbers depend on the order of addition, so under TIES STRICT events of one
// time are applied in an order that does not depend on their arrival: by type, then by their attributes.
#pragma once

#include <span>
#include <vector>

#include "engine/model/event_batch.h"
#include "engine/model/query.h"

namespace horatio::trend {

// Of their attributes only those are looked at that some query of the same keys reads: whether others were
// sent makes no difference. By type of the schema, ascending.
using CanonicalOrder = std::vector<std::vector<AttributeId>>;

// By what the query reads; within a partition its keys make no difference.
CanonicalOrder canonical_order_of(const Query& query, const Schema& schema);

// By what either reads. Both of one schema.
CanonicalOrder merged(CanonicalOrder left, const CanonicalOrder& right);

// The events with each run of equal times in canonical order: themselves, or a copy in `ordered`. REQUIRES:
// ascending by time. O(n log n) within runs.
std::span<const EventRef> in_canonical_order(std::span<const EventRef> events, const CanonicalOrder& order,
                                             std::vector<EventRef>& ordered);

}  // namespace horatio::trend
