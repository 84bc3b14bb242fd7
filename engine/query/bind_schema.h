// SPDX-License-Identifier: Apache-2.0
// STREAM to Schema, with its checks.
#pragma once

#include "engine/model/schema.h"
#include "engine/query/fault_list.h"
#include "engine/query/schema_index.h"
#include "engine/query/syntax.h"

namespace horatio {

inline constexpr std::size_t kMostTypes = 4096;
inline constexpr std::size_t kMostAttributes = 4096;  // of one type

// Of names declared twice the first stands, so that queries can be checked against the rest. An attribute of
// an unknown type gets some type and a place in `untyped`, so that no fault follows from it.
Schema bind_schema(const syntax::Stream& stream, FaultList& faults, UntypedAttributes& untyped);

}  // namespace horatio
