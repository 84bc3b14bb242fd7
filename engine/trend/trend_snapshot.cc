// SPDX-License-Identifier: Apache-2.0
// Snapshots of the trend room; the layout is in engine/plan/STATE.md, "Trend room".
#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "engine/trend/trend_processor.h"
#include "engine/trend/trend_state.h"

namespace horatio {

using trend::Lane;
using trend::LaneList;
using trend::OpenWindow;
using trend::Partition;
using trend::RunningQuery;

namespace {

// Partitions, their lists and lanes lie anywhere in memory, so those of some partitions further on are
// fetched meanwhile.
void look_ahead(std::span<Partition* const> partitions, std::size_t at, std::uint32_t slot) {
  constexpr std::size_t kFar = 12, kNear = 8, kNext = 4, kLine = 64;
  const auto fetch = [](const void* object, std::size_t size) {
    for (std::size_t i = 0; i < size; i += kLine) __builtin_prefetch(static_cast<const char*>(object) + i);
  };
  if (at + kFar < partitions.size()) fetch(partitions[at + kFar], sizeof(Partition));
  if (at + kNear < partitions.size()) fetch(&partitions[at + kNear]->lists[slot], sizeof(LaneList));
  if (at + kNext < partitions.size()) fetch(partitions[at + kNext]->lists[slot].head, 4 * kLine);
}

}  // namespace

void TrendProcessor::snapshot(KeyGroup key_group, std::string& bytes) const {
  StateWriter out(bytes);
  out.number(trend::kTrendStateVersion);
  std::vector<const RunningQuery*> idle, busy;
  for (const auto& query : queries_) (is_idle(*query, key_group) ? idle : busy).push_back(query.get());
  out.number(static_cast<std::uint32_t>(idle.size()));
  for (const RunningQuery* query : idle) out.number(query->fingerprint);
  out.number(static_cast<std::uint32_t>(busy.size()));
  for (const RunningQuery* query : busy) snapshot(*query, key_group, out);
}

// Whether the query has nothing in the key group, but that it is there.
bool TrendProcessor::is_idle(const RunningQuery& query, KeyGroup key_group) const {
  const std::span<Partition* const> partitions = query.space->partitions.of(key_group);
  const bool has_lanes = std::any_of(partitions.begin(), partitions.end(), [&](const Partition* partition) {
    return partition->lists[query.slot].head != nullptr;
  });
  if (has_lanes || query.not_before.contains(key_group)) return false;
  if (query.newest_filled && query.filled_key_group == key_group) return false;
  return std::none_of(query.event_groups.begin(), query.event_groups.end(),
                      [&](const auto& group) { return group.second.key_group == key_group; });
}

void TrendProcessor::snapshot(const RunningQuery& query, KeyGroup key_group, StateWriter& out) const {
  trend::write_identity(query, key_group, out);
  const std::size_t length = out.reserve<std::uint64_t>();
  const std::size_t begin = out.size();
  snapshot_windows(query, key_group, out);
  snapshot_partitions(query, key_group, out);
  out.fill(length, static_cast<std::uint64_t>(out.size() - begin));
}

// What a query keeps of windows beside its lanes: the numbers of a group's events, runs of empty windows.
void TrendProcessor::snapshot_windows(const RunningQuery& query, KeyGroup key_group, StateWriter& out) const {
  const std::size_t groups_at = out.reserve<std::uint64_t>();
  std::uint64_t groups = 0;
  for (const auto& [group, counter] : query.event_groups) {
    if (counter.key_group != key_group) continue;
    ++groups;
    out.text(group);
    out.number(counter.next);
  }
  out.fill(groups_at, groups);
  const bool filled = query.newest_filled && query.filled_key_group == key_group;
  out.number(static_cast<std::uint8_t>(filled));
  if (!filled) return;
  out.number(*query.newest_filled);
  const std::size_t gaps_at = out.reserve<std::uint32_t>();
  std::uint32_t gaps = 0;
  for (const auto& [key, window] : windows_) {
    if (key.rank != query.rank || !window.gap) continue;
    const OpenWindow::Gap gap = *window.gap;
    const std::int64_t waiting = key.live ? first_not_due(query, gap) : gap.through + 1;
    const auto write = [&](std::int64_t number, std::int64_t through, bool due) {
      if (number > through) return;
      ++gaps;
      out.number(number);
      out.number(through);
      out.number(static_cast<std::uint8_t>(due));
    };
    write(gap.number, waiting - 1, true);
    write(waiting, gap.through, false);
  }
  out.fill(gaps_at, gaps);
}

// The first window of the run that is not due; behind its last if all are.
std::int64_t TrendProcessor::first_not_due(const RunningQuery& query, const OpenWindow::Gap& gap) const {
  std::int64_t low = gap.number;
  std::int64_t high = gap.through + 1;
  while (low < high) {
    const std::int64_t middle = low + (high - low) / 2;
    if (is_due(query.window_key(middle, true, kEndOfTime))) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

// A run that may go on is not applied: where it is cut must not depend on snapshots (rule 11).
void TrendProcessor::snapshot_run(const RunningQuery& query, const Partition& partition,
                                  StateWriter& out) const {
  const bool taken = partition.run.is_active() && query.in_runs[partition.run.type()] != 0;
  out.number(static_cast<std::uint8_t>(taken));
  if (!taken) return;
  const trend::Run::Head& head = partition.run.head();
  const trend::RunUse& use = query.space->use_of(query, head.type);
  const trend::RunPlan::OfType& plan = query.space->runs.of(head.type);
  const auto types =
      plan.block ? std::span<const TypeId>(plan.block->types) : std::span<const TypeId>(&head.type, 1);
  out.number(static_cast<std::uint8_t>(types.size()));
  for (const TypeId type : types) out.text(workload_->schema.types[type].name);
  for (const Timestamp time : {head.first, head.last, head.through}) out.number(time);
  if (!plan.block) partition.run.write_tally(plan, use, out);
  const trend::BurstPart events =
      plan.is_buffered() ? partition.run.burst().part_of(use) : trend::BurstPart();
  events.write(out);
}

void TrendProcessor::snapshot_partitions(const RunningQuery& query, KeyGroup key_group,
                                         StateWriter& out) const {
  const std::size_t count = out.reserve<std::uint64_t>();
  std::uint64_t partitions = 0;
  const std::span<Partition* const> all = query.space->partitions.of(key_group);
  for (std::size_t i = 0; i < all.size(); ++i) {
    look_ahead(all, i, query.slot);
    Partition* p = all[i];
    const LaneList& list = p->lists[query.slot];
    if (list.head == nullptr) continue;
    if (p->run.through() <= watermark_) apply_run(*query.space, *p, true);
    if (list.live != nullptr && is_due(query, *list.live)) query.evaluator->settle(p->lists[query.slot]);
    ++partitions;
    out.text(p->key);
    snapshot_run(query, *p, out);
    const std::size_t lanes_at = out.reserve<std::uint32_t>();
    std::uint32_t lanes = 0;
    for (Lane* lane = list.head; lane != nullptr; lane = lane->next, ++lanes) {
      trend::write_lane(query, *lane, is_due(query, *lane), out);
    }
    out.fill(lanes_at, lanes);
    query.evaluator->write_pane(list, out);
  }
  out.fill(count, partitions);
}

bool TrendProcessor::is_due(const RunningQuery& query, const Lane& lane) const {
  return is_due(query.window_key(lane.window, !lane.due, lane.completed));
}

}  // namespace horatio
