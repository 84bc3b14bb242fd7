// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/vertices/shared/loop_policy.h"

#include <algorithm>

namespace horatio::trend {
namespace {

// Each shared event is kept once for each snapshot: beyond this nothing is gained, and memory would have no
// bound.
constexpr std::uint64_t kMostSnapshots = 1024;

BurstStatistics statistics(const LoopBurst& of) {
  return {of.events, of.live, of.events, 1, std::max<std::uint64_t>(of.snapshots, 1)};
}

std::uint64_t lanes_of(std::span<const SharingCandidate> candidates) {
  SharingTotals all;
  for (const SharingCandidate& candidate : candidates) all.add(candidate);
  return all.queries;
}

}  // namespace

bool LoopPolicy::joins(std::size_t candidate) {
  if (decision_ == SharingDecision::kRandom) return coin_() % 4 != 0;
  return wanted_.size() <= candidate || wanted_[candidate] >= 0;
}

// Of a snapshot made anywhere in the life of a lane, or, as long as none has ended, as many again.
std::uint64_t LoopPolicy::events_to_come(const LoopBurst& burst) const {
  return life_ == 0 ? burst.live : static_cast<std::uint64_t>(life_ / 2);
}

bool LoopPolicy::looks_at(std::uint64_t events, std::size_t candidates) {
  constexpr std::uint64_t kCandidatesPerEvent = 4;
  unseen_ += events;
  if (decision_ == SharingDecision::kMeasured && unseen_ * kCandidatesPerEvent < candidates) return false;
  unseen_ = 0;
  return true;
}

void LoopPolicy::learn(std::span<const SharingCandidate> candidates, LoopBurst burst) {
  if (decision_ != SharingDecision::kTheorems && decision_ != SharingDecision::kMeasured) return;
  if (burst.events == 0) return;
  wanted_.resize(candidates.size());
  if (decision_ == SharingDecision::kTheorems) {
    choose_by_theorems(candidates, statistics(burst), 1, chosen_);
    for (std::size_t i = 0; i < wanted_.size(); ++i) wanted_[i] = chosen_[i] ? 0 : -1;
    return;
  }
  note(burst.events, burst_size_);
  if (lanes_of(candidates) < 2) return;  // that there was nobody to share with is no reason against it
  burst.to_come = events_to_come(burst);
  choose_lanes(candidates, burst, costs_, chosen_);
  for (std::size_t i = 0; i < wanted_.size(); ++i) {
    if (candidates[i].queries != 0)
      wanted_[i] = std::clamp(wanted_[i] + (chosen_[i] ? 1 : -1), -kHysteresis, kHysteresis - 1);
  }
}

void LoopPolicy::note(std::uint64_t value, double& average) {
  constexpr double kNew = 0.1;
  average += (average == 0 ? 1 : kNew) * (static_cast<double>(value) - average);
}

// What it will be when it is complete, if it goes on as it has begun.
LoopBurst LoopPolicy::completed(LoopBurst burst, std::vector<SharingCandidate>& candidates) const {
  const double events = std::max(burst_size_, 2.0 * static_cast<double>(burst.events));
  const double growth = events / static_cast<double>(burst.events);
  for (SharingCandidate& candidate : candidates)
    candidate.snapshots = static_cast<std::uint64_t>(static_cast<double>(candidate.snapshots) * growth);
  burst.events = static_cast<std::uint64_t>(events);
  return burst;
}

void LoopPolicy::choose(std::span<const SharingCandidate> sharing, LoopBurst burst, bool is_complete,
                        QueryChoice& choice) {
  choice.assign(sharing.size(), burst.snapshots <= kMostSnapshots);
  if (decision_ == SharingDecision::kAlways || burst.events == 0) return;
  if (decision_ == SharingDecision::kRandom) {
    for (std::size_t i = 0; i < choice.size(); ++i) choice[i] = choice[i] && coin_() % 8 != 0;
    return;
  }
  if (decision_ == SharingDecision::kTheorems)
    return choose_by_theorems(sharing, statistics(burst), 1, choice);
  burst.to_come = events_to_come(burst);
  std::vector<SharingCandidate> candidates(sharing.begin(), sharing.end());
  if (!is_complete) burst = completed(burst, candidates);
  const LoopChoiceCosts costs = choose_lanes(candidates, burst, costs_, chosen_);
  std::uint64_t leaving = 0;
  for (std::size_t i = 0; i < sharing.size(); ++i) leaving += chosen_[i] ? 0 : sharing[i].queries;
  // To split costs what the events so far do: it must be less than what the bursts to come gain.
  const double bursts = 1 + static_cast<double>(burst.to_come) / static_cast<double>(burst.events);
  if ((costs.all - costs.best) * bursts <= split_cost(burst, leaving, costs_)) return;
  for (std::size_t i = 0; i < choice.size(); ++i) choice[i] = choice[i] && chosen_[i];
}

}  // namespace horatio::trend
