// SPDX-License-Identifier: Apache-2.0
// horatio replay: the frames that a job kept when its process died, once more through the code that took them
// there, in this process.
#pragma once

#include <string>

#include "engine/model/status.h"
#include "operator/cli/diagnostics.h"

namespace horatio::process {

struct ReplayOptions {
  std::string folder;
  bool verbose = false;  // tell each frame before it is taken
};

// Prints to standard output what came of each session. Errors: kFile and kBadFrame (the folder cannot be
// used), the workload's faults, kBadEvent: the frames end a session with an error, as they are to show.
Status replay(const ReplayOptions& options, Diagnostics& diagnostics);

}  // namespace horatio::process
