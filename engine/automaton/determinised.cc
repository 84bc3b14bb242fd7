// SPDX-License-Identifier: Apache-2.0
#include "engine/automaton/determinised.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "engine/automaton/step_guards.h"

namespace horatio::automaton {
namespace {

using Positions = std::vector<Position>;

// How a position is reached from a set of positions (or from the start).
struct Reached {
  Position to = 0;
  Positions from;
  std::vector<Term> terms;  // each once

  void add(const Term& term) {
    if (std::find(terms.begin(), terms.end(), term) == terms.end()) terms.push_back(term);
  }
};
using Reach = std::vector<Reached>;  // ascending by `to`

// Tests of terms in search of the outcomes that can occur, for all steps: about a second.
constexpr std::uint64_t kMostWork = 20'000'000;

}  // namespace

// Explores the sets of positions breadth first. From one set only the outcomes that can occur are followed,
// so a state that no stream reaches does not count.
class SubsetConstruction {
 public:
  explicit SubsetConstruction(const Determinisation& input) : input_(input), nfa_(input.positions) {}

  Result<Determinised> run() {
    declare_types();
    const Reach first = reach_from_start();
    result_.start_ = expand(first, first);
    for (State state = 0; state < result_.states() && !error_; ++state) {
      const Reach bound = reach(result_.bound_[state]);
      result_.steps_.push_back(input_.keep_all ? expand(reach(result_.all_[state]), bound)
                                               : expand(bound, bound));
      result_.ends_.push_back(ends_of(result_.bound_[state]));
    }
    if (error_) return *error_;
    return std::move(result_);
  }

 private:
  TypeId type_of(Position position) const { return input_.pattern.places[nfa_.places[position]].type; }

  void declare_types() {
    for (const PlaceId place : nfa_.places) {
      const TypeId type = input_.pattern.places[place].type;
      if (result_.uses_.size() <= type) result_.uses_.resize(std::size_t{type} + 1);
      result_.uses_[type] = true;
    }
  }

  Reach reach_from_start() const {
    Reach result;
    for (const Edge& edge : nfa_.first) result.push_back({edge.to, {}, {{kNoEdgeCondition, edge.negations}}});
    return result;
  }

  Reach reach(const Positions& set) const {
    Reach by_position(nfa_.places.size());
    for (const Position from : set) {
      for (const Edge& edge : nfa_.follow[from]) {
        Reached& reached = by_position[edge.to];
        reached.to = edge.to;
        reached.from.push_back(from);
        reached.add({input_.edge_condition(nfa_.places[from], nfa_.places[edge.to]), edge.negations});
      }
    }
    std::erase_if(by_position, [](const Reached& reached) { return reached.from.empty(); });
    return by_position;
  }

  // The steps by type, given what can come next.
  std::vector<std::vector<Step>> expand(const Reach& all, const Reach& bound) {
    std::vector<std::vector<Step>> steps(result_.uses_.size());
    std::set<TypeId> types;
    for (const Reached& reached : all) types.insert(type_of(reached.to));
    for (const TypeId type : types) {
      for (const PlaceId place : places_to_tell_apart(type, bound)) {
        steps[type].push_back(step(type, place, all, bound));
        if (error_) return steps;
      }
    }
    return steps;
  }

  // Counting bindings, the places of the type that the binding counted can go on with. Where there is none, a
  // step tells that other bindings go on.
  std::vector<PlaceId> places_to_tell_apart(TypeId type, const Reach& bound) const {
    if (input_.counted == Counted::kTrends) return {kNoPlace};
    std::set<PlaceId> places;
    for (const Reached& reached : bound) {
      if (type_of(reached.to) == type) places.insert(nfa_.places[reached.to]);
    }
    if (places.empty()) return {kNoPlace};
    return {places.begin(), places.end()};
  }

  Step step(TypeId type, PlaceId place, const Reach& all, const Reach& bound) {
    Step result;
    result.place = place;
    StepGuards guards;
    if (input_.keep_all) {
      for (const Reached& reached : all) {
        if (type_of(reached.to) == type) add_candidate(result, guards, reached, false);
      }
    }
    for (const Reached& reached : bound) {
      const bool chosen = place == kNoPlace ? type_of(reached.to) == type : nfa_.places[reached.to] == place;
      if (chosen) add_candidate(result, guards, reached, true);
    }
    const auto outcomes = guards.outcomes(most_outcomes(), work_);
    result.guards = guards.take();
    outcomes ? add_outcomes(result, *outcomes) : too_many_states();
    return result;
  }

