// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/vertices/shared/kleene_loop.h"

#include <algorithm>
#include <optional>
#include <span>

#include "engine/trend/vertices/vertex_plan.h"

namespace horatio::trend {
namespace {

using automaton::kNoEdgeCondition;
using automaton::kNoState;
using automaton::State;
using automaton::Step;

class LoopFinder {
 public:
  explicit LoopFinder(const VertexPlan& plan)
      : plan_(plan), automaton_(plan.automaton(0)), indexes_(plan.indexes.front()) {}

  std::optional<KleeneLoop> find(TypeId type) const {
    const std::optional<State> state = only_target(type);
    if (!state || !plan_.covers(0, *state) || plan_.slots(0, *state) != 1) return std::nullopt;
    if (is_negated(type) || plan_.query.classes(type) > 1) return std::nullopt;
    const auto steps = automaton_.steps(*state, type);
    if (steps.size() != 1 || automaton_.start(type).size() > 1) return std::nullopt;
    const StepPlan* own = indexes_.step(*state, type, 0);
    if (own == nullptr || steps.front().guards.size() != 1) return std::nullopt;
    if (steps.front().guards.front().terms.size() != 1) return std::nullopt;
    KleeneLoop loop{type, *state, own->index, {}};
    if (index_of(loop).is_sum() || !are_entries_plain(loop) || !are_others_sums(loop)) return std::nullopt;
    loop.conditions = plan_.query.edge_conjuncts()[steps.front().guards.front().terms.front().edge];
    return loop;
  }

 private:
  const VertexIndexPlan& index_of(const KleeneLoop& loop) const {
    return indexes_.indexes[loop.state][loop.index];
  }

  template <class Visit>
  void for_each_step(TypeId type, const Visit& visit) const {
    for (const Step& step : automaton_.start(type)) visit(step, kNoState);
    for (std::size_t from = 0; from < automaton_.states(); ++from) {
      for (const Step& step : automaton_.steps(static_cast<State>(from), type))
        visit(step, static_cast<State>(from));
    }
  }

  std::optional<State> only_target(TypeId type) const {
    std::optional<State> only;
    bool several = false;
    for_each_step(type, [&](const Step& step, State) {
      for (const State target : step.targets) {
        if (target == kNoState) continue;
        several = several || (only && *only != target);
        only = target;
      }
    });
    return several ? std::nullopt : only;
  }

  bool is_negated(TypeId type) const {
    const auto& negations = plan_.query.negations();
    return std::ranges::any_of(negations, [type](const std::vector<NegationStep>& steps) {
      return std::ranges::any_of(steps, [type](const NegationStep& step) { return step.type == type; });
    });
  }

  // Whether every event that enters the loop finds the same trends as long as these do not change.
  bool are_entries_plain(const KleeneLoop& loop) const {
    bool plain = true;
    for_each_step(loop.type, [&](const Step& step, State from) {
      if (from == loop.state) return;
      plain = plain && std::ranges::none_of(step.guards, [](const automaton::Guard& guard) {
                return std::ranges::any_of(
                    guard.terms, [](const automaton::Term& term) { return term.edge != kNoEdgeCondition; });
              });
    });
    return plain && !waits_for_absence();
  }
  // NOT FOR: what trends amount to depends on the time that passes.
  bool waits_for_absence() const {
    return std::ranges::any_of(plan_.query.negation_places(), [](const automaton::Negation& negation) {
      return negation.lasting.has_value();
    });
  }

  // Whether the events of the loop are added up for all but its own steps.
  bool are_others_sums(const KleeneLoop& loop) const {
    for (std::size_t type = 0; type < indexes_.steps[loop.state].size(); ++type) {
      if (type == loop.type) continue;
      for (const StepPlan& step : indexes_.steps[loop.state][type]) {
        if (step.index == loop.index || !indexes_.indexes[loop.state][step.index].is_sum()) return false;
      }
    }
    return true;
  }

  const VertexPlan& plan_;
  const Determinised& automaton_;
  const IndexPlan& indexes_;
};

}  // namespace

std::vector<KleeneLoop> loops_of(const VertexPlan& plan) {
  const TrendQuery& query = plan.query;
  const bool is_rounded = query.arithmetic() == Arithmetic::kScaled || query.components().has_float();
  if (plan.indexes.size() != 1 || plan.moves_on || is_rounded) return {};
  if (plan.options.enumerate || plan.options.scan) return {};
  const LoopFinder finder(plan);
  std::vector<KleeneLoop> loops;
  for (std::size_t type = 0; type < query.schema().types.size(); ++type) {
    if (auto loop = finder.find(static_cast<TypeId>(type))) loops.push_back(std::move(*loop));
  }
  return loops;
}

bool is_same(const TrendQuery& left, const KleeneLoop& left_loop, const TrendQuery& right,
             const KleeneLoop& right_loop) {
  if (left_loop.type != right_loop.type || left.strict() != right.strict() ||
      left.arithmetic() != right.arithmetic()) {
    return false;
  }
  return std::ranges::equal(
      left_loop.conditions, right_loop.conditions, [&](std::uint16_t a, std::uint16_t b) {
        return is_same_condition(left.query().edges[a].condition, right.query().edges[b].condition);
      });
}

}  // namespace horatio::trend
