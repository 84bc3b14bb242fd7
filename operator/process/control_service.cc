// SPDX-License-Identifier: Apache-2.0
#include "operator/process/control_service.h"

#include <utility>

#include "operator/process/log.h"
#include "operator/process/machine.h"
#include "operator/process/token.h"
#include "operator/process/version.h"

namespace horatio::process {

using control_plane::Answer;
using control_plane::Failure;

ControlService::ControlService(std::string token, const EngineOptions& engine, WorkloadRegistry& registry,
                               const DataPlane& data,
                               std::function<void(std::chrono::milliseconds)> shut_down)
    : token_(std::move(token)),
      engine_(engine),
      registry_(registry),
      data_(data),
      shut_down_(std::move(shut_down)) {}

bool ControlService::authorized(const std::string& token) const { return same_token(token, token_); }

Answer<control_plane::WorkloadInfo> ControlService::register_workload(
    const control_plane::WorkloadText& workload) {
  const auto answer = registry_.add(workload);
  if (const auto* failure = std::get_if<Failure>(&answer)) {
    log_limited("workload", "a workload was refused: " + failure->message);
    return *failure;
  }
  const auto& registered = std::get<WorkloadHandle>(answer);
  log_limited("registered",
              "workload " + registered->info.hash + " registered, " +
                  std::to_string(registered->info.queries.size()) + " queries",
              LogLevel::kInfo);
  return registered->info;
}

Answer<std::string> ControlService::explain(const std::string& hash) {
  const WorkloadHandle registered = registry_.find(hash);
  if (registered) return horatio::explain(*registered->workload, engine_);
  return Failure{
      ErrorCode::kUnknownWorkload, "no workload " + hash + " is registered here", "register it first", {}};
}

control_plane::Stats ControlService::stats() {
  control_plane::Stats stats;
  stats.version = kVersion;
  const auto uptime = std::chrono::steady_clock::now() - started_;
  stats.uptime_ms = std::chrono::duration_cast<std::chrono::milliseconds>(uptime).count();
  stats.resident_bytes = static_cast<std::int64_t>(resident_bytes());
  stats.sessions_opened = data_.sessions_opened();
  stats.sessions_failed = data_.sessions_failed();
  stats.sessions = data_.sessions();
  return stats;
}

control_plane::Health ControlService::health() {
  if (data_.draining()) return {false, "shutting down"};
  return {true, "ready"};
}

void ControlService::shutdown(std::int32_t drain_ms) {
  log_info("shutdown was called, " + std::to_string(drain_ms) + " ms to drain");
  shut_down_(std::chrono::milliseconds(std::max(0, drain_ms)));
}

}  // namespace horatio::process
