// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/vertices/index/index_plan.h"

#include <algorithm>
#include <utility>

namespace horatio::trend {
namespace {

using automaton::Guard;
using automaton::kNoEdgeCondition;
using automaton::kNoState;
using automaton::State;
using automaton::Step;
using automaton::Term;
using predicate::EdgeKey;

bool depends_on_vertex(const Guard& guard) {
  return std::ranges::any_of(
      guard.terms, [](const Term& term) { return term.edge != kNoEdgeCondition || !term.negations.empty(); });
}

class StepPlanner {
 public:
  StepPlanner(const TrendQuery& query, const RecordMaker& records) : query_(query), records_(records) {}

  StepPlan plan(const Step& step, std::vector<VertexIndexPlan>& indexes) const {
    StepPlan result;
    for (std::size_t g = 0; g < step.guards.size(); ++g) {
      if (!depends_on_vertex(step.guards[g])) continue;
      if (result.guard != StepPlan::kNoGuard || step.guards[g].terms.size() != 1) return {};
      result.guard = g;
    }
    VertexIndexPlan index;
    if (result.guard != StepPlan::kNoGuard) {
      if (!fails_without(step, result.guard)) return {};
      const Term& term = step.guards[result.guard].terms.front();
      index.negations = term.negations;
      if (term.edge != kNoEdgeCondition && !add_conjuncts(term, index, result)) return {};
    }
    result.index = intern(std::move(index), indexes);
    return result;
  }

 private:
  static bool fails_without(const Step& step, std::size_t guard) {
    for (std::size_t outcome = 0; outcome < step.targets.size(); ++outcome) {
      if (!step.is_true(guard, outcome) && step.targets[outcome] != kNoState) return false;
    }
    return true;
  }

  // False: no index serves.
  bool add_conjuncts(const Term& term, VertexIndexPlan& index, StepPlan& step) const {
    for (const std::uint16_t c : query_.edge_conjuncts()[term.edge]) {
      const auto& key = query_.conditions()[c].key();
      if (!key) {
        index.listed = true;
        continue;
      }
      const KeyPlace place = place_of(c, *key);
      index.always_usable = index.always_usable && key->always_usable;
      if (key->kind != EdgeKey::Kind::kInterval) {
        index.hashed.push_back(place);
        step.hashed.push_back(c);
      } else if (!index.ordered || index.ordered->same(place)) {
        index.ordered = place;
        step.ordered.push_back(c);
      } else {
        index.listed = true;
      }
    }
    if (index.listed) {
      index.ordered.reset();
      step.ordered.clear();
    }
    index.of_integers = index.hashed.size() <= 1 &&
                        (index.hashed.empty() || index.hashed.front().is_integer) &&
                        (!index.ordered || index.ordered->is_integer);
    return !index.is_sum();
  }

  KeyPlace place_of(std::uint16_t c, const EdgeKey& key) const {
    if (key.is_time) return {true, false, true, 0, 0};
    const AttributeId attribute = query_.conditions()[c].stored_attributes()[key.slot];
    return {false, key.kind == EdgeKey::Kind::kText, is_integer(c, attribute), attribute,
            records_.first_value(c) + key.slot};
  }
  // Of the earlier event of a condition.
  bool is_integer(std::uint16_t c, AttributeId attribute) const {
    const TypeId type = query_.query().pattern.places[query_.query().edges[c].from].type;
    const AttributeKind kind = query_.schema().types[type].attributes[attribute].type.kind;
    return kind == AttributeKind::kInt || kind == AttributeKind::kDecimal ||
           kind == AttributeKind::kTimestamp;
  }

  static std::size_t intern(VertexIndexPlan index, std::vector<VertexIndexPlan>& indexes) {
    const auto known = std::ranges::find_if(indexes, [&](const auto& other) { return other.same(index); });
    const auto place = static_cast<std::size_t>(known - indexes.begin());
    if (known == indexes.end()) {
      indexes.push_back(std::move(index));
    } else {
      known->always_usable = known->always_usable && index.always_usable;
    }
    return place;
  }

  const TrendQuery& query_;
  const RecordMaker& records_;
};

class PlanText {
 public:
  explicit PlanText(const TrendQuery& query) : query_(query) {}

