// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/sharing/graphlets.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <numeric>

namespace horatio::trend {

void Graphlets::apply(const KeySpace::OfType& of, const RunPlan::OfType& plan, const Run& run,
                      LaneList* lists, bool over) {
  const std::uint64_t events = plan.is_buffered() ? run.burst().size() : run.tally(0).events();
  if (events == 0) return;
  const Timestamp last = plan.is_buffered() ? run.burst().time(events - 1) : run.tally(0).last();
  Target target{of, plan, run, lists, over || last < run.last(), 0};
  const std::uint64_t queries = target.queries = gather_members(target);
  if (queries == 0) return;
  const SharingCounts before = counts_;
  report_.decision_ns = report_.shared_ns = report_.alone_ns = 0;
  if (plan.is_buffered()) {
    apply_chosen(target);
  } else {
    apply_counted(target);
  }
  if (queries < 2 || !of.is_kleene) {
    counts_ = before;
    return;
  }
  ++counts_.bursts;
  counts_.events += events;
  count_choice();
  if (observer_ != nullptr) report(target, events, before);
}

void Graphlets::apply_chosen(const Target& target) {
  const std::uint64_t start = now();
  choose(target);
  const std::uint64_t chosen = now();
  const bool of_block = target.plan.block.has_value();
  if (first_sharing() < choice_.size()) of_block ? share_block(target) : apply_shared(target);
  const std::uint64_t shared = now();
  for (std::uint32_t condition = 0; condition < choice_.size(); ++condition) {
    if (choice_[condition] || members_[condition].empty()) continue;
    apply_one_by_one(target, {0, target.run.burst().size(), true}, condition);
  }
  report_.decision_ns = chosen - start;
  report_.shared_ns = shared - chosen;
  report_.alone_ns = now() - shared;
}

std::uint64_t Graphlets::gather_members(const Target& target) {
  const std::size_t conditions = target.plan.conditions.size();
  candidates_.assign(conditions, {0, 0, std::numeric_limits<std::uint64_t>::max()});
  windows_.assign(conditions, 0);
  exact_windows_ = 0;
  if (members_.size() < conditions) members_.resize(conditions);
  for (auto& members : members_) members.clear();
  std::uint64_t queries = 0;
  for (const KeySpace::RunMember& member : target.of.in_runs) {
    if (target.lists[member.slot].live == nullptr) continue;
    members_[member.use.condition].push_back(&member);
    SharingCandidate& candidate = candidates_[member.use.condition];
    ++candidate.queries;
    windows_[member.use.condition] += member.windows;
    if (member.is_exact) exact_windows_ += member.windows;
    candidate.rank = std::min<std::uint64_t>(candidate.rank, member.query->rank);
    ++queries;
  }
  return queries;
}

// All queries have the same predicates: none makes a snapshot, so all share (Theorem 4.1).
void Graphlets::apply_counted(const Target& target) {
  const std::uint64_t start = now();
  const RunTally& tally = target.run.tally(0);
  const std::uint64_t queries = candidates_.front().queries;
  choice_.assign(1, true);
  apply(target, target.run.type(), tally, 0, target.over);
  report_.shared_ns = now() - start;
  if (queries < 2) return;
  ++counts_.graphlets, ++counts_.snapshots;
  counts_.shared_events += tally.events() * queries;
}

// An event is a snapshot because of those that see it otherwise than most queries.
void Graphlets::count_snapshots(const Target& target) {
  if (candidates_.size() == 1) return;
  const Burst& burst = target.run.burst();
  for (std::size_t event = 0; event < burst.size(); ++event) {
    std::uint64_t passing = 0;
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      if (burst.passes(event, i)) passing += candidates_[i].queries;
    }
    const bool most = 2 * passing >= target.queries;
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      if (candidates_[i].queries != 0 && burst.passes(event, i) != most) ++candidates_[i].snapshots;
    }
  }
}

// Graphlets before this one are collapsed, so its own events are all that a new one is compared with.
BurstStatistics Graphlets::statistics(const Target& target, std::uint64_t events) {
  const std::uint64_t propagated = target.plan.block ? target.plan.block->types.size() + 1 : 1;
  return {events, events, events, target.of.predecessors, propagated, 0};
}

void Graphlets::choose(const Target& target) {
  const std::uint64_t events = target.run.burst().size();
  switch (decision_) {
    case SharingDecision::kAlways:
      // Coefficients of a block cost more than one query's own sums.
      choice_.assign(candidates_.size(), !target.plan.block || target.queries > 1);
      if (observer_ != nullptr) count_snapshots(target);
      break;
    case SharingDecision::kTheorems:
      count_snapshots(target);
      choose_by_theorems(candidates_, statistics(target, events), 1, choice_);
      break;
    case SharingDecision::kMeasured:
      choose_by_measure(target);
      break;
    case SharingDecision::kRandom:
      if (observer_ != nullptr) count_snapshots(target);
      choice_.resize(candidates_.size());
      for (std::size_t i = 0; i < choice_.size(); ++i) choice_[i] = (coin_() & 1U) != 0;
      break;
  }
  for (std::size_t i = 0; i < choice_.size(); ++i) choice_[i] = choice_[i] && !members_[i].empty();
}

// Most bursts are short: where nothing is to be gained even if all agree, no event is looked at.
void Graphlets::choose_by_measure(const Target& target) {
  BurstStatistics of = statistics(target, target.run.burst().size());
  const std::uint64_t windows = std::accumulate(windows_.begin(), windows_.end(), std::uint64_t{0});
  of.exact = static_cast<double>(exact_windows_) / static_cast<double>(windows);
  if (sharing_benefit<MeasuredCost>(of, windows, 1) <= 0) {
    choice_.assign(candidates_.size(), false);
    return;
  }
  count_snapshots(target);
  by_windows_ = candidates_;
  for (std::size_t i = 0; i < by_windows_.size(); ++i) by_windows_[i].queries = windows_[i];
  choose_by_prefix<MeasuredCost>(by_windows_, of, 1, choice_);
}

