// SPDX-License-Identifier: Apache-2.0
// Bytes to frames and back; the only owner of msgpack. Decoding allocates nothing that a declared length asks
// for before the length has been checked against the bytes that are there and against the limits. Never
// throws.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "bridge/frames/frame.h"
#include "engine/model/status.h"

namespace horatio {

struct FrameLimits {
  std::size_t frame = 16U << 20;    // bytes of a whole frame
  std::size_t text = 64U << 10;     // bytes of a string of the envelope
  std::size_t blocks = 4096;        // event types in a PANES frame
  std::size_t columns = 4096;       // columns of a block
  std::size_t rows = 1U << 20;      // rows of a frame
  std::size_t elements = 1U << 20;  // msgpack elements of a frame, on all levels
};

// Views in the result point into `bytes`. Errors: kBadFrame (truncated, wrong element type, bad column),
// kLimitExceeded, kUnsupportedVersion (newer major version), kUnknownKind. Elements that a newer minor
// version appended are skipped.
Result<Frame> decode_frame(std::span<const std::byte> bytes, const FrameLimits& limits = {});

// The header alone, O(1): what the transport needs to route and to check sequence numbers.
Result<FrameHeader> decode_header(std::span<const std::byte> bytes);

std::string encode_frame(const Frame& frame);

const char* to_string(FrameKind kind);

}  // namespace horatio
