// SPDX-License-Identifier: Apache-2.0
// What a partition keeps of a Kleene loop that its queries share, whatever their numbers are.
#pragma once

namespace horatio::trend {

struct LoopGraph {
  virtual ~LoopGraph() = default;
  bool is_interrupted = true;  // the burst under way is over: another event of its queries has come
  bool lanes_changed = true;   // lanes have come or left since it was looked at which share
};

}  // namespace horatio::trend
