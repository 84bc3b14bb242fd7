// SPDX-License-Identifier: Apache-2.0
// Workloads and streams on which it matters who shares a burst: queries with the same Kleene sub-pattern and
// keys, whose predicates on it differ, and long runs of its type, with ties.
#pragma once

#include <cstddef>
#include <random>
#include <string>
#include <vector>

#include "engine/trend/oracle/oracle.h"

namespace horatio::oracle {

enum class BurstNumbers { kExact, kAny };  // whether sums of FLOAT and APPROX may come

// Types A, B, C with k, v INT and f FLOAT; B repeats.
std::string burst_workload(BurstNumbers numbers, std::mt19937_64& random);

// The same with an edge predicate between the events of B, which most of its queries have in common.
std::string loop_workload(BurstNumbers numbers, std::mt19937_64& random);

// About so many events of either, in ascending time.
std::vector<PlainEvent> burst_stream(std::size_t events, std::mt19937_64& random);

// The same of a Kleene sub-pattern of several types: types A, B, C, D with k, v INT and f FLOAT, of which B
// and C, or B, C and D repeat together, and runs of these.
std::string block_workload(BurstNumbers numbers, std::mt19937_64& random);
std::vector<PlainEvent> block_stream(std::size_t events, std::mt19937_64& random);

}  // namespace horatio::oracle
