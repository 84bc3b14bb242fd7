// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/runs/run.h"

#include <cassert>

namespace horatio::trend {

// Nothing is counted before all classes are known to have room.
bool Run::extend_classes(const RunPlan::OfType& plan, const EventRef& event,
                         std::vector<TallyWeights>& weights) {
  if (weights.size() < plan.classes.size()) weights.resize(plan.classes.size());
  if (!plan.conditions.empty()) return extend_together(plan, event, weights.front());
  for (std::size_t i = 0; i < plan.classes.size(); ++i) {
    const RunPlan::Class& of_class = plan.classes[i];
    weights[i].passes = is_used(plan, i) && (of_class.condition == nullptr ||
                                             of_class.condition->satisfies(0, *event.block, event.row));
    if (!weights[i].passes) continue;
    if (!of_class.weights.empty()) weights[i].read(of_class.weights, *event.block, event.row);
    if (!tallies_[i].has_room(event.time, weights[i], of_class.with_ties)) return false;
  }
  for (std::size_t i = 0; i < plan.classes.size(); ++i) {
    if (weights[i].passes) tallies_[i].add(event.time, weights[i]);
  }
  return true;
}

// An event that satisfies no condition in use is none of the burst's.
bool Run::extend_together(const RunPlan::OfType& plan, const EventRef& event, TallyWeights& weights) {
  const bool buffered = plan.is_buffered();
  if (buffered && burst_->is_full()) return false;
  weights.outcome.resize(plan.conditions.size());
  bool passes = false;
  for (std::size_t i = 0; i < plan.conditions.size(); ++i) {
    const bool satisfied = is_used(plan, i) && plan.conditions[i].passes(event);
    weights.outcome[i] = satisfied ? 1 : 0;
    passes = passes || satisfied;
  }
  if (!passes) return true;
  const RunPlan::Class& all = plan.classes.front();
  if (plan.block) {
    const std::size_t type = *plan.block->place_of(event.type());
    if (!all.weights.empty()) weights.read(all.weights, *event.block, event.row, type);
    burst_->add(event.time, static_cast<std::uint8_t>(type), weights);
    return true;
  }
  if (!all.weights.empty()) weights.read(all.weights, *event.block, event.row);
  if (!tallies_.front().extend(event.time, weights, all.with_ties)) return false;
  if (buffered) burst_->add(event.time, 0, weights);
  return true;
}

void Run::start_burst(const RunPlan::OfType& plan) {
  if (burst_ == nullptr) burst_ = std::make_unique<Burst>();
  burst_->start(plan);
}

RunTally Run::tally_of(const RunPlan::OfType& plan, const RunUse& use) const {
  if (!plan.is_buffered()) return tallies_[use.of_class].part_of(use);
  const RunPlan::Class& all = plan.classes[use.of_class];
  RunTally tally;
  tally.start(all.weights);
  TallyWeights weights;
  for (std::size_t i = 0; i < burst_->size(); ++i) {
    if (!burst_->passes(i, use.condition)) continue;
    burst_->read(i, weights);
    [[maybe_unused]] const bool room = tally.extend(burst_->time(i), weights, all.with_ties);
    assert(room);  // the tally of all events has
  }
  return tally.part_of(use);
}

void Run::write_tally(const RunPlan::OfType& plan, const RunUse& use, StateWriter& out) const {
  plan.is_buffered() ? tally_of(plan, use).write(out) : tallies_[use.of_class].write_part(use, out);
}

bool Run::join(const RunPlan::OfType& plan,
               std::span<const std::pair<const RunUse*, const BurstPart*>> parts) {
  if (!burst_->join(parts)) return false;
  if (plan.block) return true;
  const RunPlan::Class& all = plan.classes.front();
  TallyWeights weights;
  for (std::size_t i = 0; i < burst_->size(); ++i) {
    burst_->read(i, weights);
    if (!tallies_.front().extend(burst_->time(i), weights, all.with_ties)) return false;
  }
  return true;
}

std::size_t Run::heap_bytes() const {
  std::size_t bytes = used_.capacity() > 1 ? used_.capacity() * sizeof(std::uint64_t) : 0;
  bytes += tallies_.capacity() > 1 ? tallies_.capacity() * sizeof(RunTally) : 0;
  if (burst_ != nullptr) bytes += sizeof(Burst) + burst_->heap_bytes();
  for (const RunTally& tally : tallies_) bytes += tally.heap_bytes();
  return bytes;
}

}  // namespace horatio::trend
