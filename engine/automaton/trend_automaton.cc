// SPDX-License-Identifier: Apache-2.0
#include "engine/automaton/trend_automaton.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace horatio {

// Explores the sets of positions breadth first. From one set, only the classes that its followers have are
// tried: k of them lead to at least 2^k - 1 different sets, so the cap on states bounds the work as well.
class SubsetConstruction {
 public:
  SubsetConstruction(const Pattern& pattern, std::span<const std::uint8_t> classes,
                     PositionAutomaton positions)
      : pattern_(pattern), classes_(classes), nfa_(std::move(positions)) {}

  Result<TrendAutomaton> run() {
    declare_symbols();
    expand(nfa_.first, std::nullopt);
    for (std::size_t i = 0; i < result_.positions_.size() && !failed_; ++i) {
      expand(followers(result_.positions_[i]), static_cast<State>(i));
    }
    if (failed_) return too_large();
    mark_ends();
    tabulate();
    return std::move(result_);
  }

 private:
  using Edge = TrendAutomaton::Edge;

  TypeId type_of(Position position) const { return pattern_.places[nfa_.place[position]].type; }
  std::uint8_t class_of(Position position) const { return classes_[nfa_.place[position]]; }

  void declare_symbols() {
    for (Position p = 0; p < nfa_.place.size(); ++p) {
      const TypeId type = type_of(p);
      if (result_.symbols_.size() <= type) result_.symbols_.resize(std::size_t{type} + 1);
      auto& symbols = result_.symbols_[type];
      symbols.used = true;
      if (class_of(p) != TrendAutomaton::kAlways)
        symbols.classes = std::max(symbols.classes, class_of(p) + 1U);
    }
  }

  std::vector<Position> followers(const std::vector<Position>& set) const {
    std::vector<Position> result;
    for (const Position p : set) result.insert(result.end(), nfa_.follow[p].begin(), nfa_.follow[p].end());
    std::sort(result.begin(), result.end());
    result.erase(std::unique(result.begin(), result.end()), result.end());
    return result;
  }

  // All transitions out of one state (nullopt: out of the start), given the positions that may come next.
  void expand(const std::vector<Position>& next, std::optional<State> from) {
    std::map<TypeId, std::vector<Position>> by_type;
    for (const Position p : next) by_type[type_of(p)].push_back(p);
    for (const auto& [type, candidates] : by_type) {
      PredicateMask relevant = 0;
      for (const Position p : candidates) {
        if (class_of(p) != TrendAutomaton::kAlways) relevant |= PredicateMask{1} << class_of(p);
      }
      // Walks through all subsets of `relevant`, from none to all.
      PredicateMask subset = 0;
      do {
        add_edge(type, candidates, relevant, subset, from);
        subset = (subset - relevant) & relevant;
      } while (subset != 0 && !failed_);
    }
  }

  void add_edge(TypeId type, const std::vector<Position>& candidates, PredicateMask relevant,
                PredicateMask subset, std::optional<State> from) {
    std::vector<Position> target;
    for (const Position p : candidates) {
      const std::uint8_t c = class_of(p);
      if (c == TrendAutomaton::kAlways || ((subset >> c) & 1U) != 0) target.push_back(p);
    }
    if (target.empty()) return;
    const std::optional<State> to = state_of(std::move(target));
    if (!to) return;
    result_.symbols_[type].edges.push_back({relevant, subset, from.value_or(0), !from.has_value(), *to});
  }

  std::optional<State> state_of(std::vector<Position> set) {
    if (const auto known = numbers_.find(set); known != numbers_.end()) return known->second;
    if (result_.positions_.size() == TrendAutomaton::kMaxStates) {
      failed_ = true;
      return std::nullopt;
    }
    const auto number = static_cast<State>(result_.positions_.size());
    if (set.size() > 1) result_.deterministic_ = false;
    result_.positions_.push_back(set);
    numbers_.emplace(std::move(set), number);
    return number;
  }

  void mark_ends() {
    for (std::size_t i = 0; i < result_.positions_.size(); ++i) {
      for (const Position p : result_.positions_[i]) {
        if (std::binary_search(nfa_.last.begin(), nfa_.last.end(), p)) result_.ends_ |= std::uint64_t{1} << i;
      }
    }
  }

  void tabulate() {
    for (auto& symbols : result_.symbols_) {
      if (!symbols.used || symbols.classes > TrendAutomaton::kTabulatedClasses) continue;
      symbols.table.resize(std::size_t{1} << symbols.classes);
      for (std::size_t mask = 0; mask < symbols.table.size(); ++mask) {
        TrendAutomaton::collect(symbols, mask, symbols.table[mask]);
      }
    }
  }

  static Error too_large() {
    return {ErrorCode::kTooLarge,
            "the pattern needs more than " + std::to_string(TrendAutomaton::kMaxStates) + " automaton states",
            "use smaller repetition counts, or fewer places of one type with different predicates",
            {}};
  }

  const Pattern& pattern_;
  std::span<const std::uint8_t> classes_;
  PositionAutomaton nfa_;
  TrendAutomaton result_;
  std::map<std::vector<Position>, State> numbers_;
  bool failed_ = false;
};

Result<TrendAutomaton> TrendAutomaton::build(const Pattern& pattern, std::span<const std::uint8_t> classes) {
  Result<PositionAutomaton> positions = PositionAutomaton::build(pattern);
  if (!positions.ok()) return positions.error();
  for (const std::uint8_t c : classes) {
    // Each class is the whole of some reachable state, so this many classes cannot fit.
    if (c != kAlways && c >= kMaxStates) {
      return Error{ErrorCode::kTooLarge,
                   "the pattern needs more than 64 automaton states",
                   "use fewer places of one type with different predicates",
                   {}};
    }
  }
  return SubsetConstruction(pattern, classes, std::move(*positions)).run();
}

void TrendAutomaton::collect(const Symbols& symbols, PredicateMask mask, std::vector<Move>& moves) {
  moves.clear();
  for (const Edge& edge : symbols.edges) {
    if ((mask & edge.relevant) != edge.pattern) continue;
    auto move = std::find_if(moves.begin(), moves.end(), [&](const Move& m) { return m.to == edge.to; });
    if (move == moves.end()) move = moves.insert(moves.end(), Move{edge.to, false, {}});
    if (edge.starts) {
      move->starts = true;
    } else {
      move->from.push_back(edge.from);
    }
  }
  std::sort(moves.begin(), moves.end(), [](const Move& a, const Move& b) { return a.to < b.to; });
}

std::span<const Move> TrendAutomaton::moves(TypeId type, PredicateMask mask,
                                            std::vector<Move>& scratch) const {
  if (!uses(type)) return {};
  const Symbols& symbols = symbols_[type];
  if (!symbols.table.empty()) return symbols.table[mask & (symbols.table.size() - 1)];
  collect(symbols, mask, scratch);
  return scratch;
}

}  // namespace horatio
