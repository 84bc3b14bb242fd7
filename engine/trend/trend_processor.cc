// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/trend_processor.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "engine/trend/canonical_order.h"
#include "engine/trend/evaluators.h"

namespace horatio {

using trend::Evaluator;
using trend::EventGroup;
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

}  // namespace

Result<std::unique_ptr<TrendProcessor>> TrendProcessor::make(std::shared_ptr<const Workload> workload,
                                                             std::span<const QueryId> queries,
                                                             const TrendOptions& options) {
  std::vector<std::unique_ptr<RunningQuery>> running;
  for (const QueryId id : queries) {
    Result<TrendQuery> compiled = TrendQuery::compile(workload->queries[id], workload->schema);
    if (!compiled.ok()) return compiled.error();
    if (options.modulo_p) compiled->count_modulo_p();
    auto query = std::make_unique<TrendQuery>(std::move(*compiled));
    trend::EvaluatorOptions evaluation{options.enumerate, options.share_runs ? options.pane_windows : 0,
                                       options.largest_number};
    auto evaluator = trend::make_evaluator(*query, evaluation);
    running.push_back(
        std::make_unique<RunningQuery>(std::move(query), id, std::move(evaluator), options.largest_number));
  }
  return std::unique_ptr<TrendProcessor>(
      new TrendProcessor(std::move(workload), std::move(running), options));
}

TrendProcessor::TrendProcessor(std::shared_ptr<const Workload> workload,
                               std::vector<std::unique_ptr<RunningQuery>> queries,
                               const TrendOptions& options)
    : workload_(std::move(workload)), queries_(std::move(queries)) {
  rank_queries();
  spaces_ = trend::form_key_spaces(queries_, workload_->schema, options.share_runs);
}

TrendProcessor::~TrendProcessor() {
  const auto free_lanes = [](RunningQuery& query, Partition& partition) {
    for (Lane* lane = partition.lists[query.slot].head; lane != nullptr;) {
      query.evaluator->free(std::exchange(lane, lane->next));
    }
  };
  for (const auto& space : spaces_) {
    for (RunningQuery* query : space->queries) {
      space->partitions.for_each([&](Partition& partition) { free_lanes(*query, partition); });
    }
  }
}

void TrendProcessor::rank_queries() {
  for (const auto& query : queries_) by_rank_.push_back(query.get());
  std::stable_sort(by_rank_.begin(), by_rank_.end(), [](const RunningQuery* left, const RunningQuery* right) {
    return left->query().name < right->query().name;
  });
  for (std::size_t rank = 0; rank < by_rank_.size(); ++rank) {
    by_rank_[rank]->rank = static_cast<std::uint32_t>(rank);
  }
}

std::string TrendProcessor::describe_sharing() const {
  std::string text;
  for (const auto& space : spaces_) text += space->describe_sharing(workload_->schema);
  return text;
}

Status TrendProcessor::apply(KeyGroup key_group, std::span<const EventRef> events) {
  for (const auto& space : spaces_) {
    std::span<const EventRef> in_order = events;
    if (space->canonical_order)
      in_order = trend::in_canonical_order(events, *space->canonical_order, ordered_);
    if (Status applied = apply(*space, key_group, in_order); !applied.ok()) return applied;
  }
  return {};
}

Status TrendProcessor::apply(KeySpace& space, KeyGroup key_group, std::span<const EventRef> events) {
  for (const EventRef& event : events) {
    const TypeId type = event.type();
    const KeySpace::OfType& wanted = space.of_type[type];
    if (wanted.all.empty()) continue;
    if (!space.encoding.encode(*event.block, event.row, key_, group_bytes_)) {
      left_out_ += left_out_of(space, type);
      continue;
    }
    Partition* partition = space.partitions.find(key_);
    if (partition != nullptr && partition->key_group != key_group) {
      return conflict(*wanted.all.front(), key_group);
    }
    const bool counted = partition != nullptr && partition->run.reaches(type, event.time) &&
                         partition->run.extend(space.runs.of(type), event, weights_);
    if (!counted) {
      if (Status ended = end_run(space, key_group, event, partition); !ended.ok()) return ended;
    } else if (!wanted.one_by_one.empty()) {
      if (Status applied = apply(wanted.one_by_one, key_group, event, partition); !applied.ok())
        return applied;
    }
    if (partition != nullptr) partition->last_time = event.time;
  }
  return {};
}

std::uint64_t TrendProcessor::left_out_of(const KeySpace& space, TypeId type) const {
  const auto& queries = space.of_type[type].all;
  return static_cast<std::uint64_t>(
      std::count_if(queries.begin(), queries.end(),
                    [type](const RunningQuery* query) { return query->trend->in_pattern(type); }));
}

Status TrendProcessor::end_run(KeySpace& space, KeyGroup key_group, const EventRef& event,
                               Partition*& partition) {
  const KeySpace::OfType& wanted = space.of_type[event.type()];
  if (partition != nullptr) apply_run(space, *partition, partition->run.last() < event.time);
  // Where events of several types have one time, none may see what the others do.
  if (partition != nullptr && partition->last_time == event.time) {
    return apply(wanted.all, key_group, event, partition);
  }
  if (!wanted.in_runs.empty()) {
    if (Status started = start_run(space, key_group, event, partition); !started.ok()) return started;
  }
  return apply(wanted.one_by_one, key_group, event, partition);
}

