// SPDX-License-Identifier: Apache-2.0
// Whether a batch fits the schema, so that rooms and predicates may read it without asking again.
#pragma once

#include "engine/model/event_batch.h"
#include "engine/model/schema.h"
#include "engine/model/status.h"

namespace horatio {

// kBadEvent naming type and attribute if a block has an unknown type, lacks times, arrival numbers or
// columns, or has a column of another kind than declared. Looks at blocks, not at rows.
Status check_batch(const EventBatch& batch, const Schema& schema);

}  // namespace horatio
