// SPDX-License-Identifier: Apache-2.0
// Which evaluator answers a query.
#pragma once

#include <cstddef>
#include <memory>

#include "engine/trend/evaluator.h"

namespace horatio::trend {

struct EvaluatorOptions {
  bool enumerate = false;          // a vertex for every trend
  std::int64_t pane_windows = 0;   // from so many overlapping windows on pane matrices; 0: never
  std::size_t largest_number = 0;  // bytes beyond which an EXACT value is OVERFLOW
  bool scan = false;               // vertices without indexes, whatever the query
};

// Running sums where the query allows, else vertices. `query` outlives the evaluator.
std::unique_ptr<Evaluator> make_evaluator(const TrendQuery& query, const EvaluatorOptions& options);

}  // namespace horatio::trend
