// SPDX-License-Identifier: Apache-2.0
// Running sums: one number per sum state in each lane, and one per slot for every component of the
// aggregates. An event costs as many additions per lane as its moves have sources; nothing is allocated while
// numbers fit 64 bits. Strategies `never` and `auto`, for queries without edge predicates.
//
// Under TIES STRICT what the events of the newest time add is kept apart until time moves on, so that all of
// them read the values from before it; under TIES ARRIVAL it is added at once. Order of a commit: trends that
// were extended leave (MATCH NEXT), or all that could be (CONTIGUOUS), NOTs move the rest behind their gates,
// new trends come in.
//
// Papers: GRETA, HAMLET section 3; next and contiguous as in COGRA's type-grained form.
#pragma once

#include <memory>

#include "engine/trend/evaluator.h"
#include "engine/trend/sum_program.h"

namespace horatio::trend {

// `largest_number`: bytes beyond which an EXACT value is OVERFLOW. `query` outlives the evaluator.
std::unique_ptr<Evaluator> make_sum_evaluator(const TrendQuery& query, SumProgram program,
                                              std::size_t largest_number);

}  // namespace horatio::trend
