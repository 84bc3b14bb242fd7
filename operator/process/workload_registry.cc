// SPDX-License-Identifier: Apache-2.0
#include "operator/process/workload_registry.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "bridge/frames/frame_codec.h"
#include "engine/plan/checked_workload.h"
#include "operator/process/workload_info.h"

namespace horatio::process {
namespace {

using control_plane::Answer;
using control_plane::Failure;

Failure refused(const std::vector<WorkloadFault>& faults) {
  Failure failure;
  failure.code = faults.front().error.code;
  failure.message =
      "the workload has " + std::to_string(faults.size()) + (faults.size() == 1 ? " fault" : " faults");
  for (const WorkloadFault& fault : faults) {
    failure.message += '\n';
    failure.message += to_string(fault, "workload");
    failure.faults.push_back(to_fault(fault));
  }
  failure.remedy = "mend all of them and register it again";
  return failure;
}

// What no HELLO or PANES could carry.
std::optional<Failure> check_limits(const RegisteredWorkload& registered) {
  const FrameLimits limits;
  std::size_t widest = 0;
  for (const auto& attributes : registered.sent) widest = std::max(widest, attributes.size());
  if (registered.info.columns.size() <= limits.text && registered.sent.size() <= limits.blocks &&
      widest <= limits.columns) {
    return std::nullopt;
  }
  return Failure{ErrorCode::kLimitExceeded,
                 "the queries read more types and attributes than a frame can carry",
                 "split the workload: at most 4096 types, 4096 attributes of a type, 64 KiB of their names",
                 {}};
}

// Everything that a session would otherwise find out too late.
Answer<WorkloadHandle> check(const control_plane::WorkloadText& text, std::string hash) {
  ParsedWorkload parsed = read_workload(text.text, text.unit);
  if (!parsed.faults.empty()) return refused(parsed.faults);
  const auto key_faults = check_stream_key(parsed.workload, {text.global_stream, text.key_attributes});
  if (!key_faults.empty()) return refused(key_faults);
  auto registered = std::make_shared<RegisteredWorkload>();
  registered->workload = std::make_shared<const Workload>(std::move(parsed.workload));
  registered->required = required_columns(*registered->workload);
  for (const RequiredType& type : registered->required) registered->sent.push_back(type.attributes);
  registered->info =
      workload_info(*registered->workload, registered->required, std::move(hash), parsed.warnings);
  if (auto limit = check_limits(*registered)) return *limit;
  return WorkloadHandle(std::move(registered));
}

}  // namespace

Answer<WorkloadHandle> WorkloadRegistry::add(const control_plane::WorkloadText& text) {
  std::string hash = workload_hash(text);
  if (auto known = find(hash)) return known;
  auto checked = check(text, std::move(hash));
  if (std::holds_alternative<Failure>(checked)) return checked;
  const std::lock_guard lock(mutex_);
  if (!make_room()) {
    return Failure{ErrorCode::kLimitExceeded,
                   std::to_string(capacity_) + " workloads are registered and all of them are in use",
                   "end a job, or start a second horatio-operator",
                   {}};
  }
  workloads_.push_front(std::get<WorkloadHandle>(checked));
  return checked;
}

WorkloadHandle WorkloadRegistry::find(const std::string& hash) {
  const std::lock_guard lock(mutex_);
  const auto found = std::find_if(workloads_.begin(), workloads_.end(), [&](const WorkloadHandle& workload) {
    return workload->info.hash == hash;
  });
  if (found == workloads_.end()) return nullptr;
  workloads_.splice(workloads_.begin(), workloads_, found);
  return *found;
}

std::size_t WorkloadRegistry::size() const {
  const std::lock_guard lock(mutex_);
  return workloads_.size();
}

bool WorkloadRegistry::make_room() {
  if (workloads_.size() < capacity_) return true;
  // Only the list holds those that no session uses; new holders come through this lock alone.
  const auto unused = std::find_if(workloads_.rbegin(), workloads_.rend(),
                                   [](const WorkloadHandle& workload) { return workload.use_count() == 1; });
  if (unused == workloads_.rend()) return false;
  workloads_.erase(std::next(unused).base());
  return true;
}

}  // namespace horatio::process
