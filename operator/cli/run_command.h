// SPDX-License-Identifier: Apache-2.0
// horatio run: a workload over a file of events, in this process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "engine/model/status.h"
#include "engine/plan/engine.h"
#include "operator/cli/column_binding.h"
#include "operator/cli/diagnostics.h"
#include "operator/cli/result_printer.h"

namespace horatio::process {

struct RunOptions {
  std::string workload;
  std::string input;
  std::string output = "-";
  std::optional<std::string> stats;
  std::optional<std::string> profile;  // a folder
  EngineOptions engine;
  std::optional<ResultFormat> format;  // none: a table on a terminal, else CSV
  ColumnNames columns;
  TimeUnit unit = TimeUnit::kMillisecond;
  std::int64_t lateness = 0;  // in time units
  bool strict = false;
  std::uint32_t batch_rows = 8192;  // results do not depend on it
};

// Errors: kFile and what the engine cannot go on after (the machine); a workload's or a header's faults;
// kBadEvent and kLateEvent under strict.
Status run(const RunOptions& options, Diagnostics& diagnostics);

}  // namespace horatio::process
