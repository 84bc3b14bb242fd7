// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/evaluators.h"

#include <optional>
#include <utility>

#include "engine/trend/sum_evaluator.h"
#include "engine/trend/vertex_evaluator.h"

namespace horatio::trend {

std::unique_ptr<Evaluator> make_evaluator(const TrendQuery& query, bool enumerate,
                                          std::size_t largest_number) {
  VertexOptions options;
  options.enumerate = enumerate;
  options.largest_number = largest_number;
  if (enumerate) return make_vertex_evaluator(query, options);
  std::optional<SumProgram> program = SumProgram::build(query);
  if (!program) return make_vertex_evaluator(query, options);
  return make_sum_evaluator(query, std::move(*program), largest_number);
}

}  // namespace horatio::trend
