// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/trend_query.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "engine/automaton/alias_ambiguity.h"

namespace horatio::trend {

using automaton::AliasAmbiguity;
using automaton::Counted;
using automaton::Determinisation;
using automaton::EdgeConditionId;
using automaton::kAlways;
using automaton::kNoEdgeCondition;
using automaton::Part;

namespace {

using Conditions = std::vector<const Expression*>;

bool same_conditions(const Conditions& left, const Conditions& right) {
  return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                    [](const Expression* a, const Expression* b) { return is_same_condition(*a, *b); });
}

struct Classes {
  std::vector<std::vector<Conditions>> by_type;
  std::vector<ClassId> of_place;
};

Classes classify(const Query& query) {
  const Pattern& pattern = query.pattern;
  std::vector<Conditions> conditions(pattern.places.size());
  for (const LocalPredicate& local : query.local) conditions[local.place].push_back(&local.condition);
  Classes classes;
  for (std::size_t place = 0; place < pattern.places.size(); ++place) {
    const TypeId type = pattern.places[place].type;
    if (classes.by_type.size() <= type) classes.by_type.resize(std::size_t{type} + 1);
    if (conditions[place].empty()) {
      classes.of_place.push_back(kAlways);
      continue;
    }
    auto& known = classes.by_type[type];
    const auto same = std::find_if(known.begin(), known.end(), [&](const Conditions& other) {
      return same_conditions(other, conditions[place]);
    });
    classes.of_place.push_back(static_cast<ClassId>(same - known.begin()));
    if (same == known.end()) known.push_back(conditions[place]);
  }
  return classes;
}

Error about(const Query& query, Error error) {
  error.message = "query '" + query.name + "': " + error.message;
  if (error.place.line == 0) error.place = query.place;
  return error;
}

// Each window that an event is in has sums of its own, so one event of a new key would take this many at
// once.
constexpr std::int64_t kMaxOverlap = 1'000'000;

Status check_windows(const Query& query) {
  if (!query.window || (query.window->size - 1) / query.window->slide < kMaxOverlap) return {};
  return Error{ErrorCode::kTooLarge,
               "an event would be in more than " + std::to_string(kMaxOverlap) + " windows at once",
               "make SLIDE longer or WITHIN shorter",
               {}};
}

}  // namespace

bool is_same_condition(const Expression& left, const Expression& right) {
  return left.kind == right.kind && left.text == right.text && left.next == right.next &&
         left.attribute == right.attribute && left.type == right.type &&
         std::equal(left.children.begin(), left.children.end(), right.children.begin(), right.children.end(),
                    is_same_condition);
}

class TrendCompiler {
 public:
  TrendCompiler(const Query& query, const Schema& schema) : query_(query), classes_(classify(query)) {
    result_.query_ = &query;
    result_.schema_ = &schema;
  }

  // Only if there is none, result() is what it should be.
  std::vector<Error> run() {
    check();
    using Step = Status (TrendCompiler::*)();
    for (const Step step : {&TrendCompiler::form_edges, &TrendCompiler::form_branches,
                            &TrendCompiler::form_predicates, &TrendCompiler::form_aggregates}) {
      if (!faults_.empty()) return std::move(faults_);
      refuse((this->*step)(), {});
    }
    if (faults_.empty()) form_negations();
    return std::move(faults_);
  }
  TrendQuery result() { return std::move(result_); }

 private:
  using Pair = std::pair<PlaceId, PlaceId>;

  const std::string& alias(PlaceId place) const { return query_.pattern.places[place].alias; }

  void refuse(Status status, SourcePlace place) {
    if (status.ok()) return;
    Error error = status.error();
    if (error.place.line == 0) error.place = place;
    faults_.push_back(about(query_, std::move(error)));
  }

