// SPDX-License-Identifier: Apache-2.0
// Running sums: one number per sum state in each lane, and one per slot for every component of the
// aggregates. An event costs as many additions per lane as its moves have sources; nothing is allocated while
// numbers fit 64 bits. Strategies `never` and `auto`, for queries without edge predicates.
//
// sum_lanes.h: lanes and what an event does to one; sum_runs.h: runs; sum_panes.h: many windows at once.
//
// Papers: GRETA, HAMLET section 3; next and contiguous as in COGRA's type-grained form.
#pragma once

#include <memory>

#include "engine/trend/evaluator.h"
#include "engine/trend/sums/sum_program.h"

namespace horatio::trend {

struct SumOptions {
  std::size_t largest_number = 0;  // bytes beyond which an EXACT value is OVERFLOW
  std::int64_t pane_windows = 0;   // as EvaluatorOptions
};

// `query` outlives the evaluator.
std::unique_ptr<Evaluator> make_sum_evaluator(const TrendQuery& query, SumProgram program,
                                              const SumOptions& options);

}  // namespace horatio::trend
