// SPDX-License-Identifier: Apache-2.0
// What a lane knows of the Kleene loop that it shares (snapshot_graph.h): the value of each snapshot for it
// (HAMLET, Definition 9 and Table 3).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/trend/vertices/mass.h"

namespace horatio::trend {

template <class Num>
struct Snapshot;
template <class Num>
class SnapshotGraph;

template <class Num>
struct LoopShare {
  struct Value {
    Snapshot<Num>* snapshot = nullptr;
    Mass<Num> mass;
  };

  SnapshotGraph<Num>* graph = nullptr;
  std::size_t member = 0;     // of the loop: the query of the lane
  std::uint64_t joined = 0;   // events of the graph before it
  std::vector<Value> values;  // those that are not zero
};

}  // namespace horatio::trend
