// SPDX-License-Identifier: Apache-2.0
// horatio explain: the canonical form of a workload and the plan for it, or its merged template.
#pragma once

#include <string>

#include "engine/model/status.h"
#include "engine/plan/engine.h"
#include "operator/cli/diagnostics.h"

namespace horatio::process {

struct ExplainOptions {
  std::string workload;
  TimeUnit unit = TimeUnit::kMillisecond;
  EngineOptions engine;
  bool dot = false;  // the merged template as a Graphviz graph, and nothing else
};

// Prints to standard output; warnings go to `diagnostics`. Errors: kFile; the workload's faults.
Status explain(const ExplainOptions& options, Diagnostics& diagnostics);

}  // namespace horatio::process
