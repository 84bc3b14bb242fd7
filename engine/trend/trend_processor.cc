// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/trend_processor.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <utility>

namespace horatio {

using trend::KeySpace;
using trend::Lane;
using trend::LaneList;
using trend::OpenWindow;
using trend::Partition;
using trend::RunningQuery;
using trend::TrendQuery;
using trend::WindowKey;

namespace {

constexpr std::size_t kAllocation = 16;  // what the allocator adds to a block
constexpr std::size_t kWindowBytes = sizeof(trend::OpenWindows::value_type) + 4 * sizeof(void*) + kAllocation;

Cell count_cell(const SaturatingCount& count) {
  Cell cell;
  if (count.overflowed()) {
    cell.status = CellStatus::kOverflow;
  } else {
    cell.value = count.value();
  }
  return cell;
}

}  // namespace

Result<std::unique_ptr<TrendProcessor>> TrendProcessor::make(std::shared_ptr<const Workload> workload,
                                                             std::span<const QueryId> queries) {
  std::vector<std::unique_ptr<RunningQuery>> running;
  for (const QueryId id : queries) {
    Result<TrendQuery> compiled = TrendQuery::compile(workload->queries[id]);
    if (!compiled.ok()) return compiled.error();
    running.push_back(std::make_unique<RunningQuery>(std::move(*compiled), id));
  }
  return std::unique_ptr<TrendProcessor>(new TrendProcessor(std::move(workload), std::move(running)));
}

TrendProcessor::TrendProcessor(std::shared_ptr<const Workload> workload,
                               std::vector<std::unique_ptr<RunningQuery>> queries)
    : workload_(std::move(workload)), queries_(std::move(queries)) {
  rank_queries();
  form_key_spaces();
}

void TrendProcessor::rank_queries() {
  for (const auto& query : queries_) by_rank_.push_back(query.get());
  std::stable_sort(by_rank_.begin(), by_rank_.end(), [](const RunningQuery* left, const RunningQuery* right) {
    return left->trend.query().name < right->trend.query().name;
  });
  for (std::size_t rank = 0; rank < by_rank_.size(); ++rank) {
    by_rank_[rank]->rank = static_cast<std::uint32_t>(rank);
  }
}

void TrendProcessor::form_key_spaces() {
  std::vector<std::vector<RunningQuery*>> classes;
  std::vector<trend::KeyEncoding> encodings;
  for (const auto& running : queries_) {
    const Query& query = running->trend.query();
    const auto known = std::find_if(encodings.begin(), encodings.end(), [&](const trend::KeyEncoding& keys) {
      return keys.same(query.group_by, query.equivalence);
    });
    const auto index = static_cast<std::size_t>(known - encodings.begin());
    if (known == encodings.end()) {
      encodings.emplace_back(query.group_by, query.equivalence);
      classes.emplace_back();
    }
    running->slot = static_cast<std::uint32_t>(classes[index].size());
    classes[index].push_back(running.get());
  }
  for (std::size_t i = 0; i < classes.size(); ++i) {
    spaces_.push_back(std::make_unique<KeySpace>(std::move(encodings[i]), std::move(classes[i]),
                                                 workload_->schema.types.size()));
    for (RunningQuery* query : spaces_.back()->queries) query->space = spaces_.back().get();
  }
}

Status TrendProcessor::apply(KeyGroup key_group, std::span<const EventRef> events) {
  for (const auto& space : spaces_) {
    if (Status applied = apply(*space, key_group, events); !applied.ok()) return applied;
  }
  return {};
}

Status TrendProcessor::apply(KeySpace& space, KeyGroup key_group, std::span<const EventRef> events) {
  for (const EventRef& event : events) {
    const std::vector<trend::Subscriber>& subscribers = space.by_type[event.type()];
    if (subscribers.empty()) continue;
    if (!space.encoding.encode(*event.block, event.row, key_, group_bytes_)) {
      left_out_ += subscribers.size();
    } else if (const RunningQuery* refused = apply(space, key_group, event); refused != nullptr) {
      return conflict(*refused, key_group);
    }
  }
  return {};
}

const RunningQuery* TrendProcessor::apply(KeySpace& space, KeyGroup key_group, const EventRef& event) {
  Partition* partition = nullptr;
  bool looked_up = false;
  for (const trend::Subscriber& subscriber : space.by_type[event.type()]) {
    RunningQuery& query = *subscriber.query;
    std::span<const Move> moves = subscriber.moves;
    bool starts = subscriber.starts;
    if (subscriber.conditional) {
      moves = query.trend.moves(*event.block, event.row, scratch_);
      if (moves.empty()) continue;
      starts = trend::starts_a_trend(moves);
    }
    if (!looked_up) {
      partition = space.partitions.find(key_);
      looked_up = true;
      if (partition != nullptr && partition->key_group != key_group) return &query;
    }
    if (partition == nullptr && !starts) continue;
    WindowRange range = query.windows.at(event.time);
    if (!query.not_before.empty()) range.first = std::max(range.first, query.first_window(key_group));
    if (range.first > range.last) continue;
    if (partition == nullptr) partition = space.partitions.create(key_, group_bytes_, key_group);
    if (partition == nullptr) return &query;
    if (starts) open_lanes(query, *partition, range);
    extend(query, partition->lists[query.slot], moves, event.time, range.first);
  }
  return nullptr;
}

Error TrendProcessor::conflict(const RunningQuery& query, KeyGroup key_group) const {
  const KeySpace& space = *query.space;
  std::string attributes;
  for (const KeyAttribute& attribute : query.trend.query().group_by) {
    attributes += (attributes.empty() ? "" : ", ") + attribute.name;
  }
  const std::string_view group = std::string_view(key_).substr(0, group_bytes_);
  return Error{
      ErrorCode::kKeyGroupConflict,
      "query " + query.trend.query().name + ": events of one group of GROUP BY " +
          (attributes.empty() ? "(none)" : attributes) + " arrive under key group " +
          std::to_string(space.partitions.key_group_of(group)) + " and under key group " +
          std::to_string(key_group),
      "key the stream by attributes that are all in GROUP BY and declare them with keyedBy; a query without "
      "GROUP BY needs a stream that is not split",
      query.trend.query().place};
}

void TrendProcessor::extend(RunningQuery& query, LaneList& lanes, std::span<const Move> moves, Timestamp time,
                            std::int64_t first_window) {
  Lane* lane = lanes.live;
  while (lane != nullptr && lane->window() < first_window) lane = lane->next;
  lanes.live = lane;
  if (query.trend.strict()) {
    for (; lane != nullptr; lane = lane->next) lane->add_strict(moves, time);
  } else {
    for (; lane != nullptr; lane = lane->next) lane->add_arrival(moves);
  }
}

void TrendProcessor::open_lanes(RunningQuery& query, Partition& partition, const WindowRange& range) {
  LaneList& lanes = partition.lists[query.slot];
  std::int64_t window = range.first;
  if (lanes.live != nullptr) {
    if (lanes.tail->window() >= range.last) return;
    window = std::max(window, lanes.tail->window() + 1);
  }
  for (; window <= range.last; ++window) {
    Lane* lane = Lane::make(&partition, window, query.states(), query.trend.strict());
    add_lane(query, partition, lane);
  }
}

void TrendProcessor::add_lane(RunningQuery& query, Partition& partition, Lane* lane) {
  partition.lists[query.slot].append(lane);
  ++partition.lanes;
  lane_bytes_ += Lane::bytes(query.states(), query.trend.strict()) + kAllocation;
  OpenWindow& window = open_window(query, lane->window(), !lane->due);
  window_bytes_ -= window.bytes();
  window.add(lane);
  window_bytes_ += window.bytes();
}

OpenWindow& TrendProcessor::open_window(RunningQuery& query, std::int64_t number, bool live) {
  if (query.newest == nullptr || query.newest_number != number || !live) {
    const auto [entry, fresh] = windows_.try_emplace(query.window_key(number, live));
    if (fresh) window_bytes_ += kWindowBytes;
    if (!live) return entry->second;
    query.newest = &entry->second;
    query.newest_number = number;
  }
  return *query.newest;
}

void TrendProcessor::advance(Timestamp watermark) {
  watermark_ = watermark;
  for (const auto& query : queries_) query->drop_fences(watermark);
}

bool TrendProcessor::is_due(const WindowKey& key) const {
  if (!key.live || watermark_ == kEndOfTime) return true;
  return !key.unbounded && key.end <= watermark_ + 1;
}

bool TrendProcessor::emit(ResultSink& sink, std::size_t max_rows) {
  std::size_t rows = 0;
  std::size_t steps = 4 * max_rows + 1024;  // lanes looked at, with and without a row
  while (!windows_.empty() && is_due(windows_.begin()->first)) {
    const auto first = windows_.begin();
    if (first->second.empty()) {
      drop_window(first);
      continue;
    }
    if (rows == max_rows || steps == 0 || !first->second.order(steps)) return false;
    if (emit_lane(*by_rank_[first->first.rank], first->second, first->first, sink)) ++rows;
    if (steps > 0) --steps;
  }
  return true;
}

// Takes the lane with the smallest key off the window. All lanes of a group follow each other; each hands its
// trends on to the next, so that between two calls the lanes hold all that is not emitted yet, and a snapshot
// is right at any moment. True if a row was handed over.
bool TrendProcessor::emit_lane(RunningQuery& query, OpenWindow& window, const WindowKey& key,
                               ResultSink& sink) {
  Lane* lane = window.top();
  const SaturatingCount count = lane->total(query.ends());
  window.pop();
  bool emitted = false;
  if (!window.empty() && window.top()->partition()->group() == lane->partition()->group()) {
    window.top()->absorb(count, query.ends());
  } else if (!count.is_zero()) {
    row_.query = query.id;
    row_.window.reset();
    if (!key.unbounded) row_.window = WindowBounds{key.start, key.end};
    row_.key_group = lane->partition()->key_group;
    row_.group = query.space->encoding.group(lane->partition()->key);
    row_.cells.assign(query.trend.query().aggregates.size(), count_cell(count));
    sink.accept(row_);
    emitted = true;
  }
  release(query, lane);
  return emitted;
}

void TrendProcessor::drop_window(trend::OpenWindows::iterator window) {
  RunningQuery& query = *by_rank_[window->first.rank];
  if (query.newest == &window->second) query.newest = nullptr;
  window_bytes_ -= kWindowBytes + window->second.bytes();
  windows_.erase(window);
}

void TrendProcessor::release(RunningQuery& query, Lane* lane) {
  Partition* partition = lane->partition();
  [[maybe_unused]] Lane* popped = partition->lists[query.slot].pop();
  assert(popped == lane);
  Lane::free(lane);
  lane_bytes_ -= Lane::bytes(query.states(), query.trend.strict()) + kAllocation;
  if (--partition->lanes == 0) query.space->partitions.drop(partition);
}

std::size_t TrendProcessor::bytes() const {
  std::size_t total = lane_bytes_ + window_bytes_;
  for (const auto& space : spaces_) total += space->partitions.bytes();
  return total;
}

}  // namespace horatio
