// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/sums/sum_program.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace horatio::trend {

using automaton::Candidate;
using automaton::Ending;
using automaton::Guard;
using automaton::kAlways;
using automaton::kNoState;
using automaton::NegationSet;
using automaton::Step;

namespace {

constexpr std::uint64_t bit(std::size_t number) { return std::uint64_t{1} << number; }

}  // namespace

// Explores sum states breadth first from the starts.
class SumProgramBuilder {
 public:
  explicit SumProgramBuilder(const TrendQuery& query)
      : query_(query), moves_on_(query.query().selection != Selection::kAllCombinations) {}

  std::optional<SumProgram> run() {
    if (!query_.conditions().empty() || !number_steps()) return std::nullopt;
    result_.symbols_.resize(types());
    result_.ends_.resize(query_.branches().size());
    for (std::size_t branch = 0; branch < query_.branches().size(); ++branch) explore_start(branch);
    for (std::size_t i = 0; i < result_.states_.size() && !failed_; ++i) explore(static_cast<SumState>(i));
    if (failed_) return std::nullopt;
    mark_ends();
    note_fires();
    tabulate();
    return std::move(result_);
  }

 private:
  using Kind = SumProgram::StateInfo::Kind;
  using Gates = std::vector<std::uint8_t>;
  using Key = std::tuple<std::uint8_t, Kind, automaton::State, Gates>;
  using Transition = SumProgram::Transition;

  std::size_t types() const { return query_.schema().types.size(); }
  const Determinised& automaton_of(std::size_t branch) const { return query_.branches()[branch].automaton; }

  // NOT FOR needs the time of each trend's end. One bit per step of a NOT.
  bool number_steps() {
    std::size_t bits = 0;
    for (std::size_t n = 0; n < query_.negations().size(); ++n) {
      if (query_.negation_places()[n].lasting) return false;
      first_bit_.push_back(static_cast<unsigned>(bits));
      bits += query_.negations()[n].size();
    }
    result_.shifts_.resize(bits);
    return bits <= 64;
  }

  bool is_open(const NegationSet& negations, const Gates& gates) const {
    return negations.all_of([&](std::size_t n) { return gates[n] != query_.negations()[n].size(); });
  }

  static NegationSet negations_of(std::span<const Step> steps) {
    NegationSet used;
    for (const Step& step : steps) {
      for (const Guard& guard : step.guards) {
        for (const automaton::Term& term : guard.terms) used |= term.negations;
      }
    }
    return used;
  }

  // The NOTs whose occurrences make a difference to trends in the state.
  NegationSet relevant(std::size_t branch, Kind kind, automaton::State state) const {
    const Determinised& of = automaton_of(branch);
    NegationSet used;
    for (std::size_t type = 0; kind != Kind::kFinal && type < types(); ++type) {
      const auto id = static_cast<TypeId>(type);
      used |= negations_of(kind == Kind::kStart ? of.start(id) : of.steps(state, id));
    }
    const bool ends = kind == Kind::kFinal || (kind == Kind::kLive && !moves_on_);
    if (!ends) return used;
    for (const Ending& ending : of.ends(state)) used |= ending.negations;
    return used;
  }

  std::optional<SumState> state_of(std::size_t branch, Kind kind, automaton::State state,
                                   const Gates& gates) {
    const Key key{static_cast<std::uint8_t>(branch), kind, state, gates};
    if (const auto known = numbers_.find(key); known != numbers_.end()) return known->second;
    if (result_.states_.size() == SumProgram::kMaxStates) {
      failed_ = true;
      return std::nullopt;
    }
    const auto number = static_cast<SumState>(result_.states_.size());
    SumProgram::StateInfo info{kind, static_cast<std::uint8_t>(branch), state, gates, 0, 0};
    if (kind != Kind::kStart && !query_.components().empty()) {
      info.first_slot = static_cast<std::uint16_t>(result_.slots_);
      info.slots = static_cast<std::uint16_t>(automaton_of(branch).positions(state).size());
      result_.slots_ += info.slots;
    }
    result_.states_.push_back(std::move(info));
    if (kind == Kind::kLive) result_.live_ |= bit(number);
    numbers_.emplace(key, number);
    return number;
  }

