// SPDX-License-Identifier: Apache-2.0
// Who wants to know of each decision about a burst, as it is made. Results do not
// depend on whether anybody does: the engine itself reads no clock.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/model/query.h"
#include "engine/model/schema.h"

namespace horatio::trend {

// A burst that two queries or more could share.
struct BurstDecision {
  std::vector<TypeId> types;          // one, or those of a block, ascending
  Timestamp first = 0, last = 0;      // of its events
  std::uint64_t events = 0;           // b
  std::vector<QueryId> sharing;       // empty, or two and more; ascending, as those alone
  std::vector<QueryId> alone;         // those that have a window that holds it, and do not share it
  std::uint64_t graphlets = 0;        // shared ones; each has a snapshot, of a block one for each type more
  std::uint64_t event_snapshots = 0;  // events on which those that share disagree
  double benefit = 0;                 // of the choice over sharing nothing, by Definition 12
  // By the observer's clock.
  std::uint64_t decision_ns = 0;  // to choose
  std::uint64_t shared_ns = 0;    // to apply it to those that share, and to the others
  std::uint64_t alone_ns = 0;
};

class SharingObserver {
 public:
  virtual ~SharingObserver() = default;
  virtual std::uint64_t nanoseconds() = 0;  // since any fixed time
  virtual void decided(const BurstDecision& burst) = 0;
};

}  // namespace horatio::trend
