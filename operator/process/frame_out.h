// SPDX-License-Identifier: Apache-2.0
// Where a session's frames leave: the next sequence number is theirs.
#pragma once

#include <cstddef>
#include <cstdint>

#include "bridge/frames/frame.h"
#include "bridge/frames/result_rows.h"

namespace horatio::process {

struct SentFrame {
  std::uint64_t seq = 0;
  std::size_t bytes = 0;  // encoded
};

class FrameOut {
 public:
  virtual ~FrameOut() = default;
  // Encodes at once: views in `body` are not kept.
  virtual SentFrame send(FrameBody body) = 0;
  virtual SentFrame send_result(ResultRows& rows) = 0;
};

}  // namespace horatio::process
