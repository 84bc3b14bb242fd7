// SPDX-License-Identifier: Apache-2.0
// What a sender of events has to know of a workload, and its name.
#pragma once

#include <string>
#include <vector>

#include "bridge/control/control_calls.h"
#include "engine/model/query.h"
#include "engine/plan/engine.h"
#include "engine/query/parser.h"

namespace horatio::process {

// 160 bits, in hexadecimal, over text, unit and key. SHA-1 from Boost, which is linked already: the hash
// names texts that one holder of the token has written; it guards nothing.
std::string workload_hash(const control_plane::WorkloadText& text);

// "Travel(district,speed);Pickup(district)": the types and attributes that PANES carry. A name that is no
// plain word stands in double quotes.
std::string columns_text(const Schema& schema, const std::vector<RequiredType>& required);

// Panes start at offset modulo slide and never straddle a start or an end of a time window of any query.
struct PaneGrid {
  std::int64_t slide = 0;  // 0: no query has a time window
  std::int64_t offset = 0;
};
PaneGrid pane_grid(const Workload& workload);

control_plane::Fault to_fault(const WorkloadFault& fault);
control_plane::WorkloadInfo workload_info(const Workload& workload, const std::vector<RequiredType>& required,
                                          std::string hash, const std::vector<WorkloadFault>& warnings);

}  // namespace horatio::process
