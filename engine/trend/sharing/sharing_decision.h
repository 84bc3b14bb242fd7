// SPDX-License-Identifier: Apache-2.0
// Who chooses the queries that share a burst.
#pragma once

#include <cstdint>

namespace horatio::trend {

enum class SharingDecision : std::uint8_t {
  kAlways,    // all, decided when the workload is loaded
  kTheorems,  // per burst, by Definition 12 and Theorems 4.1 and 4.2
  kMeasured,  // per burst of a block by MeasuredCost and choose_by_prefix(), of a loop by choose_lanes()
  kRandom,    // per burst, by a coin for each condition: for tests
};

}  // namespace horatio::trend
