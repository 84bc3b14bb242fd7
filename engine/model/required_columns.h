// SPDX-License-Identifier: Apache-2.0
// What of a stream queries read.
#pragma once

#include <vector>

#include "engine/model/query.h"

namespace horatio {

// The attributes of one event type that some query reads, ascending. A type that no query names is absent
// (its `used` is false), unless a selection rule needs to see it.
struct RequiredType {
  bool used = false;
  std::vector<AttributeId> attributes;
  bool operator==(const RequiredType&) const = default;
};

// By type of the schema.
std::vector<RequiredType> required_columns(const Query& query, const Schema& schema);
std::vector<RequiredType> required_columns(const Workload& workload);

}  // namespace horatio
