// SPDX-License-Identifier: Apache-2.0
#include "operator/process/measured_engine.h"

#include <chrono>
#include <cstdint>

namespace horatio::process {
namespace {

std::uint64_t nanoseconds() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return static_cast<std::uint64_t>(std::chrono::nanoseconds(now).count());
}

}  // namespace

Result<std::unique_ptr<Engine>> make_measured_engine(const std::shared_ptr<const Workload>& workload,
                                                     EngineOptions options) {
  options.index_costs = measured_costs(*workload, options.strategy, nanoseconds);
  return Engine::make(workload, options);
}

}  // namespace horatio::process
