// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/vertices/shared/burst_log.h"

#include <algorithm>

#include "engine/trend/sharing/sharing_cost.h"

namespace horatio::trend {

void LoopBurstUnderWay::start(Timestamp time) {
  events = event_snapshots = decided = 0;
  report = {};
  report.first = time;
  for (SharingCandidate& candidate : all) candidate.snapshots = 0;
}

void BurstLog::close(LoopBurstUnderWay& burst, std::uint64_t snapshots, std::uint64_t live,
                     SharingCounts& counts) {
  if (burst.events == 0) return;
  std::uint64_t sharing = 0, lanes = 0;
  for (std::size_t i = 0; i < burst.all.size(); ++i) {
    sharing += burst.sharing[i].queries;
    lanes += burst.all[i].queries;
  }
  ++counts.bursts;
  counts.events += burst.events;
  if (sharing > 1) ++counts.shared_bursts, ++counts.graphlets, ++counts.snapshots;
  if (sharing > 1 && sharing < lanes) ++counts.split_bursts;
  counts.event_snapshots += burst.event_snapshots;
  counts.shared_events += burst.events * (sharing > 1 ? sharing : 0);
  counts.single_events += burst.events * (sharing > 1 ? lanes - sharing : lanes);
  if (observer_ != nullptr) report(burst, sharing, snapshots, live);
}

// As far as lanes are still there.
void BurstLog::report(LoopBurstUnderWay& burst, std::uint64_t sharing, std::uint64_t snapshots,
                      std::uint64_t live) {
  BurstDecision& decision = burst.report;
  decision.types = {type_};
  decision.events = burst.events;
  for (const Member& member : queries_) {
    const bool shares = sharing > 1 && burst.sharing[member.condition].queries != 0;
    if (shares || burst.all[member.condition].queries != 0)
      (shares ? decision.sharing : decision.alone).push_back(member.query);
  }
  std::ranges::sort(decision.sharing);
  std::ranges::sort(decision.alone);
  decision.graphlets = sharing > 1 ? 1 : 0;
  decision.event_snapshots = burst.event_snapshots;
  const BurstStatistics of{burst.events, std::max(live, burst.events), burst.events, 1,
                           std::max<std::uint64_t>(snapshots, 1)};
  if (sharing > 1) decision.benefit = sharing_benefit<Definition12>(of, sharing, 1 + burst.event_snapshots);
  observer_->decided(decision);
}

}  // namespace horatio::trend
