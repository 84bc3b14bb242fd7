// SPDX-License-Identifier: Apache-2.0
// Spans of time in clauses (WITHIN, SLIDE, OFFSET, FOR) to time units.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/query/fault_list.h"
#include "engine/query/syntax.h"

namespace horatio {

// In time units; none: a fault has been added, which names the clause.
std::optional<std::int64_t> bind_span(const syntax::Extent& written, std::string_view clause, TimeUnit unit,
                                      FaultList& faults);

// The same, longer than 0.
std::optional<std::int64_t> bind_positive_span(const syntax::Extent& written, std::string_view clause,
                                               TimeUnit unit, FaultList& faults);

}  // namespace horatio
