// SPDX-License-Identifier: Apache-2.0
// Which evaluator answers a query.
#pragma once

#include <cstddef>
#include <memory>

#include "engine/trend/evaluator.h"

namespace horatio::trend {

// Running sums where the query allows, else vertices. `enumerate`: a vertex for every trend.
std::unique_ptr<Evaluator> make_evaluator(const TrendQuery& query, bool enumerate,
                                          std::size_t largest_number);

}  // namespace horatio::trend
