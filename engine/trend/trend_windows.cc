// SPDX-License-Identifier: Apache-2.0
// The windows of the trend room: which lanes an event finds or opens, and where lanes go when they close.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "engine/trend/trend_processor.h"

namespace horatio {

using trend::EventGroup;
using trend::KeySpace;
using trend::Lane;
using trend::LaneList;
using trend::OpenWindow;
using trend::Partition;
using trend::RunningQuery;

namespace {

constexpr std::size_t kAllocation = 16;  // what the allocator adds to a block
constexpr std::size_t kWindowBytes = sizeof(trend::OpenWindows::value_type) + 4 * sizeof(void*) + kAllocation;

}  // namespace

void TrendProcessor::complete(RunningQuery& query, OpenWindow&& window, Timestamp time) {
  const std::int64_t number = window.lanes().front()->window;
  for (Lane* lane : window.lanes()) lane->completed = time;
  window_bytes_ -= window.bytes();
  const auto [entry, fresh] = windows_.try_emplace(query.window_key(number, true, time));
  window_bytes_ += fresh ? kWindowBytes : 0;
  window_bytes_ -= entry->second.bytes();
  entry->second.add_all(std::move(window));
  window_bytes_ += entry->second.bytes();
}

Status TrendProcessor::apply_in(RunningQuery& query, KeyGroup key_group, const WindowRange& range, bool opens,
                                Partition*& partition) {
  const Result<Lane*> first = first_lane(query, key_group, range, opens, partition);
  if (!first.ok()) return first.error();
  if (*first == nullptr) return {};
  touched_ = true;
  return query.evaluator->apply(partition->lists[query.slot]);
}

Result<Lane*> TrendProcessor::first_lane(RunningQuery& query, KeyGroup key_group, const WindowRange& windows,
                                         bool opens, Partition*& partition) {
  Lane* const none = nullptr;
  WindowRange range = windows;
  if (!query.not_before.empty()) range.first = std::max(range.first, query.first_window(key_group));
  if (partition == nullptr && (!opens || range.first > range.last)) return none;
  if (partition == nullptr) partition = query.space->partitions.create(key_, group_bytes_, key_group);
  if (partition == nullptr) return conflict(query, key_group);
  LaneList& lanes = partition->lists[query.slot];
  leave_behind(query, lanes, windows.first);
  if (range.first > range.last) return none;
  if (opens) open_lanes(query, *partition, range);
  return lanes.live;
}

void TrendProcessor::leave_behind(const RunningQuery& query, LaneList& lanes, std::int64_t first) {
  if (lanes.live == nullptr || lanes.live->window >= first) return;
  query.evaluator->settle(lanes);
  while (lanes.live != nullptr && lanes.live->window < first) {
    query.evaluator->leave(*lanes.live);
    lanes.live = lanes.live->next;
  }
}

Error TrendProcessor::conflict(const RunningQuery& query, KeyGroup key_group) const {
  const KeySpace& space = *query.space;
  std::string attributes;
  for (const KeyAttribute& attribute : query.query().group_by) {
    attributes += (attributes.empty() ? "" : ", ") + attribute.name;
  }
  const std::string_view group = std::string_view(key_).substr(0, group_bytes_);
  const auto numbered = query.event_groups.find(std::string(group));
  const KeyGroup other = numbered != query.event_groups.end() ? numbered->second.key_group
                                                              : space.partitions.key_group_of(group);
  return Error{
      ErrorCode::kKeyGroupConflict,
      "query " + query.query().name + ": events of one group of GROUP BY " +
          (attributes.empty() ? "(none)" : attributes) + " arrive under key group " + std::to_string(other) +
          " and under key group " + std::to_string(key_group),
      "key the stream by attributes that are all in GROUP BY and declare them with keyedBy; a query without "
      "GROUP BY needs a stream that is not split",
      query.query().place};
}

void TrendProcessor::open_lanes(RunningQuery& query, Partition& partition, const WindowRange& range) {
  LaneList& lanes = partition.lists[query.slot];
  std::int64_t window = range.first;
  if (lanes.live != nullptr) {
    if (lanes.tail->window >= range.last) return;
    window = std::max(window, lanes.tail->window + 1);
    query.evaluator->settle(lanes);
  }
  if (query.fills_gaps()) fill_gap(query, window, partition.key_group);
  for (; window <= range.last; ++window) {
    Lane* lane = query.evaluator->open(&partition, window);
    add_lane(query, lane);
    if (query.fills_gaps()) query.newest_filled = std::max(query.newest_filled.value_or(window), window);
  }
}

// Windows between the last that held an event and the one that opens now are reported as empty.
void TrendProcessor::fill_gap(RunningQuery& query, std::int64_t window, KeyGroup key_group) {
  query.filled_key_group = key_group;
  if (query.newest_filled && *query.newest_filled + 1 < window) {
    add_gap(query, {*query.newest_filled + 1, window - 1}, false);
  }
}

void TrendProcessor::add_gap(RunningQuery& query, const OpenWindow::Gap& gap, bool due) {
  const auto [entry, fresh] = windows_.try_emplace(query.window_key(gap.number, !due, kEndOfTime));
  if (fresh) window_bytes_ += kWindowBytes;
  entry->second.gap = gap;
}

void TrendProcessor::add_lane(RunningQuery& query, Lane* lane) {
  lane->partition->lists[query.slot].append(lane);
  ++lane->partition->lanes;
  OpenWindow& window = window_of(query, *lane);
  window_bytes_ -= window.bytes();
  window.add(lane);
  window_bytes_ += window.bytes();
}

OpenWindow& TrendProcessor::window_of(RunningQuery& query, const Lane& lane) {
  if (query.of_events() && lane.completed == kEndOfTime && !lane.due) {
    const std::string group(lane.partition->group());
    return query.event_groups.try_emplace(group, EventGroup{lane.partition->key_group, 0, {}})
        .first->second.open[lane.window];
  }
  if (query.newest == nullptr || query.newest_number != lane.window || lane.due || query.of_events()) {
    const auto [entry, fresh] =
        windows_.try_emplace(query.window_key(lane.window, !lane.due, lane.completed));
    if (fresh) window_bytes_ += kWindowBytes;
    if (lane.due || query.of_events()) return entry->second;
    query.newest = &entry->second;
    query.newest_number = lane.window;
  }
  return *query.newest;
}

void TrendProcessor::drop_window(trend::OpenWindows::iterator window) {
  RunningQuery& query = *by_rank_[window->first.rank];
  if (query.newest == &window->second) query.newest = nullptr;
  window_bytes_ -= kWindowBytes + window->second.bytes();
  windows_.erase(window);
}

void TrendProcessor::release(RunningQuery& query, Lane* lane) {
  Partition* partition = lane->partition;
  LaneList& lanes = partition->lists[query.slot];
  lanes.remove(lane);
  query.evaluator->free(lane);
  if (lanes.head == nullptr && lanes.pane != nullptr) query.evaluator->drop_pane(lanes);
  if (--partition->lanes == 0) query.space->partitions.drop(partition);
}

}  // namespace horatio