Status TrendProcessor::apply(std::span<RunningQuery* const> queries, KeyGroup key_group,
                             const EventRef& event, Partition*& partition) {
  for (RunningQuery* query : queries) {
    if (Status applied = apply(*query, key_group, event, partition); !applied.ok()) return applied;
  }
  return {};
}

Status TrendProcessor::start_run(KeySpace& space, KeyGroup key_group, const EventRef& event,
                                 Partition*& partition) {
  const TypeId type = event.type();
  const KeySpace::OfType& wanted = space.of_type[type];
  if (partition == nullptr || partition->opened_through.size() <= wanted.run_type ||
      partition->opened_through[wanted.run_type] < event.time) {
    if (Status opened = open_windows(space, key_group, event, partition); !opened.ok()) return opened;
    if (partition == nullptr) return {};
  }
  const trend::RunPlan::OfType& plan = space.runs.of(type);
  partition->run.start(plan, type, event.time, partition->opened_through[wanted.run_type]);
  if (!plan.bare) space.partitions.account_run(*partition);
  [[maybe_unused]] const bool counted = partition->run.extend(plan, event, weights_);
  assert(counted);
  return {};
}

// Of all queries that take the event in a run: they stay open, and the same, for a while.
Status TrendProcessor::open_windows(KeySpace& space, KeyGroup key_group, const EventRef& event,
                                    Partition*& partition) {
  const KeySpace::OfType& wanted = space.of_type[event.type()];
  Timestamp through = kEndOfTime;
  for (const KeySpace::RunMember& member : wanted.in_runs) {
    RunningQuery& query = *member.query;
    const WindowRange range = query.windows.at(event.time);
    through = std::min(through, query.windows.through());
    const bool opens = query.evaluator->opens(event.type()) || query.query().emit_empty_windows;
    const Result<Lane*> lane = first_lane(query, key_group, range, opens, partition);
    if (!lane.ok()) return lane.error();
  }
  if (partition == nullptr) return {};
  if (partition->opened_through.empty()) {
    partition->opened_through.resize(space.run_types, kBeforeTime);
    space.partitions.account_run(*partition);
  }
  partition->opened_through[wanted.run_type] = through;
  return {};
}

void TrendProcessor::apply_run(const KeySpace& space, Partition& partition, bool over) const {
  trend::Run& run = partition.run;
  if (!run.is_active()) return;
  for (const KeySpace::RunMember& member : space.of_type[run.type()].in_runs) {
    LaneList& lanes = partition.lists[member.slot];
    if (lanes.live == nullptr) continue;
    const trend::RunTally& tally = run.tally(member.use.of_class);
    member.evaluator->apply_run(lanes, run.type(), tally, member.use, over || tally.last() < run.last());
  }
  run.stop();
}

Status TrendProcessor::apply(RunningQuery& query, KeyGroup key_group, const EventRef& event,
                             Partition*& partition) {
  const Evaluator::Effect effect = query.evaluator->prepare(event);
  const bool shows = query.query().emit_empty_windows && query.trend->in_pattern(event.type());
  const bool opens = effect == Evaluator::Effect::kOpens || shows;
  if (query.of_events()) return apply_numbered(query, key_group, event, opens, partition);
  if (!opens && (effect == Evaluator::Effect::kNone || partition == nullptr)) return {};
  return apply_in(query, key_group, query.windows.at(event.time), opens, partition);
}

// WITHIN n EVENTS: events of the pattern's types get the next number of their group. Others (that only break
// contiguity) lie before the next number.
Status TrendProcessor::apply_numbered(RunningQuery& query, KeyGroup key_group, const EventRef& event,
                                      bool opens, Partition*& partition) {
  if (query.is_fenced(key_group, event.time)) return {};
  const std::string_view group = std::string_view(key_).substr(0, group_bytes_);
  EventGroup& counter =
      query.event_groups.try_emplace(std::string(group), EventGroup{key_group, 0, {}}).first->second;
  if (counter.key_group != key_group) return conflict(query, key_group);
  if (Status applied = apply_in(query, key_group, query.windows.at(counter.next), opens, partition);
      !applied.ok()) {
    return applied;
  }
  if (!query.trend->in_pattern(event.type())) return {};
  const std::int64_t end = ++counter.next;
  const WindowSpec& spec = *query.query().window;
  if (end < spec.size || (end - spec.size) % spec.slide != 0) return {};
  const auto closed = counter.open.find((end - spec.size) / spec.slide);
  if (closed == counter.open.end()) return {};
  complete(query, std::move(closed->second), event.time);
  counter.open.erase(closed);
  return {};
}

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
  return *first == nullptr ? Status() : query.evaluator->apply(partition->lists[query.slot]);
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
  // Lanes of windows that do not hold the event get nothing any more.
  if (lanes.live != nullptr && lanes.live->window < windows.first) {
    query.evaluator->settle(lanes);
    while (lanes.live != nullptr && lanes.live->window < windows.first) lanes.live = lanes.live->next;
  }
  if (range.first > range.last) return none;
  if (opens) open_lanes(query, *partition, range);
  return lanes.live;
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

