// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "engine/plan/engine.h"

namespace horatio::process {

// An engine that decides by what this machine needs: it is lent the process's clock, having none itself.
// Where that is asked for (measured_costs), a few milliseconds of measuring.
Result<std::unique_ptr<Engine>> make_measured_engine(const std::shared_ptr<const Workload>& workload,
                                                     EngineOptions options);

}  // namespace horatio::process
