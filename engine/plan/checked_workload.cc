// SPDX-License-Identifier: Apache-2.0
#include "engine/plan/checked_workload.h"

#include <algorithm>
#include <tuple>

#include "engine/plan/engine.h"

namespace horatio {

ParsedWorkload read_workload(std::string_view text, TimeUnit unit) {
  ParsedWorkload parsed = parse_workload(text, unit);
  // The messages of the plan name their queries themselves.
  for (const Error& fault : plan_faults(parsed.workload)) parsed.faults.push_back({"", fault});
  std::ranges::stable_sort(parsed.faults, {}, [](const WorkloadFault& fault) {
    return std::tuple(fault.error.place.line, fault.error.place.column);
  });
  return parsed;
}

}  // namespace horatio