  void explore_start(std::size_t branch) {
    const Gates open(query_.negations().size(), 0);
    if (!relevant(branch, Kind::kStart, 0).empty()) {
      const auto start = state_of(branch, Kind::kStart, 0, open);
      if (start) result_.starts_ |= bit(*start);
      return;
    }
    for (std::size_t type = 0; type < types(); ++type) {
      for (const Step& step : automaton_of(branch).start(static_cast<TypeId>(type))) {
        take(branch, std::nullopt, open, static_cast<TypeId>(type), step);
      }
    }
  }

  void explore(SumState number) {
    const SumProgram::StateInfo info = result_.states_[number];
    const Determinised& of = automaton_of(info.branch);
    for (std::size_t type = 0; info.kind != Kind::kFinal && type < types(); ++type) {
      const auto id = static_cast<TypeId>(type);
      const auto steps = info.kind == Kind::kStart ? of.start(id) : of.steps(info.automaton_state, id);
      for (const Step& step : steps) take(info.branch, number, info.gates, id, step);
    }
    relevant(info.branch, info.kind, info.automaton_state).for_each([&](std::size_t negation) {
      shift(number, info, negation);
    });
  }

  void shift(SumState number, const SumProgram::StateInfo& info, std::size_t negation) {
    if (info.gates[negation] == query_.negations()[negation].size()) return;
    Gates moved = info.gates;
    const unsigned fired = first_bit_[negation] + moved[negation]++;
    const auto to = state_of(info.branch, info.kind, info.automaton_state, moved);
    if (!to) return;
    result_.shifts_[fired].push_back({number, *to});
    if (info.kind == Kind::kStart) result_.opening_bits_ |= bit(fired);
  }

  // All ways in which the local classes of an event can decide the step's guards, the gates being what they
  // are.
  void take(std::size_t branch, std::optional<SumState> from, const Gates& gates, TypeId type,
            const Step& step) {
    const auto is_behind_open_gate = [&](const Guard& guard) {
      return guard.terms.empty() ||
             std::any_of(guard.terms.begin(), guard.terms.end(),
                         [&](const automaton::Term& term) { return is_open(term.negations, gates); });
    };
    std::vector<ClassId> relevant;
    for (const Guard& guard : step.guards) {
      if (guard.local_class != kAlways && is_behind_open_gate(guard)) relevant.push_back(guard.local_class);
    }
    std::sort(relevant.begin(), relevant.end());
    relevant.erase(std::unique(relevant.begin(), relevant.end()), relevant.end());
    // Few: each way to satisfy them is an outcome of the step, and of those it has few states for.
    for (std::uint64_t subset = 0; subset < bit(relevant.size()) && !failed_; ++subset) {
      const auto satisfies = [&](ClassId c) {
        const auto at = std::lower_bound(relevant.begin(), relevant.end(), c) - relevant.begin();
        return c == kAlways || (subset & bit(static_cast<std::size_t>(at))) != 0;
      };
      const std::size_t outcome = step.outcome(
          [&](const Guard& guard) { return is_behind_open_gate(guard) && satisfies(guard.local_class); });
      Transition transition = of_classes(relevant, subset);
      transition.from = from;
      add_transition(branch, from, type, step, outcome, std::move(transition));
    }
  }

  // Taken by events that satisfy, of the relevant classes, those of the subset.
  static Transition of_classes(const std::vector<ClassId>& relevant, std::uint64_t subset) {
    Transition transition;
    for (std::size_t i = 0; i < relevant.size(); ++i) {
      const bool satisfied = (subset & bit(i)) != 0;
      if (relevant[i] < PredicateMask::kFirst) {
        transition.relevant |= bit(relevant[i]);
        if (satisfied) transition.pattern |= bit(relevant[i]);
      } else {
        (satisfied ? transition.satisfied : transition.failed).push_back(relevant[i]);
      }
    }
    return transition;
  }

