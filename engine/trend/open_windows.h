// SPDX-License-Identifier: Apache-2.0
// The windows that have lanes, in the order in which rows leave: those restored as due, then by window end,
// window start and query name, rows without WITHIN and of incomplete windows of events last. A window becomes
// a heap by key once it is due, in steps, so that a million groups that close at once are handed over with
// bounded work per call.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "engine/model/schema.h"
#include "engine/model/window.h"
#include "engine/trend/lane.h"

namespace horatio::trend {

struct WindowKey {
  bool live = true;        // false: restored as due
  bool unbounded = false;  // due at the end of the input
  Timestamp end = 0;       // of a window of events: behind its last event
  Timestamp start = 0;     // of a window of events: its number
  std::uint32_t rank = 0;  // of the query, by name
  auto operator<=>(const WindowKey&) const = default;
};

// The lanes of one query's window, of all its partitions; or a run of windows without any.
class OpenWindow {
 public:
  void add(Lane* lane) {
    lanes_.push_back(lane);
    unordered_ = lanes_.size() / 2;
  }
  void add_all(OpenWindow&& other) {
    lanes_.insert(lanes_.end(), other.lanes_.begin(), other.lanes_.end());
    unordered_ = lanes_.size() / 2;
  }
  bool empty() const { return lanes_.empty(); }
  std::size_t size() const { return lanes_.size(); }

  // Orders up to `steps` more lanes; true once top() may be asked. REQUIRES: no add() after the first call.
  bool order(std::size_t& steps);
  Lane* top() const { return lanes_.front(); }  // the smallest key
  const std::vector<Lane*>& lanes() const { return lanes_; }
  void pop();  // O(log lanes)

  std::size_t bytes() const { return lanes_.capacity() * sizeof(Lane*); }

  // EMIT EMPTY WINDOWS: this window and those up to `through` hold no event of their query.
  struct Gap {
    std::int64_t number = 0;
    std::int64_t through = 0;
  };
  std::optional<Gap> gap;

 private:
  void sift_down(std::size_t index);

  std::vector<Lane*> lanes_;
  std::size_t unordered_ = 0;  // lanes below this index are not yet heads of heaps
};

using OpenWindows = std::map<WindowKey, OpenWindow>;

}  // namespace horatio::trend
