// SPDX-License-Identifier: Apache-2.0
// Workload text (*.hql) to a checked, bound Workload, or to all of its faults at once.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/model/query.h"
#include "engine/model/status.h"

namespace horatio {

// One fault of a workload: where, in which query (empty: in the schema or between statements), what was
// expected and, where there is one, the nearest name.
struct WorkloadFault {
  std::string query;
  Error error;
};

struct ParsedWorkload {
  Workload workload;                    // meaningful if faults is empty
  std::vector<WorkloadFault> faults;    // in order of place
  std::vector<WorkloadFault> warnings;  // such as a query without WITHIN on an endless stream
};

ParsedWorkload parse_workload(std::string_view text, TimeUnit unit = TimeUnit::kMillisecond);

// How the stream reaches the operator, for the checks of rule 5: by which attributes it is split.
struct StreamKey {
  bool global = false;  // not split: parallelism 1
  std::vector<std::string>
      attributes;  // the attributes behind the key selector; empty and not global: undeclared
};
std::vector<WorkloadFault> check_stream_key(const Workload& workload, const StreamKey& key);

// The canonical text of one query; parses back to the same query.
std::string canonical_text(const Query& query, const Schema& schema, TimeUnit unit);
std::string canonical_text(const Schema& schema);

// "FILE:line:column: message", as compilers print it; names the query and the remedy.
std::string to_string(const WorkloadFault& fault, std::string_view file);

}  // namespace horatio
