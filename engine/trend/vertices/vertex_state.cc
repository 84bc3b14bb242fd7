// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/vertices/vertex_state.h"

namespace horatio::trend {

std::string shape_of(const VertexPlan& plan) {
  std::string shape = "vertices";
  const auto number = [&](std::size_t value) { (shape += ' ') += std::to_string(value); };
  number(static_cast<std::size_t>(plan.query.arithmetic()));
  number(plan.components().linear.size());
  number(plan.components().extremes.size());
  for (std::size_t b = 0; b < plan.indexes.size(); ++b) {
    shape += ';';
    const auto& indexes = plan.indexes[b].indexes;
    for (std::size_t state = 0; state < indexes.size(); ++state) {
      number(indexes[state].size());
      if (plan.covers(b, state)) shape += " covered";
    }
    for (std::size_t state = 0; state < plan.automaton(b).states(); ++state) {
      const auto of = static_cast<automaton::State>(state);
      shape += " :";
      for (const auto position : plan.automaton(b).positions(of)) number(position);
      shape += " :";
      for (const auto position : plan.automaton(b).all_positions(of)) number(position);
    }
  }
  return shape;
}

}  // namespace horatio::trend
