// SPDX-License-Identifier: Apache-2.0
// HAMLET's executor for running sums: what becomes of a complete burst, for all queries that take its type.
//
// The queries chosen to share it have one *graphlet*: a tally of the events on which they agree. Its numbers
// are coefficients over the graphlet's snapshot, the value per query of the sums before it (Eq. 5), so an
// event costs the same for one query as for all. An event on which they disagree is a snapshot of its own
// (Definition 9): the graphlet so far is multiplied out for every query, the event goes to those it is for,
// and the next graphlet starts from there. All other queries have a graphlet each, of one event after the
// other. Inactive graphlets are collapsed at once (Table 4): without edge predicates nothing looks into them
// again.
//
// The graphlet of a block has the sums of all its types, so its numbers are coefficients over several
// snapshots (block_expression.h), but for long stretches of one type, which have a tally; queries that do not
// share it take its events one by one.
//
// Paper: HAMLET, sections 3.3 and 4.2, Algorithm 1.
#pragma once

#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include "engine/trend/key_space.h"
#include "engine/trend/sharing/block_expression.h"
#include "engine/trend/sharing/query_choice.h"
#include "engine/trend/sharing/sharing_counts.h"
#include "engine/trend/sharing/sharing_decision.h"
#include "engine/trend/sharing/sharing_observer.h"

namespace horatio::trend {

class Graphlets {
 public:
  // `seed`: of kRandom. `observer`: outlives the object; nullptr: none.
  Graphlets(SharingDecision decision, std::uint64_t seed, SharingObserver* observer)
      : decision_(decision), coin_(seed), observer_(observer) {}

  // Applies the run of a type or a block to the live lanes of all queries that take it. `lists`: by slot, of
  // one partition. `over`: no further event of the run's newest time comes. O(events * conditions +
  // decisions).
  void apply(const KeySpace::OfType& of, const RunPlan::OfType& plan, const Run& run, LaneList* lists,
             bool over);

  const SharingCounts& counts() const { return counts_; }

 private:
  // A burst, and where it goes to.
  struct Target {
    const KeySpace::OfType& of;
    const RunPlan::OfType& plan;
    const Run& run;
    LaneList* lists;
    bool over;              // no further event of the newest time of its events comes
    std::uint64_t queries;  // that have live lanes
  };
  // Events of one time, [begin, end).
  struct Stretch {
    std::size_t begin = 0, end = 0;
    bool over = false;  // no further event of the time comes
  };

  std::uint64_t gather_members(const Target& target);
  void apply_counted(const Target& target);
  void apply_chosen(const Target& target);
  std::uint64_t now() { return observer_ == nullptr ? 0 : observer_->nanoseconds(); }
  void report(const Target& target, std::uint64_t events, const SharingCounts& before);
  void count_snapshots(const Target& target);
  void choose(const Target& target);
  void choose_by_measure(const Target& target);
  void count_choice();
  static BurstStatistics statistics(const Target& target, std::uint64_t events);
  // The first condition whose queries share the burst; behind the last if none do.
  std::uint32_t first_sharing() const;
  void apply_shared(const Target& target);
  bool agree(const Burst& burst, const Stretch& stretch) const;
  void add(const Target& target, std::size_t event, RunTally& tally);
  // The events of the stretch that satisfy the condition, to all queries that have it.
  void apply_one_by_one(const Target& target, const Stretch& stretch, std::uint32_t condition);
  void apply(const Target& target, TypeId type, const RunTally& tally, std::uint32_t condition, bool over);
  void close_graphlet(const Target& target, TypeId type, bool over);

  // The same of a block.
  void share_block(const Target& target);
  // The end of the events from `begin` on that are of one type and that all who share see alike, if they are
  // many; else `begin`. `seen`: behind those that have been looked at.
  std::size_t end_of_one_type(const Target& target, std::size_t begin, std::size_t& seen) const;
  // Applies events of one type by their closed form; false, and nothing done, if their numbers have no room.
  bool share_one_type(const Target& target, const Stretch& stretch, std::uint32_t condition);
  // Takes the events of the stretch that satisfy the condition into the graphlet; none if it has no room.
  bool extend_block(const Burst& burst, const Stretch& stretch, std::uint32_t condition);
  void close_block(const Target& target, bool over);

  SharingDecision decision_;
  std::mt19937_64 coin_;
  SharingObserver* observer_;
  SharingCounts counts_;
  // Of the burst under way, kept so that a burst allocates nothing.
  std::vector<SharingCandidate> candidates_;                      // by condition: live queries only
  std::vector<std::vector<const KeySpace::RunMember*>> members_;  // by condition, the same
  std::vector<std::uint64_t> windows_;                            // by condition: open ones of its queries
  std::uint64_t exact_windows_ = 0;                               // of all, those of EXACT queries
  std::vector<SharingCandidate> by_windows_;                      // windows instead of queries
  QueryChoice choice_;                                            // by condition
  RunTally shared_;
  BlockExpression expression_;
  TallyWeights weights_;
  BurstDecision report_;  // where there is an observer
};

}  // namespace horatio::trend