void Graphlets::count_choice() {
  std::uint64_t sharing = 0;
  bool all = true;
  for (std::size_t i = 0; i < choice_.size(); ++i) {
    if (choice_[i]) sharing += candidates_[i].queries;
    all = all && (choice_[i] || candidates_[i].queries == 0);
  }
  if (sharing > 1) ++counts_.shared_bursts;
  if (sharing > 1 && !all) ++counts_.split_bursts;
}

void Graphlets::report(const Target& target, std::uint64_t events, const SharingCounts& before) {
  if (target.plan.block) {
    report_.types = target.plan.block->types;
  } else {
    report_.types.assign(1, target.run.type());
  }
  report_.first = target.run.first();
  report_.last = target.run.last();
  report_.events = events;
  report_.sharing.clear();
  report_.alone.clear();
  for (std::size_t i = 0; i < choice_.size(); ++i) {
    auto& queries = choice_[i] ? report_.sharing : report_.alone;
    for (const KeySpace::RunMember* member : members_[i]) queries.push_back(member->query->id);
  }
  if (report_.sharing.size() < 2) {
    report_.alone.insert(report_.alone.end(), report_.sharing.begin(), report_.sharing.end());
    report_.sharing.clear();
  }
  std::sort(report_.sharing.begin(), report_.sharing.end());
  std::sort(report_.alone.begin(), report_.alone.end());
  report_.graphlets = report_.sharing.empty() ? 0 : counts_.graphlets - before.graphlets;
  report_.event_snapshots = counts_.event_snapshots - before.event_snapshots;
  const BurstStatistics of = statistics(target, events);
  const QueryChoice none(choice_.size(), false);
  report_.benefit = cost_of(candidates_, none, of, 1) - cost_of(candidates_, choice_, of, 1);
  observer_->decided(report_);
}

std::uint32_t Graphlets::first_sharing() const {
  return static_cast<std::uint32_t>(std::find(choice_.begin(), choice_.end(), true) - choice_.begin());
}

void Graphlets::apply_shared(const Target& target) {
  const Burst& burst = target.run.burst();
  shared_.start(target.plan.classes.front().weights);
  const std::uint32_t first = first_sharing();
  for_each_time(burst, target.over, false, [&](std::size_t begin, std::size_t end, bool closed) {
    const Stretch stretch{begin, end, closed};
    if (agree(burst, stretch)) {
      for (std::size_t event = begin; event < end; ++event) {
        if (burst.passes(event, first)) add(target, event, shared_);
      }
      return;
    }
    close_graphlet(target, target.run.type(), true);
    counts_.event_snapshots += end - begin;
    for (std::uint32_t condition = first; condition < choice_.size(); ++condition) {
      if (choice_[condition]) apply_one_by_one(target, stretch, condition);
    }
  });
  close_graphlet(target, target.run.type(), target.over);
}

bool Graphlets::agree(const Burst& burst, const Stretch& stretch) const {
  if (choice_.size() == 1) return true;
  for (std::size_t event = stretch.begin; event < stretch.end; ++event) {
    bool none = true, all = true;
    for (std::size_t i = 0; i < choice_.size(); ++i) {
      if (choice_[i]) (burst.passes(event, i) ? none : all) = false;
    }
    if (!none && !all) return false;
  }
  return true;
}

void Graphlets::add(const Target& target, std::size_t event, RunTally& tally) {
  const Burst& burst = target.run.burst();
  burst.read(event, weights_);
  [[maybe_unused]] const bool room =
      tally.extend(burst.time(event), weights_, target.plan.classes.front().with_ties);
  assert(room);  // the tally of all events has
}

void Graphlets::apply_one_by_one(const Target& target, const Stretch& stretch, std::uint32_t condition) {
  const Burst& burst = target.run.burst();
  std::uint64_t passing = 0;
  for (std::size_t event = stretch.begin; event < stretch.end; ++event)
    passing += burst.passes(event, condition) ? 1 : 0;
  if (passing == 0) return;
  const TypeId type = target.run.type();
  const std::span<const TypeId> types =
      target.plan.block ? std::span<const TypeId>(target.plan.block->types) : std::span(&type, 1);
  for (const KeySpace::RunMember* member : members_[condition]) {
    member->evaluator->apply_events(target.lists[member->slot], burst, stretch.begin, stretch.end,
                                    target.over, types, member->use);
  }
  counts_.single_events += passing * candidates_[condition].queries;
}

void Graphlets::apply(const Target& target, TypeId type, const RunTally& tally, std::uint32_t condition,
                      bool over) {
  for (const KeySpace::RunMember* member : members_[condition]) {
    member->evaluator->apply_run(target.lists[member->slot], type, tally, member->use, over);
  }
}

void Graphlets::close_graphlet(const Target& target, TypeId type, bool over) {
  if (shared_.events() == 0) return;
  ++counts_.graphlets, ++counts_.snapshots;
  for (std::uint32_t condition = 0; condition < choice_.size(); ++condition) {
    if (!choice_[condition]) continue;
    apply(target, type, shared_, condition, over);
    counts_.shared_events += shared_.events() * candidates_[condition].queries;
  }
  shared_.start(target.plan.classes.front().weights);
}

}  // namespace horatio::trend
