// SPDX-License-Identifier: Apache-2.0
// Decides which lanes share a Kleene loop: lanes that open, by what the bursts before were like, and later
// whether those that share had better split.
//
// Paper: HAMLET, section 4 (Definitions 10 and 12, Theorems 4.1 and 4.2); trend-engine design, section 2
// ("Edge predicates": the corrected cost model, hysteresis).
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include "engine/trend/sharing/query_choice.h"
#include "engine/trend/sharing/sharing_decision.h"
#include "engine/trend/vertices/shared/loop_choice.h"

namespace horatio::trend {

class LoopPolicy {
 public:
  LoopPolicy(SharingDecision decision, std::uint64_t seed, const IndexCosts& costs)
      : decision_(decision), coin_(seed), costs_(costs) {}

  // Whether a lane that opens shares. `candidate`: its place among those of learn().
  bool joins(std::size_t candidate);

  // Whether a burst of so many events is to be looked at: each is, but for kMeasured, where so many
  // candidates are looked at only as often as that costs little beside the events.
  bool looks_at(std::uint64_t events, std::size_t candidates);
  // A burst is complete. O(candidates * log candidates).
  void learn(std::span<const SharingCandidate> candidates, LoopBurst burst);
  // A lane has shared so many events to its end.
  void note_life(std::uint64_t events) { note(events, life_); }

  // Which of the candidates that share had best go on after events like those of `burst`, the newest ones;
  // the others split. `is_complete`: they are a burst, else the first ones of the burst under way.
  // O(candidates * log candidates).
  void choose(std::span<const SharingCandidate> sharing, LoopBurst burst, bool is_complete,
              QueryChoice& choice);

 private:
  std::uint64_t events_to_come(const LoopBurst& burst) const;
  LoopBurst completed(LoopBurst burst, std::vector<SharingCandidate>& candidates) const;
  static void note(std::uint64_t value, double& average);

  static constexpr int kHysteresis = 3;  // bursts that must tell otherwise before a candidate changes

  SharingDecision decision_;
  std::mt19937_64 coin_;
  IndexCosts costs_;
  std::vector<int> wanted_;  // by candidate: at least 0: it shares
  QueryChoice chosen_;
  // On average over the latest ones; 0: not known yet.
  double life_ = 0;           // events that a lane shares
  double burst_size_ = 0;     // events of a burst
  std::uint64_t unseen_ = 0;  // events of bursts since one was looked at
};

}  // namespace horatio::trend