  void check() {
    refuse(check_windows(query_), {});
    Result<AliasAmbiguity> ambiguity = AliasAmbiguity::analyse(query_.pattern);
    if (!ambiguity.ok()) return refuse(ambiguity.error(), {});
    overlap_ = ambiguity->operands_overlap();
    for (const EdgePredicate& edge : query_.edges) {
      if (!ambiguity->can_follow(edge.from, edge.to)) refuse(never_follows(edge), edge.written);
    }
    for (const auto* aggregates : {&query_.aggregates, &query_.hidden}) {
      for (const Aggregate& aggregate : *aggregates)
        refuse(check_aggregate(aggregate, *ambiguity), aggregate.written);
    }
  }

  Error never_follows(const EdgePredicate& edge) const {
    return {ErrorCode::kInvalidClause,
            "NEXT(" + alias(edge.to) + ") beside " + alias(edge.from) + ": an event of " + alias(edge.to) +
                " can never directly follow one of " + alias(edge.from),
            "name two aliases that can be adjacent in the pattern",
            {}};
  }

  Status check_aggregate(const Aggregate& aggregate, const AliasAmbiguity& ambiguity) const {
    if (aggregate.function == Aggregate::Function::kCountTrends || query_.count_bindings) return {};
    if (overlap_) {
      return Error{
          ErrorCode::kInvalidClause,
          aggregate.column + ": some sequence of events matches both operands of AND, so it is not defined",
          "return COUNT(*), or write COUNT BINDINGS",
          {}};
    }
    const auto clash = ambiguity.clash(aggregate.place);
    if (!clash) return {};
    return Error{ErrorCode::kInvalidClause,
                 aggregate.column + ": alias '" + alias(aggregate.place) +
                     "' is ambiguous: events of one trend can go to '" + alias(aggregate.place) +
                     "' or to '" + alias(*clash) + "'",
                 "aggregate over another alias, or write COUNT BINDINGS",
                 {}};
  }

  // The conjuncts on one pair of places are one edge condition.
  Status form_edges() {
    for (const EdgePredicate& edge : query_.edges) {
      Result<EdgeCondition> condition = EdgeCondition::compile(edge.condition);
      if (!condition.ok()) return condition.error();
      const auto [entry, fresh] =
          edge_ids_.try_emplace(Pair{edge.from, edge.to}, static_cast<EdgeConditionId>(edge_ids_.size()));
      if (fresh) result_.edge_conjuncts_.emplace_back();
      result_.edge_conjuncts_[entry->second].push_back(
          static_cast<std::uint16_t>(result_.conditions_.size()));
      result_.conditions_.push_back(std::move(*condition));
    }
    return {};
  }

  Status form_branches() {
    if (query_.pattern.root.kind != PatternNode::Kind::kAnd) return form_branch(Part::kWhole);
    for (const Part part : {Part::kFirst, Part::kSecond}) {
      if (Status formed = form_branch(part); !formed.ok()) return formed;
    }
    return overlap_ && !query_.count_bindings ? form_branch(Part::kBoth) : Status();
  }

  Status form_branch(Part part) {
    Result<GuardedPositions> positions = GuardedPositions::build(query_.pattern, part);
    if (!positions.ok()) return positions.error();
    const auto edge_condition = [this](PlaceId from, PlaceId to) {
      const auto found = edge_ids_.find(Pair{from, to});
      return found == edge_ids_.end() ? kNoEdgeCondition : found->second;
    };
    const Counted counted = query_.count_bindings ? Counted::kBindings : Counted::kTrends;
    const bool keep_all = query_.count_bindings && query_.selection == Selection::kNext;
    Result<Determinised> automaton = Determinised::build(
        Determinisation{query_.pattern, *positions, classes_.of_place, edge_condition, counted, keep_all});
    if (!automaton.ok()) return automaton.error();
    result_.branches_.push_back(Branch{std::move(*positions), std::move(*automaton)});
    return {};
  }

