// SPDX-License-Identifier: Apache-2.0
// The windows that have lanes, in the order in which rows leave: those restored as due, then by window end,
// window start and query name, rows without WITHIN last. A window becomes a heap by key once it is due, in
// steps, so that a million groups that close at once are handed over with bounded work per call.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "engine/model/schema.h"
#include "engine/model/window.h"
#include "engine/trend/lane.h"

namespace horatio::trend {

struct WindowKey {
  bool live = true;        // false: restored as due
  bool unbounded = false;  // the one window of a query without WITHIN
  Timestamp end = 0;
  Timestamp start = 0;
  std::uint32_t rank = 0;  // of the query, by name
  auto operator<=>(const WindowKey&) const = default;
};

// The lanes of one query's window, of all its partitions.
class OpenWindow {
 public:
  void add(Lane* lane) {
    lanes_.push_back(lane);
    unordered_ = lanes_.size() / 2;
  }
  bool empty() const { return lanes_.empty(); }

  // Orders up to `steps` more lanes; true once top() may be asked. REQUIRES: no add() after the first call.
  bool order(std::size_t& steps);
  Lane* top() const { return lanes_.front(); }  // the smallest key
  void pop();                                   // O(log lanes)

  std::size_t bytes() const { return lanes_.capacity() * sizeof(Lane*); }

 private:
  void sift_down(std::size_t index);

  std::vector<Lane*> lanes_;
  std::size_t unordered_ = 0;  // lanes below this index are not yet heads of heaps
};

using OpenWindows = std::map<WindowKey, OpenWindow>;

}  // namespace horatio::trend
