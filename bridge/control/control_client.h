// SPDX-License-Identifier: Apache-2.0
// The calling end of the control plane in C++: for the command line and for tests. One thread. After a
// failure that is not the operator's answer (kFile) the connection is closed; make a new client.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "bridge/control/control_calls.h"

namespace horatio::control_plane {

class ControlClient {
 public:
  // `address` is HOST:PORT, numeric IPv4 host. Errors: kInvalidClause, kFile (nobody listens there, timed
  // out).
  static Result<std::unique_ptr<ControlClient>> connect(std::string_view address, std::string token,
                                                        std::int32_t timeout_ms = 10'000);
  virtual ~ControlClient() = default;

  virtual Answer<WorkloadInfo> register_workload(const WorkloadText& workload) = 0;
  virtual Answer<std::string> explain(const std::string& hash) = 0;
  virtual Answer<Stats> stats() = 0;
  virtual Answer<Health> health() = 0;
  virtual Answer<std::monostate> shutdown(std::int32_t drain_ms) = 0;
};

}  // namespace horatio::control_plane
