// SPDX-License-Identifier: Apache-2.0
// What of the language is answered today. Everything parses and is bound; what is not available is refused at
// its place. Making a feature available is one change in is_available().
#pragma once

#include <cstdint>
#include <string_view>

namespace horatio {

enum class Feature : std::uint8_t {
  kRepetition,  // * ? {n} {n,} {n,m}
  kNegation,
  kOr,
  kAnd,
  kOtherAggregates,  // all but COUNT(*)
  kEdgePredicate,
  kHaving,
  kEventWindow,
  kMatchNext,
  kMatchContiguous,
  kCountBindings,
  kApproxNumbers,
  kEmitEmptyWindows,
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

constexpr bool is_available(Feature) { return false; }

// As the subject of "... not available yet": "NOT in a pattern is", "MATCH queries are".
std::string_view subject_of(Feature feature);

}  // namespace horatio
