// SPDX-License-Identifier: Apache-2.0
// The rows of the trend room, in the order in which they leave.
#include <memory>
#include <utility>

#include "engine/trend/trend_processor.h"

namespace horatio {

using trend::Lane;
using trend::LaneList;
using trend::OpenWindow;
using trend::RunningQuery;
using trend::WindowKey;

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
  const std::optional<Timestamp> end = query.end_time(lane->window);
  if (run.is_active() && query.in_runs[run.type()] != 0 && (!end || run.first() < *end)) {
    apply_run(*query.space, *lane->partition, true);
  }
  // So does the pane of later windows.
  if (LaneList& lanes = lane->partition->lists[query.slot];
      lanes.pane != nullptr && lanes.live != nullptr && lane->window >= lanes.live->window) {
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

}  // namespace horatio
