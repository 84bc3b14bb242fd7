// SPDX-License-Identifier: Apache-2.0
#include "operator/cli/workload_file.h"

#include <utility>

#include "engine/plan/checked_workload.h"
#include "operator/cli/byte_source.h"

namespace horatio::process {

Result<LoadedWorkload> load_workload(const std::string& path, TimeUnit unit) {
  const Result<std::string> text = read_all(path);
  if (!text.ok()) return text.error();
  ParsedWorkload parsed = read_workload(*text, unit);
  const std::string file = display_name(path);
  if (!parsed.faults.empty()) {
    std::string lines;
    for (const WorkloadFault& fault : parsed.faults)
      lines += (lines.empty() ? "" : "\n") + to_string(fault, file);
    return Error{parsed.faults.front().error.code, lines, "", {}};
  }
  LoadedWorkload loaded{std::make_shared<const Workload>(std::move(parsed.workload)), {}};
  for (const WorkloadFault& warning : parsed.warnings) loaded.warnings.push_back(to_string(warning, file));
  return loaded;
}

}  // namespace horatio::process
