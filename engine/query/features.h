// SPDX-License-Identifier: Apache-2.0
// What of the language is read but not answered yet: it is refused at its place. What becomes available is
// bound to the model and leaves this list.
#pragma once

#include <cstdint>
#include <string_view>

namespace horatio {

enum class Feature : std::uint8_t {
  kEmitPartial,
  kFrequency,
  kMatchQuery,
  kAnyOf,
  kStepWord,
  kAnchoredPredicate,
  kDistinct,
  kWindowOpens,
  kWeight,
  kLimit,
  kAfterMatch,
  kLatencyBound,
};

// As the subject of "... not available yet": "NOT in a pattern is", "MATCH queries are".
std::string_view subject_of(Feature feature);

}  // namespace horatio
