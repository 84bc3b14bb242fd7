// SPDX-License-Identifier: Apache-2.0
// Answers the calls of the control plane. Any thread.
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "bridge/control/control_calls.h"
#include "operator/process/data_plane.h"
#include "operator/process/workload_registry.h"

namespace horatio::process {

class ControlService : public control_plane::ControlCalls {
 public:
  // `shut_down` begins the end of the process and returns at once.
  ControlService(std::string token, const EngineOptions& engine, WorkloadRegistry& registry,
                 const DataPlane& data, std::function<void(std::chrono::milliseconds)> shut_down);

  bool authorized(const std::string& token) const override;
  control_plane::Answer<control_plane::WorkloadInfo> register_workload(
      const control_plane::WorkloadText& workload) override;
  control_plane::Answer<std::string> explain(const std::string& hash) override;
  control_plane::Stats stats() override;
  control_plane::Health health() override;
  void shutdown(std::int32_t drain_ms) override;

 private:
  const std::string token_;
  const EngineOptions engine_;
  WorkloadRegistry& registry_;
  const DataPlane& data_;
  const std::function<void(std::chrono::milliseconds)> shut_down_;
  const std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
};

}  // namespace horatio::process
