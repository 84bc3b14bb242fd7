// SPDX-License-Identifier: Apache-2.0
// A workload text with everything that is wrong with it: what the parser finds and, of the queries that it
// could bind, what only planning finds (an automaton or windows too large). The door for whoever takes
// workloads from a user.
#pragma once

#include <string_view>

#include "engine/query/parser.h"

namespace horatio {

ParsedWorkload read_workload(std::string_view text, TimeUnit unit);

}  // namespace horatio
