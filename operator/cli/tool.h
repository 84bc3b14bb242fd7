// SPDX-License-Identifier: Apache-2.0
// Runs the built tool as its users do: arguments, files, standard streams, exit code.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "operator/cli/temporary_folder.h"

namespace horatio::process {

struct ToolResult {
  int exit_code = 0;
  std::string out;
  std::string err;
};

class Tool {
 public:
  // `output`: where standard output goes; empty: into ToolResult::out. The tool is stopped after a minute.
  ToolResult run(const std::vector<std::string>& arguments, const std::string& input = "",
                 const std::string& output = "") const;

  // Writes the two files and runs `horatio run` on them with further arguments.
  ToolResult evaluate(const std::string& workload, const std::string& events,
                      const std::vector<std::string>& arguments = {}) const;

  const TemporaryFolder& folder() const { return folder_; }

 private:
  TemporaryFolder folder_;
};

}  // namespace horatio::process