  void add_transition(std::size_t branch, std::optional<SumState> from, TypeId type, const Step& step,
                      std::size_t outcome, Transition transition) {
    const bool in_start = !from || result_.states_[*from].kind == Kind::kStart;
    transition.extends = !in_start && query_.query().selection == Selection::kNext && step.extends[outcome];
    const automaton::State target = step.targets[outcome];
    auto& transitions = result_.symbols_[type].transitions;
    if (target == kNoState) {
      if (transition.extends) transitions.push_back(std::move(transition));
      return;
    }
    const Gates open(query_.negations().size(), 0);
    transition.to = state_of(branch, Kind::kLive, target, open);
    if (!transition.to) return;
    add_slots(branch, from, step, outcome, transition);
    transitions.push_back(transition);
    if (!moves_on_ || automaton_of(branch).ends(target).empty()) return;
    transition.to = state_of(branch, Kind::kFinal, target, open);
    if (!transition.to) return;
    transition.extends = false;
    transition.slots.clear();
    add_slots(branch, from, step, outcome, transition);
    transitions.push_back(std::move(transition));
  }

  // Where the components of the trends come from, by position of the target.
  void add_slots(std::size_t branch, std::optional<SumState> from, const Step& step, std::size_t outcome,
                 Transition& transition) const {
    const SumProgram::StateInfo& to = result_.states_[*transition.to];
    if (to.slots == 0) return;
    const Determinised& of = automaton_of(branch);
    const auto& targets = of.positions(to.automaton_state);
    for (const Candidate& candidate : step.candidates) {
      const auto at = std::lower_bound(targets.begin(), targets.end(), candidate.to);
      if (!step.takes(candidate, outcome) || !candidate.bound || at == targets.end() || *at != candidate.to)
        continue;
      SlotMove move;
      move.to = static_cast<std::uint16_t>(to.first_slot + (at - targets.begin()));
      move.place = query_.branches()[branch].positions.places[candidate.to];
      if (from && result_.states_[*from].kind != Kind::kStart) {
        const SumProgram::StateInfo& source = result_.states_[*from];
        const auto& sources = of.positions(source.automaton_state);
        const auto origin = std::lower_bound(sources.begin(), sources.end(), candidate.from.front());
        move.from.push_back(static_cast<std::uint16_t>(source.first_slot + (origin - sources.begin())));
      }
      transition.slots.push_back(std::move(move));
    }
  }

  void mark_ends() {
    for (std::size_t i = 0; i < result_.states_.size(); ++i) {
      const SumProgram::StateInfo& info = result_.states_[i];
      const bool may_end = info.kind == Kind::kFinal || (info.kind == Kind::kLive && !moves_on_);
      if (!may_end) continue;
      const auto& branch = query_.branches()[info.branch];
      std::uint8_t complete = 0;
      std::optional<Position> at;
      for (const Ending& ending : branch.automaton.ends(info.automaton_state)) {
        if (!is_open(ending.negations, info.gates)) continue;
        complete |= static_cast<std::uint8_t>(1U << ending.branch);
        if (!at) at = ending.position;
      }
      if (complete != (1U << branch.positions.branches) - 1U) continue;
      SumProgram::End end{static_cast<SumState>(i), 0};
      if (info.slots != 0) {
        const auto& positions = branch.automaton.positions(info.automaton_state);
        end.slot = static_cast<std::uint16_t>(
            info.first_slot +
            (std::lower_bound(positions.begin(), positions.end(), *at) - positions.begin()));
      }
      result_.ends_[info.branch].push_back(end);
    }
  }

