// SPDX-License-Identifier: Apache-2.0
// Random workloads as text, so that differential tests go through the parser: nested and ambiguous patterns,
// predicates of every kind, windows that tumble, overlap, leave gaps or are not there, keys of every type.
#pragma once

#include <random>
#include <string>

namespace horatio::oracle {

// A workload of one to four queries that parse_workload accepts without a fault. Names of keys begin with
// 'k'.
std::string random_workload(std::mt19937_64& random);

}  // namespace horatio::oracle
