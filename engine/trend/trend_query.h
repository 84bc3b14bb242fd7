// SPDX-License-Identifier: Apache-2.0
// One query made ready to run: the automata of its pattern, the predicates of each event type by class, the
// conditions between adjacent events, and what its aggregates need.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "engine/automaton/determinised.h"
#include "engine/model/query.h"
#include "engine/model/status.h"
#include "engine/predicate/edge_condition.h"
#include "engine/predicate/having.h"
#include "engine/predicate/predicate.h"
#include "engine/trend/components.h"
#include "engine/trend/predicate_mask.h"
#include "engine/trend/totals.h"

namespace horatio::trend {

using automaton::Determinised;
using automaton::GuardedPositions;
using automaton::Position;

// The trends of one operand of AND, of both at once, or of the whole pattern.
struct Branch {
  GuardedPositions positions;
  Determinised automaton;
};

// One NOT as the engine sees it: the class of local predicates that each step's events must satisfy.
struct NegationStep {
  TypeId type = 0;
  ClassId local_class = automaton::kAlways;
};

// Whether two conditions, on one event or on two adjacent ones, are the same word for word, whatever the
// places are called. REQUIRES: of the same types.
bool is_same_condition(const Expression& left, const Expression& right);

class TrendQuery {
 public:
  // kTooLarge from the automaton, kInvalidClause for what rules 3, 7 and 8 refuse: an ambiguous alias, NEXT
  // of a place that never follows, an aggregate over operands of AND that overlap. The message names the
  // query.
  static Result<TrendQuery> compile(const Query& query, const Schema& schema);
  // All that compile() refuses the query for: each NEXT and aggregate with its place, or the first of what
  // remains.
  static std::vector<Error> faults(const Query& query, const Schema& schema);

  // For differential tests: an EXACT query counts modulo p (engine/numbers/modular_count.h) from here on, and
  // HAVING, which cannot judge residues, is gone. Nothing happens to other queries and to those with sums of
  // FLOAT, which need the counts themselves.
  void count_modulo_p();

  const Query& query() const { return *query_; }
  const Schema& schema() const { return *schema_; }
  const Components& components() const { return components_; }
  Arithmetic arithmetic() const { return arithmetic_; }
  bool strict() const { return query_->ties == Ties::kStrict; }
  // A conjunction: pairs of trends are counted.
  bool is_pair() const { return branches_.size() > 1; }
  // The whole pattern; under AND its first operand, its second, and, where some sequence can match both and
  // trends are counted, the trends that match both.
  const std::vector<Branch>& branches() const { return branches_; }
  const std::vector<std::vector<NegationStep>>& negations() const {
    return negations_;
  }  // by negation, by step
  const std::vector<automaton::Negation>& negation_places() const {
    return branches_.front().positions.negations;
  }
  const std::vector<EdgeCondition>& conditions() const { return conditions_; }
  // By EdgeConditionId: the conjuncts, as indices into conditions().
  const std::vector<std::vector<std::uint16_t>>& edge_conjuncts() const { return edge_conjuncts_; }
  const std::optional<HavingCondition>& having() const { return having_; }

  // Whether events of one time must be applied in an order that does not depend on arrival, since sums of
  // floating point numbers do (rule 11).
  bool needs_canonical_order() const {
    return strict() && (arithmetic_ == Arithmetic::kScaled || components_.has_float());
  }

  bool in_pattern(TypeId type) const { return type < of_type_.size() && of_type_[type].in_pattern; }
  // Whether what an event of the type does depends on local predicates.
  bool conditional(TypeId type) const { return type < of_type_.size() && !of_type_[type].classes.empty(); }
  std::size_t classes(TypeId type) const {
    return type < of_type_.size() ? of_type_[type].classes.size() : 0;
  }
  // The classes that the row satisfies. The mask lives as long as `more` stays as it is.
  PredicateMask mask(const EventBlock& block, std::uint32_t row, FurtherClasses& more) const;
  bool satisfies(ClassId c, const EventBlock& block, std::uint32_t row) const {
    return passes(of_type_[block.type].classes[c], block, row);
  }
  // Whether the only predicate class of the type is another query's only one, word for word. REQUIRES: both
  // have one.
  bool has_class_of(const TrendQuery& other, TypeId type) const;

 private:
  using Conjunction = std::vector<Predicate>;
  struct OfType {
    bool in_pattern = false;  // NOTs included
    std::vector<Conjunction> classes;
    std::vector<std::vector<const Expression*>> written;  // by class: what it has been compiled from
  };
  friend class TrendCompiler;

  static bool passes(const Conjunction& conjunction, const EventBlock& block, std::uint32_t row);
  // Of the 64 classes from `begin` on.
  static std::uint64_t word(const std::vector<Conjunction>& classes, std::size_t begin,
                            const EventBlock& block, std::uint32_t row);

  const Query* query_ = nullptr;
  const Schema* schema_ = nullptr;
  Components components_;
  Arithmetic arithmetic_ = Arithmetic::kExact;
  std::vector<Branch> branches_;
  std::vector<std::vector<NegationStep>> negations_;
  std::vector<EdgeCondition> conditions_;
  std::vector<std::vector<std::uint16_t>> edge_conjuncts_;
  std::optional<HavingCondition> having_;
  std::vector<OfType> of_type_;
};

}  // namespace horatio::trend
