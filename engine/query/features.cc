// SPDX-License-Identifier: Apache-2.0
#include "engine/query/features.h"

namespace horatio {

std::string_view subject_of(Feature feature) {
  switch (feature) {
    case Feature::kEmitPartial:
      return "EMIT PARTIAL is";
    case Feature::kFrequency:
      return "FREQUENCY is";
    case Feature::kMatchQuery:
      return "MATCH queries are";
    case Feature::kAnyOf:
      return "ANY(n OF ...) is";
    case Feature::kStepWord:
      return "a step word (ALL, FIRST, ADJACENT) is";
    case Feature::kAnchoredPredicate:
      return "a condition on two events that are not adjacent is";
    case Feature::kDistinct:
      return "DISTINCT in WHERE is";
    case Feature::kWindowOpens:
      return "WINDOW OPENS is";
    case Feature::kWeight:
      return "WEIGHT is";
    case Feature::kLimit:
      return "LIMIT is";
    case Feature::kAfterMatch:
      return "AFTER MATCH is";
    case Feature::kLatencyBound:
      return "LATENCY BOUND is";
  }
  return "this is";
}

}  // namespace horatio