  void add(const StepPlan& step, const VertexIndexPlan& index) {
    if (index.is_sum()) return add("running sum");
    std::string text;
    for (std::size_t i = 0; i < step.hashed.size(); ++i) {
      (text += i == 0 ? "hash on " : ", ") += name(step.hashed[i], index.hashed[i]);
    }
    if (index.ordered) {
      (text += text.empty() ? "" : " with ") += "ordered index on ";
      text += name(step.ordered.front(), *index.ordered);
    }
    if (index.listed) text += " with scan";
    add(std::move(text));
  }
  std::string text() {
    if (scans_ || text_.empty()) add("scan");
    return std::move(text_);
  }
  void add_scan() { scans_ = true; }

 private:
  void add(std::string part) {
    if (std::ranges::find(parts_, part) != parts_.end()) return;
    (text_ += text_.empty() ? "" : "; ") += part;
    parts_.push_back(std::move(part));
  }

  std::string name(std::uint16_t condition, const KeyPlace& key) const {
    const auto& place = query_.query().pattern.places[query_.query().edges[condition].from];
    if (key.is_time) return place.alias + ".TIME";
    return place.alias + "." + query_.schema().types[place.type].attributes[key.attribute].name;
  }

  const TrendQuery& query_;
  std::vector<std::string> parts_;
  std::string text_;
  bool scans_ = false;
};

}  // namespace

bool VertexIndexPlan::same(const VertexIndexPlan& other) const {
  const auto same_key = [](const KeyPlace& a, const KeyPlace& b) { return a.same(b); };
  if (listed != other.listed || negations != other.negations) return false;
  if (ordered.has_value() != other.ordered.has_value()) return false;
  if (ordered && !ordered->same(*other.ordered)) return false;
  return std::ranges::equal(hashed, other.hashed, same_key);
}

namespace {

// REQUIRES: vertices of no state leave before the window's end.
bool is_covered(const IndexPlan& plan, const Determinised& automaton, std::size_t state) {
  const auto ends = automaton.ends(static_cast<State>(state));
  if (std::ranges::any_of(ends, [](const auto& end) { return !end.negations.empty(); })) return false;
  const auto is_whole = [](const VertexIndexPlan& index) {
    return index.always_usable && !index.listed && index.negations.empty();
  };
  if (!std::ranges::all_of(plan.indexes[state], is_whole)) return false;
  return std::ranges::none_of(plan.steps[state], [](const std::vector<StepPlan>& steps) {
    return std::ranges::any_of(steps, [](const StepPlan& step) { return step.index == StepPlan::kScan; });
  });
}

}  // namespace

IndexPlan::IndexPlan(const TrendQuery& query, const Determinised& automaton, const RecordMaker& records)
    : indexes(automaton.states()), steps(automaton.states()) {
  const StepPlanner planner(query, records);
  if (query.query().selection != Selection::kAllCombinations) return;
  for (std::size_t state = 0; state < automaton.states(); ++state) {
    steps[state].resize(query.schema().types.size());
    for (std::size_t type = 0; type < steps[state].size(); ++type) {
      for (const Step& step : automaton.steps(static_cast<State>(state), static_cast<TypeId>(type))) {
        StepPlan plan = planner.plan(step, indexes[state]);
        if (plan.index != StepPlan::kScan) plan.number = indexed_steps++;
        steps[state][type].push_back(std::move(plan));
      }
    }
    for (VertexIndexPlan& index : indexes[state]) index.number = index_count++;
    if (is_covered(*this, automaton, state)) covered |= std::uint64_t{1} << state;
  }
}

std::string describe(const TrendQuery& query, const std::vector<IndexPlan>& branches) {
  PlanText text(query);
  for (const IndexPlan& branch : branches) {
    for (std::size_t state = 0; state < branch.steps.size(); ++state) {
      for (const auto& of_type : branch.steps[state]) {
        for (const StepPlan& step : of_type) {
          if (step.index == StepPlan::kScan) {
            text.add_scan();
          } else {
            text.add(step, branch.indexes[state][step.index]);
          }
        }
      }
    }
  }
  return text.text();
}

}  // namespace horatio::trend
