// SPDX-License-Identifier: Apache-2.0
// A workload from a file, or from standard input ("-").
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/model/query.h"
#include "engine/model/status.h"
#include "engine/query/parser.h"

namespace horatio::process {

struct LoadedWorkload {
  std::shared_ptr<const Workload> workload;
  std::vector<std::string> warnings;  // FILE:line:column: message
};

// Errors: kFile; the workload's own, whose message has a line "FILE:line:column: message" for every fault.
Result<LoadedWorkload> load_workload(const std::string& path, TimeUnit unit);

}  // namespace horatio::process