  Status form_predicates() {
    for (const Place& place : query_.pattern.places) of_type(place.type).in_pattern = true;
    for (std::size_t type = 0; type < classes_.by_type.size(); ++type) {
      for (const Conditions& conditions : classes_.by_type[type]) {
        auto& conjunction = of_type(static_cast<TypeId>(type)).classes.emplace_back();
        for (const Expression* condition : conditions) {
          Result<Predicate> predicate = Predicate::compile(*condition);
          if (!predicate.ok()) return predicate.error();
          conjunction.push_back(std::move(*predicate));
        }
        of_type(static_cast<TypeId>(type)).written.push_back(conditions);
      }
    }
    return {};
  }

  Status form_aggregates() {
    result_.components_ = Components::of(query_, *result_.schema_);
    const bool beyond_64_bits = result_.components_.has_float() || result_.is_pair();
    if (query_.numbers == Numbers::kApprox) {
      result_.arithmetic_ = Arithmetic::kScaled;
    } else if (query_.numbers == Numbers::kU64 && !beyond_64_bits) {
      result_.arithmetic_ = Arithmetic::kSaturating;
    }
    if (!query_.having) return {};
    Result<HavingCondition> having = HavingCondition::compile(*query_.having);
    if (!having.ok()) return having.error();
    result_.having_ = std::move(*having);
    return {};
  }

  void form_negations() {
    for (const automaton::Negation& negation : result_.branches_.front().positions.negations) {
      auto& steps = result_.negations_.emplace_back();
      for (const PlaceId place : negation.steps) {
        steps.push_back({query_.pattern.places[place].type, classes_.of_place[place]});
      }
    }
  }

  TrendQuery::OfType& of_type(TypeId type) {
    if (result_.of_type_.size() <= type) result_.of_type_.resize(std::size_t{type} + 1);
    return result_.of_type_[type];
  }

  const Query& query_;
  Classes classes_;
  bool overlap_ = false;
  std::map<Pair, EdgeConditionId> edge_ids_;
  std::vector<Error> faults_;
  TrendQuery result_;
};

Result<TrendQuery> TrendQuery::compile(const Query& query, const Schema& schema) {
  TrendCompiler compiler(query, schema);
  if (std::vector<Error> faults = compiler.run(); !faults.empty()) return std::move(faults.front());
  return compiler.result();
}

std::vector<Error> TrendQuery::faults(const Query& query, const Schema& schema) {
  return TrendCompiler(query, schema).run();
}

void TrendQuery::count_modulo_p() {
  if (query_->numbers != Numbers::kExact || components_.has_float()) return;
  arithmetic_ = Arithmetic::kModular;
  having_.reset();
}

bool TrendQuery::passes(const Conjunction& conjunction, const EventBlock& block, std::uint32_t row) {
  return std::all_of(conjunction.begin(), conjunction.end(),
                     [&](const Predicate& predicate) { return predicate.passes(block, row); });
}

std::uint64_t TrendQuery::word(const std::vector<Conjunction>& classes, std::size_t begin,
                               const EventBlock& block, std::uint32_t row) {
  std::uint64_t word = 0, bit = 1;
  const std::size_t end = std::min<std::size_t>(classes.size(), begin + PredicateMask::kFirst);
  for (std::size_t c = begin; c < end; ++c, bit <<= 1U) {
    if (passes(classes[c], block, row)) word |= bit;
  }
  return word;
}

PredicateMask TrendQuery::mask(const EventBlock& block, std::uint32_t row, FurtherClasses& more) const {
  if (block.type >= of_type_.size()) return {};
  const std::vector<Conjunction>& classes = of_type_[block.type].classes;
  const std::uint64_t first = word(classes, 0, block, row);
  if (classes.size() <= PredicateMask::kFirst) [[likely]]
    return {first};
  more.clear();
  for (std::size_t begin = PredicateMask::kFirst; begin < classes.size(); begin += PredicateMask::kFirst)
    more.push_back(word(classes, begin, block, row));
  return {first, more.data()};
}

bool TrendQuery::has_class_of(const TrendQuery& other, TypeId type) const {
  return same_conditions(of_type_[type].written.front(), other.of_type_[type].written.front());
}

}  // namespace horatio::trend
