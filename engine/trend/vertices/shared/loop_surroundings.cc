// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/vertices/shared/loop_surroundings.h"

namespace horatio::trend {
namespace {

using automaton::kNoState;
using automaton::State;
using automaton::Step;

// The states from which events of the loop go into it.
std::vector<bool> entrances(const Determinised& automaton, const KleeneLoop& loop) {
  std::vector<bool> enters(automaton.states());
  for (std::size_t state = 0; state < enters.size(); ++state)
    enters[state] = state != loop.state && !automaton.steps(static_cast<State>(state), loop.type).empty();
  return enters;
}

bool leads_to(const Step& step, const std::vector<bool>& states) {
  for (const State target : step.targets) {
    if (target != kNoState && states[target]) return true;
  }
  return false;
}

}  // namespace

LoopSurroundings::LoopSurroundings(const VertexPlan& plan, const KleeneLoop& loop, std::size_t number)
    : loop_(loop), number_(number) {
  const Determinised& automaton = plan.automaton(0);
  const std::vector<bool> enters = entrances(automaton, loop);
  const std::size_t types = plan.query.schema().types.size();
  reads_.resize(types);
  feeds_.resize(types);
  for (std::size_t type = 0; type < types; ++type) {
    const auto id = static_cast<TypeId>(type);
    if (!automaton.steps(loop.state, id).empty()) reads_[type] = 1;
    const auto look = [&](const Step& step) {
      if (leads_to(step, enters)) feeds_[type] = 1;
    };
    for (const Step& step : automaton.start(id)) look(step);
    for (std::size_t from = 0; from < automaton.states(); ++from) {
      for (const Step& step : automaton.steps(static_cast<State>(from), id)) look(step);
    }
  }
  for (const auto& steps : plan.query.negations()) {
    for (const NegationStep& step : steps) feeds_[step.type] = 1;
  }
}

}  // namespace horatio::trend
