// SPDX-License-Identifier: Apache-2.0
// What the Flink adapter keeps of a session whose process has died: who it was, its workload, and the newest
// frames that it sent (FRAMES.md, "Kept sessions"). Read whole; nothing of it is trusted.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bridge/control/control_calls.h"
#include "bridge/frames/frame.h"
#include "engine/model/status.h"

namespace horatio::process {

struct KeptSession {
  HelloFrame hello;  // without its token
  control_plane::WorkloadText workload;
  std::vector<std::string> arguments;  // of the process, beside those of every launched one
  std::string reason;                  // why the session was over
  std::uint64_t dropped = 0;           // frames that were sent before the first one here
  std::uint64_t acknowledged = 0;      // of those here, how many the process had taken over
  std::vector<std::string> frames;     // in the order they were sent
};

// The folder itself if it is one session's, else those of its folders that are, by name. Errors (kFile): it
// cannot be read, or holds no session.
Result<std::vector<std::string>> find_kept_sessions(const std::string& folder);

// Errors: kFile (a file is missing, or cannot be read), kBadFrame (a file is foreign, of a newer format,
// truncated or damaged), each with the file.
Result<KeptSession> read_kept_session(const std::string& folder);

}  // namespace horatio::process
