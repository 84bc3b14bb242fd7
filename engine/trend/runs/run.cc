// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/runs/run.h"

namespace horatio::trend {

// Nothing is counted before all classes are known to have room.
bool Run::extend_classes(const RunPlan::OfType& plan, const EventRef& event,
                         std::vector<TallyWeights>& weights) {
  if (weights.size() < plan.classes.size()) weights.resize(plan.classes.size());
  for (std::size_t i = 0; i < plan.classes.size(); ++i) {
    const RunPlan::Class& of_class = plan.classes[i];
    weights[i].passes =
        of_class.condition == nullptr || of_class.condition->mask(*event.block, event.row) != 0;
    if (!weights[i].passes) continue;
    weights[i].read(of_class.weights, *event.block, event.row);
    if (!tallies_[i].has_room(event.time, weights[i], of_class.with_ties)) return false;
  }
  for (std::size_t i = 0; i < plan.classes.size(); ++i) {
    if (weights[i].passes) tallies_[i].add(event.time, weights[i]);
  }
  return true;
}

std::size_t Run::heap_bytes() const {
  std::size_t bytes = tallies_.size() > 1 ? tallies_.capacity() * sizeof(RunTally) : 0;
  for (const RunTally& tally : tallies_) bytes += tally.heap_bytes();
  return bytes;
}

}  // namespace horatio::trend
