// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/evaluators.h"

#include <optional>
#include <utility>

#include "engine/trend/sums/sum_evaluator.h"
#include "engine/trend/vertices/vertex_evaluator.h"

namespace horatio::trend {

std::unique_ptr<Evaluator> make_evaluator(const TrendQuery& query, const EvaluatorOptions& options) {
  VertexOptions vertices;
  vertices.enumerate = options.enumerate;
  vertices.scan = options.scan;
  vertices.largest_number = options.largest_number;
  if (options.enumerate || options.scan) return make_vertex_evaluator(query, vertices);
  std::optional<SumProgram> program = SumProgram::build(query);
  if (!program) return make_vertex_evaluator(query, vertices);
  return make_sum_evaluator(query, std::move(*program), {options.largest_number, options.pane_windows});
}

}  // namespace horatio::trend
