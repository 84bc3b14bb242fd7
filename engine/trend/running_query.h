// SPDX-License-Identifier: Apache-2.0
// A query at work: what it was compiled to, its evaluator, and what it keeps of windows beside its lanes.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/node_hash_map.h"
#include "engine/trend/cells.h"
#include "engine/trend/evaluator.h"
#include "engine/trend/open_windows.h"
#include "engine/trend/trend_query.h"
#include "engine/trend/window_cursor.h"

namespace horatio::trend {

struct KeySpace;

// WITHIN n EVENTS: one group's events are numbered for as long as the query runs.
struct EventGroup {
  KeyGroup key_group = 0;
  std::int64_t next = 0;                    // number of the next event
  std::map<std::int64_t, OpenWindow> open;  // by window: those that may still get events
};

// What identifies a query's state: the same canonical text, and key attributes of the same types.
std::uint64_t fingerprint_of(const Query& query);

// A query at work.
struct RunningQuery {
  RunningQuery(std::unique_ptr<TrendQuery> compiled, QueryId number, std::unique_ptr<Evaluator> evaluates,
               std::size_t largest_number)
      : trend(std::move(compiled)),
        id(number),
        evaluator(std::move(evaluates)),
        cells(trend->query(), trend->components(), largest_number),
        fingerprint(fingerprint_of(trend->query())),
        windows(trend->query().window),
        in_runs(trend->schema().types.size()) {}

  std::unique_ptr<TrendQuery> trend;  // the evaluator refers to it
  QueryId id;
  std::unique_ptr<Evaluator> evaluator;
  CellMaker cells;
  std::uint64_t fingerprint;
  WindowCursor windows;
  std::uint32_t rank = 0;  // by name among the queries of the processor
  KeySpace* space = nullptr;
  std::uint32_t slot = 0;  // within its key space
  // By type: 1 + its place among those of its space that take the events in runs; 0: it does not.
  std::vector<std::uint32_t> in_runs;

  // Windows that begin at or before this time are not counted in a key group: the query was not there from
  // their begin on. Empty but after a restore into an edited workload.
  std::map<KeyGroup, Timestamp> not_before;

  // The window that got a lane last, since lanes of one window are opened in runs.
  std::int64_t newest_number = 0;
  OpenWindow* newest = nullptr;

  absl::node_hash_map<std::string, EventGroup> event_groups;  // by the GROUP BY part of the key

  // EMIT EMPTY WINDOWS without GROUP BY: the newest window that held an event, and its key group.
  std::optional<std::int64_t> newest_filled;
  KeyGroup filled_key_group = 0;

  const Query& query() const { return trend->query(); }
  bool bounded() const { return query().window.has_value(); }
  bool of_events() const { return bounded() && query().window->of_events; }
  bool by_time() const { return bounded() && !query().window->of_events; }
  bool fills_gaps() const { return query().emit_empty_windows && by_time() && query().group_by.empty(); }
  bool takes_runs(TypeId type) const { return !of_events() && evaluator->takes_runs(type); }
  // Needs events of one time in the canonical order (rule 11).
  bool is_ordered() const { return trend->needs_canonical_order() && !of_events(); }
  // Needs them as they arrived.
  bool is_in_arrival_order() const { return !trend->strict() || of_events(); }
  bool is_contiguous() const { return query().selection == Selection::kContiguous; }

  WindowBounds bounds(std::int64_t window) const {
    return bounded() ? bounds_of(*query().window, window) : WindowBounds{0, 0};
  }
  // The window's end, where it is a time.
  std::optional<Timestamp> end_time(std::int64_t window) const {
    return by_time() ? std::optional(bounds(window).end) : std::nullopt;
  }
  // The first window that counts in the key group, by not_before.
  std::int64_t first_window(KeyGroup key_group) const {
    const auto fence = not_before.find(key_group);
    if (fence == not_before.end() || of_events()) return INT64_MIN;
    return bounded() ? windows_of(*query().window, fence->second).last + 1 : INT64_MAX;
  }
  // Windows of events begin with the first event behind the fence.
  bool is_fenced(KeyGroup key_group, Timestamp time) const {
    if (not_before.empty() || !of_events()) return false;
    const auto fence = not_before.find(key_group);
    return fence != not_before.end() && time <= fence->second;
  }
  // Forgets the fences of windows that are all over by the watermark.
  void drop_fences(Timestamp watermark) {
    if (not_before.empty() || !by_time()) return;
    const Timestamp size = query().window->size;
    std::erase_if(not_before, [&](const auto& fence) {
      return watermark >= INT64_MIN + size && fence.second <= watermark - size;
    });
  }
  // `completed`: when a window of events got its last one.
  WindowKey window_key(std::int64_t window, bool live, Timestamp completed) const {
    if (by_time()) {
      const WindowBounds limits = bounds(window);
      return {live, false, limits.end, limits.start, rank};
    }
    if (completed == kEndOfTime) return {live, true, 0, window, rank};
    return {live, false, completed + 1, window, rank};
  }
};

}  // namespace horatio::trend
