// SPDX-License-Identifier: Apache-2.0
// Whether a HELLO fits this process and its workload, and the terms that follow. Pure.
#pragma once

#include "bridge/frames/frame.h"
#include "engine/model/status.h"
#include "operator/process/options.h"
#include "operator/process/session.h"
#include "operator/process/workload_registry.h"

namespace horatio::process {

// `workload` is what the hash names; may be null. REQUIRES: options.memory is not 0. Errors:
// kUnknownWorkload, kProtocol (columns, key groups, credit or frame size that cannot work), kLimitExceeded
// (an id over 256 bytes).
Result<SessionTerms> check_hello(const HelloFrame& hello, const WorkloadHandle& workload,
                                 const ProcessOptions& options);

FrameLimits frame_limits(const ProcessOptions& options);

}  // namespace horatio::process
