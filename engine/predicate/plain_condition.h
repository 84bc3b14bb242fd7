// SPDX-License-Identifier: Apache-2.0
// A condition evaluated straight from the text of rule 10, node by node on big rationals: slow, and sharing
// nothing with the compiled Predicate, whose tests (and the oracles of the rooms) compare against it.
#pragma once

#include <optional>
#include <vector>

#include "engine/model/expression.h"
#include "engine/model/value.h"

namespace horatio {

// Nothing is UNKNOWN. `attributes` by AttributeId. REQUIRES: Predicate::compile accepts the condition.
std::optional<bool> plain_condition(const Expression& condition, Timestamp time,
                                    const std::vector<Value>& attributes);

}  // namespace horatio