  // More than one outcome that leads nowhere there is only where positions of a second kind matter. Then
  // those of either kind alone would be of more than kMaxStates states.
  std::size_t most_outcomes() const {
    constexpr std::size_t kMost = Determinised::kMaxStates + 1;
    return input_.keep_all || nfa_.branches > 1 ? kMost * kMost : kMost;
  }

  void add_candidate(Step& step, StepGuards& guards, const Reached& reached, bool bound) {
    const std::uint16_t guard =
        guards.number_of({input_.local_class[nfa_.places[reached.to]], reached.terms});
    step.candidates.push_back({reached.to, guard, bound, reached.from});
  }

  void add_outcomes(Step& step, const std::vector<Truth>& outcomes) {
    const bool tabulated = step.guards.size() <= Step::kTabulatedGuards;
    const std::size_t numbers = tabulated ? std::size_t{1} << step.guards.size() : outcomes.size();
    step.targets.assign(numbers, kNoState);
    step.extends.assign(numbers, false);
    for (std::size_t i = 0; i < outcomes.size() && !error_; ++i) {
      const std::size_t number = tabulated ? outcomes[i].to_ulong() : i;
      step.targets[number] = target(step, outcomes[i]);
      step.extends[number] = !taken(step, outcomes[i], !input_.keep_all).empty();
    }
    if (tabulated) return;
    step.decisions = decisions_among(outcomes);
    for (const Truth& truth : outcomes) {
      auto& truths = step.truths.emplace_back();
      for (std::size_t g = 0; g < truth.size(); ++g) truths.push_back(truth[g]);
    }
  }

  static Positions taken(const Step& step, const Truth& truth, bool bound) {
    Positions result;
    for (const Candidate& c : step.candidates) {
      if (c.bound == bound && (c.guard == kNoGuard || truth[c.guard])) result.push_back(c.to);
    }
    return result;
  }

  State target(const Step& step, const Truth& truth) {
    Positions bound = taken(step, truth, true);
    if (!in_every_branch(bound)) return kNoState;
    return state_of({input_.keep_all ? taken(step, truth, false) : bound, bound});
  }

  bool in_every_branch(const Positions& set) const {
    // Positions ascend, those of the second branch last.
    return !set.empty() && nfa_.branch[set.back()] - nfa_.branch[set.front()] + 1 == nfa_.branches;
  }

  State state_of(std::pair<Positions, Positions> set) {
    if (const auto known = numbers_.find(set); known != numbers_.end()) return known->second;
    if (result_.states() == Determinised::kMaxStates) {
      too_many_states();
      return kNoState;
    }
    const auto number = static_cast<State>(result_.states());
    if (set.first.size() > 1) result_.deterministic_ = false;
    result_.all_.push_back(set.first);
    result_.bound_.push_back(set.second);
    numbers_.emplace(std::move(set), number);
    return number;
  }

  std::vector<Ending> ends_of(const Positions& set) const {
    std::vector<Ending> ends;
    Positions ending;
    for (const Position p : set) {
      if (!nfa_.last[p]) continue;
      ends.push_back({p, nfa_.branch[p], *nfa_.last[p]});
      ending.push_back(p);
    }
    if (!in_every_branch(ending)) ends.clear();
    return ends;
  }

  void too_many_states() {
    fail("the pattern needs more than " + std::to_string(Determinised::kMaxStates) + " automaton states");
  }

  void fail(std::string message) {
    if (error_) return;
    error_ = Error{ErrorCode::kTooLarge,
                   std::move(message),
                   "use smaller repetition counts, or fewer places of one type with different predicates",
                   {}};
  }

  const Determinisation& input_;
  const GuardedPositions& nfa_;
  Determinised result_;
  std::map<std::pair<Positions, Positions>, State> numbers_;
  std::uint64_t work_ = kMostWork;
  std::optional<Error> error_;
};

Result<Determinised> Determinised::build(const Determinisation& input) {
  return SubsetConstruction(input).run();
}

std::span<const Step> Determinised::start(TypeId type) const {
  if (type >= start_.size()) return {};
  return start_[type];
}

std::span<const Step> Determinised::steps(State state, TypeId type) const {
  if (type >= steps_[state].size()) return {};
  return steps_[state][type];
}

}  // namespace horatio::automaton
