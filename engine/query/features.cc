// SPDX-License-Identifier: Apache-2.0
#include "engine/query/features.h"

namespace horatio {

std::string_view subject_of(Feature feature) {
  switch (feature) {
    case Feature::kRepetition:
      return "a repetition other than + is";
    case Feature::kNegation:
      return "NOT in a pattern is";
    case Feature::kOr:
      return "OR in a pattern is";
    case Feature::kAnd:
      return "AND in a pattern is";
    case Feature::kOtherAggregates:
      return "an aggregate other than COUNT(*) is";
    case Feature::kEdgePredicate:
      return "a condition between adjacent events (NEXT) is";
    case Feature::kHaving:
      return "HAVING is";
    case Feature::kEventWindow:
      return "WITHIN n EVENTS is";
    case Feature::kMatchNext:
      return "MATCH NEXT is";
    case Feature::kMatchContiguous:
      return "MATCH CONTIGUOUS is";
    case Feature::kCountBindings:
      return "COUNT BINDINGS is";
    case Feature::kApproxNumbers:
      return "NUMBERS APPROX is";
    case Feature::kEmitEmptyWindows:
      return "EMIT EMPTY WINDOWS is";
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
