// SPDX-License-Identifier: Apache-2.0
// Workloads for counts modulo p (EngineOptions::modulo_p), and their rows against those of EXACT numbers.
#pragma once

#include <cstdint>
#include <string>

#include "engine/model/query.h"
#include "engine/trend/testing/delivery.h"

namespace horatio::oracle {

// Makes every query one that counts modulo p when it is told to, and of which all strategies give equal
// cells: EXACT, without HAVING, SUM and AVG of FLOAT. Windows become `wider` times as wide and as far apart.
void make_modular(Workload& workload, std::int64_t wider);

// With SUM for AVG, and the averages' counts after the other aggregates: an EXACT AVG cell has no residue,
// its parts have.
Workload with_parts_of_averages(const Workload& workload);

// The first difference between rows of EXACT numbers, of with_parts_of_averages(workload), reduced modulo p,
// and rows of `workload` counted modulo p. Empty: there is none.
std::string residue_difference(const Workload& workload, const Delivered& exact, const Delivered& modular);

}  // namespace horatio::oracle
