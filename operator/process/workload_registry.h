// SPDX-License-Identifier: Apache-2.0
// The workloads that were registered over the control plane, by hash. Any thread.
#pragma once

#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "bridge/control/control_calls.h"
#include "bridge/frames/panes_reader.h"
#include "engine/model/query.h"
#include "engine/plan/engine.h"

namespace horatio::process {

// Immutable once registered; sessions share it.
struct RegisteredWorkload {
  std::shared_ptr<const Workload> workload;
  std::vector<RequiredType> required;  // what PANES carry, by TypeId
  SentColumns sent;                    // the columns of `required`
  control_plane::WorkloadInfo info;
};
using WorkloadHandle = std::shared_ptr<const RegisteredWorkload>;

class WorkloadRegistry {
 public:
  explicit WorkloadRegistry(std::size_t capacity = 64) : capacity_(capacity) {}

  // Parses, checks and plans it. The same text, unit and key have the same hash, in every process of this
  // version. Where `capacity` is reached, the workload that was registered or asked for longest ago and that
  // no session uses gives way. Failures: all faults of the text; kLimitExceeded when every workload is in
  // use.
  control_plane::Answer<WorkloadHandle> add(const control_plane::WorkloadText& text);

  WorkloadHandle find(const std::string& hash);  // nullptr: never registered, or given way
  std::size_t size() const;

 private:
  bool make_room();

  const std::size_t capacity_;
  mutable std::mutex mutex_;
  std::list<WorkloadHandle> workloads_;  // newest use first
};

}  // namespace horatio::process
