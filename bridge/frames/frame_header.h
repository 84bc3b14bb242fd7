// SPDX-License-Identifier: Apache-2.0
// The envelope: [magic, version, kind, session, seq, ...body].
#pragma once

#include <cstddef>
#include <span>

#include "bridge/frames/elements.h"
#include "bridge/frames/frame.h"
#include "engine/model/status.h"

namespace horatio {

inline constexpr std::size_t kEnvelopeElements = 5;

// Reads the envelope from the first elements of a frame, the outer array among them. Errors: kBadFrame,
// kUnsupportedVersion, kUnknownKind, looked for in this order.
Result<FrameHeader> header_of(std::span<const Element> elements);

}  // namespace horatio
