// SPDX-License-Identifier: Apache-2.0
// Spans of time as the language writes them (1.5 SECONDS) and as the engine counts them (time units of the
// input).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/model/schema.h"
#include "engine/model/status.h"

namespace horatio {

// `number` of units of `unit_milliseconds`, in time units. Exact: a span that is no multiple of the time unit
// is kInvalidClause, one past 64 bits kTooLarge. The error has no place.
Result<std::int64_t> time_span(std::string_view number, std::uint32_t unit_milliseconds, TimeUnit unit);

// In the largest unit that divides it: "5 MINUTES", "1 HOUR"; below a millisecond "0.001 MILLISECONDS".
// REQUIRES: span >= 0.
std::string span_text(std::int64_t span, TimeUnit unit);

}  // namespace horatio
