// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/vertices/vertex_moves.h"

namespace horatio::trend {
namespace {

std::vector<StartMove> starts_of(const VertexPlan& plan, std::size_t branch, TypeId type) {
  std::vector<StartMove> starts;
  for (const automaton::Step& step : plan.automaton(branch).start(type)) {
    starts.emplace_back().step = &step;
    starts.back().of_lane = !plan.query.negations().empty();
  }
  return starts;
}

std::vector<Move> moves_of(const VertexPlan& plan, std::size_t branch, TypeId type) {
  std::vector<Move> moves;
  for (std::size_t state = 0; state < plan.automaton(branch).states(); ++state) {
    const auto from = static_cast<automaton::State>(state);
    const auto steps = plan.automaton(branch).steps(from, type);
    for (std::size_t i = 0; i < steps.size(); ++i) {
      Move& move = moves.emplace_back();
      move.from = from;
      move.covered = plan.covers(branch, state);
      move.step = &steps[i];
      move.plan = plan.indexes[branch].step(state, type, i);
      if (move.plan != nullptr) move.index = &plan.indexes[branch].indexes[state][move.plan->index];
    }
  }
  return moves;
}

}  // namespace

VertexMoves::VertexMoves(const VertexPlan& plan, std::size_t branch) {
  for (std::size_t type = 0; type < plan.query.schema().types.size(); ++type) {
    starts_.push_back(starts_of(plan, branch, static_cast<TypeId>(type)));
    moves_.push_back(moves_of(plan, branch, static_cast<TypeId>(type)));
  }
}

void VertexMoves::resolve(StartMove& start, const PredicateMask& mask, const NegationStamps& stamps) {
  const auto is_clear = [&](const automaton::Term& term) { return stamps.is_clear(term.negations, kNever); };
  start.target = start.step->targets[outcome_of(*start.step, mask, is_clear)];
  start.classes = mask.first;
  start.resolved = mask.more == nullptr;
}

// The guard that depends on the vertex decides; the step's target is the same for all.
void VertexMoves::resolve(Move& move, const PredicateMask& mask) {
  move.outcome = outcome_of(*move.step, mask, [](const automaton::Term&) { return true; });
  const bool fails =
      move.plan->guard != StepPlan::kNoGuard && !move.step->is_true(move.plan->guard, move.outcome);
  move.target = fails ? automaton::kNoState : move.step->targets[move.outcome];
  move.classes = mask.first;
  move.resolved = mask.more == nullptr;
}

}  // namespace horatio::trend
