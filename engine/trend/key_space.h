// SPDX-License-Identifier: Apache-2.0
// The queries that have the same key attributes, and their partitions: an event's key is computed and looked
// up once for all of them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/trend/key_encoding.h"
#include "engine/trend/open_windows.h"
#include "engine/trend/partition_table.h"
#include "engine/trend/trend_query.h"
#include "engine/trend/window_cursor.h"

namespace horatio::trend {

struct KeySpace;

// A query at work.
struct RunningQuery {
  RunningQuery(TrendQuery compiled, QueryId number)
      : trend(std::move(compiled)), id(number), windows(trend.query().window) {}

  TrendQuery trend;
  QueryId id;
  WindowCursor windows;
  std::uint32_t rank = 0;  // by name among the queries of the processor
  KeySpace* space = nullptr;
  std::uint32_t slot = 0;  // within its key space

  // Windows that begin at or before this time are not counted in a key group: the query was not there from
  // their begin on. Empty but after a restore into an edited workload.
  std::map<KeyGroup, Timestamp> not_before;

  // The window that got a lane last, since lanes of one window are opened in runs.
  std::int64_t newest_number = 0;
  OpenWindow* newest = nullptr;

  std::size_t states() const { return trend.automaton().states(); }
  std::uint64_t ends() const { return trend.automaton().ends(); }
  bool bounded() const { return trend.query().window.has_value(); }
  WindowBounds bounds(std::int64_t window) const {
    return bounded() ? bounds_of(*trend.query().window, window) : WindowBounds{0, 0};
  }
  // The first window that counts in the key group, by not_before.
  std::int64_t first_window(KeyGroup key_group) const {
    const auto fence = not_before.find(key_group);
    if (fence == not_before.end()) return INT64_MIN;
    return bounded() ? windows_of(*trend.query().window, fence->second).last + 1 : INT64_MAX;
  }
  // Forgets the fences of windows that are all over by the watermark.
  void drop_fences(Timestamp watermark) {
    if (not_before.empty() || !bounded()) return;
    const Timestamp size = trend.query().window->size;
    std::erase_if(not_before, [&](const auto& fence) {
      return watermark >= INT64_MIN + size && fence.second <= watermark - size;
    });
  }
  WindowKey window_key(std::int64_t window, bool live) const {
    const WindowBounds limits = bounds(window);
    return {live, !bounded(), limits.end, limits.start, rank};
  }
};

// A query that wants the events of a type.
struct Subscriber {
  RunningQuery* query = nullptr;
  bool conditional = false;     // its moves depend on predicates
  bool starts = false;          // if not conditional: some move starts a trend
  std::span<const Move> moves;  // if not conditional
};

inline bool starts_a_trend(std::span<const Move> moves) {
  return std::any_of(moves.begin(), moves.end(), [](const Move& move) { return move.starts; });
}

struct KeySpace {
  KeySpace(KeyEncoding keys, std::vector<RunningQuery*> members, std::size_t types)
      : encoding(std::move(keys)),
        queries(std::move(members)),
        by_type(types),
        partitions(queries.size(), encoding.attributes().size() > encoding.group_attributes()) {
    std::vector<Move> scratch;
    for (RunningQuery* query : queries) {
      for (std::size_t type = 0; type < types; ++type) {
        const auto id = static_cast<TypeId>(type);
        const TrendAutomaton& automaton = query->trend.automaton();
        if (!automaton.uses(id)) continue;
        Subscriber subscriber{query, query->trend.conditional(id), false, {}};
        if (!subscriber.conditional) subscriber.moves = automaton.moves(id, 0, scratch);
        subscriber.starts = starts_a_trend(subscriber.moves);
        by_type[type].push_back(subscriber);
      }
    }
  }

  KeyEncoding encoding;
  std::vector<RunningQuery*> queries;            // by slot
  std::vector<std::vector<Subscriber>> by_type;  // those with a place of the type
  PartitionTable partitions;
};

}  // namespace horatio::trend