  void note_fires() {
    for (std::size_t n = 0; n < query_.negations().size(); ++n) {
      const auto& steps = query_.negations()[n];
      for (std::size_t step = 0; step < steps.size(); ++step) {
        const std::size_t number = first_bit_[n] + step;
        if (!result_.shifts_[number].empty())
          result_.symbols_[steps[step].type].fires.emplace_back(steps[step].local_class, bit(number));
      }
    }
  }

  void tabulate() {
    for (std::size_t type = 0; type < types(); ++type) {
      const std::size_t classes = query_.classes(static_cast<TypeId>(type));
      auto& symbols = result_.symbols_[type];
      if (classes > SumProgram::kTabulatedClasses) continue;
      symbols.table.resize(std::size_t{1} << classes);
      for (std::size_t mask = 0; mask < symbols.table.size(); ++mask)
        result_.collect(symbols, PredicateMask{mask}, symbols.table[mask]);
    }
  }

  const TrendQuery& query_;
  const bool moves_on_;  // trends leave a state when they are extended
  SumProgram result_;
  std::vector<unsigned> first_bit_;  // by negation
  std::map<Key, SumState> numbers_;
  bool failed_ = false;
};

std::optional<SumProgram> SumProgram::build(const TrendQuery& query) {
  return SumProgramBuilder(query).run();
}

bool SumProgram::fits(const Transition& transition, const PredicateMask& mask) {
  const auto has = [&](ClassId c) { return mask.has(c); };
  return (mask.first & transition.relevant) == transition.pattern &&
         std::all_of(transition.satisfied.begin(), transition.satisfied.end(), has) &&
         std::none_of(transition.failed.begin(), transition.failed.end(), has);
}

void SumProgram::collect(const Symbols& symbols, const PredicateMask& mask, SumEffect& effect) const {
  effect = {};
  for (const Transition& transition : symbols.transitions) {
    if (!fits(transition, mask)) continue;
    if (transition.extends) effect.extended |= bit(*transition.from);
    if (!transition.to) continue;
    auto move = std::find_if(effect.moves.begin(), effect.moves.end(),
                             [&](const SumMove& known) { return known.to == *transition.to; });
    if (move == effect.moves.end())
      move = effect.moves.insert(effect.moves.end(), SumMove{*transition.to, false, {}, {}});
    if (transition.from) {
      move->from.push_back(*transition.from);
    } else {
      move->starts = true;
    }
    for (const SlotMove& slot : transition.slots) {
      auto known = std::find_if(move->slots.begin(), move->slots.end(),
                                [&](const SlotMove& other) { return other.to == slot.to; });
      if (known == move->slots.end())
        known = move->slots.insert(move->slots.end(), SlotMove{slot.to, slot.place, {}});
      known->from.insert(known->from.end(), slot.from.begin(), slot.from.end());
    }
    const bool from_start = !transition.from || states_[*transition.from].kind == StateInfo::Kind::kStart;
    effect.opens = effect.opens || from_start;
    effect.operations = std::max(effect.operations, static_cast<std::uint32_t>(move->from.size() + 4));
  }
  for (const auto& [needs, fired] : symbols.fires) {
    if (mask.has_or_always(needs)) effect.fired |= fired;
  }
  effect.opens = effect.opens || (effect.fired & opening_bits_) != 0;
}

const SumEffect& SumProgram::effect(TypeId type, const PredicateMask& mask, SumEffect& scratch) const {
  const Symbols& symbols = symbols_[type];
  if (!symbols.table.empty()) return symbols.table[mask.first & (symbols.table.size() - 1)];
  collect(symbols, mask, scratch);
  return scratch;
}

bool SumProgram::has_one_effect_a_type() const {
  return std::all_of(symbols_.begin(), symbols_.end(), [](const Symbols& symbols) {
    const auto idle = std::count_if(symbols.table.begin(), symbols.table.end(),
                                    [](const SumEffect& effect) { return effect.empty(); });
    return !symbols.table.empty() && static_cast<std::size_t>(idle) + 1 >= symbols.table.size();
  });
}

}  // namespace horatio::trend