void TrendProcessor::advance(Timestamp watermark) {
  watermark_ = watermark;
  if (fenced_) {
    fenced_ = false;
    for (const auto& query : queries_) {
      query->drop_fences(watermark);
      fenced_ = fenced_ || !query->not_before.empty();
    }
  }
  if (watermark != kEndOfTime) return;
  for (const auto& query : queries_) {
    for (auto& [group, counter] : query->event_groups) {
      for (auto& [number, window] : counter.open) complete(*query, std::move(window), kEndOfTime);
      counter.open.clear();
    }
  }
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
    if (first->second.empty() && !first->second.gap) {
      drop_window(first);
      continue;
    }
    if (rows == max_rows || steps == 0 || !first->second.order(steps)) return false;
    RunningQuery& query = *by_rank_[first->first.rank];
    const bool emitted = first->second.gap ? emit_gap(first, sink) : emit_lane(query, first->second, sink);
    if (emitted) ++rows;
    if (steps > 0) --steps;
  }
  return true;
}

// One row of a run of windows without events; the rest of the run waits for its turn.
bool TrendProcessor::emit_gap(trend::OpenWindows::iterator entry, ResultSink& sink) {
  RunningQuery& query = *by_rank_[entry->first.rank];
  const OpenWindow::Gap gap = *entry->second.gap;
  const bool due = !entry->first.live;
  drop_window(entry);
  totals_.clear(query.trend->components(), query.trend->arithmetic());
  const bool emitted = emit_row(query, gap.number, kEndOfTime, query.filled_key_group, {}, sink);
  if (gap.number < gap.through) add_gap(query, {gap.number + 1, gap.through}, due);
  return emitted;
}

// Takes the lane with the smallest key off the window. All lanes of a group follow each other; each hands its
// totals on to the next, so that between two calls the lanes hold all that is not emitted yet, and a snapshot
// is right at any moment. True if a row was handed over.
bool TrendProcessor::emit_lane(RunningQuery& query, OpenWindow& window, ResultSink& sink) {
  Lane* lane = window.top();
  // Another run, or one behind the window's end, goes on: where it is cut must not depend on when rows leave
  // (rule 11).
  const trend::Run& run = lane->partition->run;
  if (run.is_active() && query.in_runs[run.type()] != 0 &&
      run.first() < query.end_time(lane->window).value_or(kEndOfTime)) {
    apply_run(*query.space, *lane->partition, true);
  }
  if (LaneList& lanes = lane->partition->lists[query.slot]; lanes.pane != nullptr) {
    query.evaluator->settle(lanes);
  }
  query.evaluator->total(*lane, query.end_time(lane->window), totals_);
  if (lane->carried != nullptr) {
    lane->carried->add(totals_, query.trend->components());
    std::swap(*lane->carried, totals_);
  }
  window.pop();
  bool emitted = false;
  if (!window.empty() && window.top()->window == lane->window &&
      window.top()->partition->group() == lane->partition->group()) {
    window.top()->carried = std::make_unique<trend::Totals>(totals_);
  } else {
    emitted = emit_row(query, lane->window, lane->completed, lane->partition->key_group,
                       query.space->encoding.group(lane->partition->key), sink);
  }
  release(query, lane);
  return emitted;
}

bool TrendProcessor::emit_row(RunningQuery& query, std::int64_t window, Timestamp completed,
                              KeyGroup key_group, std::vector<Value> group, ResultSink& sink) {
  if (trend::is_zero(totals_.trends) && !query.query().emit_empty_windows) return false;
  if (!passes_having(query)) return false;
  row_.query = query.id;
  row_.window.reset();
  if (query.bounded()) row_.window = query.bounds(window);
  row_.time.reset();
  if (query.of_events()) row_.time = completed;
  row_.key_group = key_group;
  row_.group = std::move(group);
  row_.cells.clear();
  for (std::size_t i = 0; i < query.query().aggregates.size(); ++i) {
    row_.cells.push_back(query.cells.cell(i, totals_));
  }
  sink.accept(row_);
  return true;
}

bool TrendProcessor::passes_having(const RunningQuery& query) const {
  if (!query.trend->having()) return true;
  having_values_.clear();
  const std::size_t aggregates = query.query().aggregates.size() + query.query().hidden.size();
  for (std::size_t i = 0; i < aggregates; ++i) having_values_.push_back(query.cells.having_value(i, totals_));
  return query.trend->having()->emits(having_values_);
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

std::size_t TrendProcessor::bytes() const {
  std::size_t total = window_bytes_ + ordered_.capacity() * sizeof(EventRef);
  for (const auto& query : queries_) {
    total += query->evaluator->bytes();
    total += query->event_groups.size() * (sizeof(std::pair<std::string, EventGroup>) + 2 * kAllocation);
  }
  for (const auto& space : spaces_) total += space->partitions.bytes();
  return total;
}

}  // namespace horatio
