// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "engine/query/bind_query.h"
#include "engine/query/canonical.h"
#include "engine/query/name_text.h"

namespace horatio {
namespace {

class WhereBinder {
 public:
  WhereBinder(const Scope& scope, std::optional<bool> match_query, Query& query,
              std::vector<syntax::Name>& equivalence)
      : scope_(scope), match_query_(match_query), query_(query), equivalence_(equivalence) {}

  void bind(const syntax::Expression& written) {
    if (written.op == Expression::Kind::kAnd) {
      for (const syntax::Expression& child : written.children) bind(child);
    } else if (const auto* key = std::get_if<syntax::Expression::Equivalence>(&written.leaf)) {
      equivalence_.insert(equivalence_.end(), key->attributes.begin(), key->attributes.end());
    } else if (std::holds_alternative<syntax::Expression::Distinct>(written.leaf)) {
      scope_.faults.refuse(written.at, Feature::kDistinct);
    } else {
      condition(written);
    }
  }

 private:
  // The places that a condition reads, as E and as NEXT(E).
  struct Reads {
    std::set<PlaceId> plain;
    std::set<PlaceId> next;
  };

  void condition(const syntax::Expression& written) {
    Reads reads;
    BoundExpression bound =
        bind_expression(written, scope_, [&](const syntax::Expression& inner) { return leaf(inner, reads); });
    if (bound.sort == Sort::kUnknown) return;
    if (bound.sort != Sort::kCondition && bound.sort != Sort::kBool) {
      scope_.faults.add(ErrorCode::kTypeMismatch, written.at, "WHERE needs conditions, and this is a value",
                        "compare it with something");
    } else if (reads.plain.empty() && reads.next.empty()) {
      refuse(written, "this condition reads no event",
             "leave it out, or name an event, as in " + first_alias() + ".attribute");
    } else if (!reads.next.empty()) {
      edge(written, reads, std::move(bound.expression));
    } else if (reads.plain.size() > 1) {
      refuse_two_events(written, reads);
    } else {
      query_.local.push_back({*reads.plain.begin(), std::move(bound.expression)});
    }
  }

  BoundExpression leaf(const syntax::Expression& written, Reads& reads) {
    if (const auto* reference = std::get_if<syntax::Reference>(&written.leaf)) {
      BoundExpression bound = bind_reference(*reference, scope_);
      if (bound.sort != Sort::kUnknown) {
        (reference->next ? reads.next : reads.plain).insert(bound.expression.place);
      }
      return bound;
    }
    const std::string_view outside = "join it to the other conditions with AND, outside of OR and NOT";
    if (std::holds_alternative<syntax::Expression::Equivalence>(written.leaf)) {
      refuse(written, "a [...] stands alone in WHERE", outside);
    } else if (std::holds_alternative<syntax::Expression::Distinct>(written.leaf)) {
      refuse(written, "DISTINCT stands alone in WHERE", outside);
    } else {
      refuse(written, "an aggregate cannot stand in WHERE", "conditions on aggregates belong into HAVING");
    }
    return {};
  }

  void edge(const syntax::Expression& written, const Reads& reads, Expression condition) {
    if (const auto forbidden = negated_place(reads)) {
      refuse(written, "'" + alias_of(*forbidden) + "' stands inside NOT and has no adjacent event",
             "compare it with constants, or with a key as in [attribute]");
    } else if (reads.next.size() == 1 && reads.plain.size() == 1) {
      query_.edges.push_back({*reads.plain.begin(), *reads.next.begin(), std::move(condition),
                              scope_.faults.place_of(written.at)});
    } else if (!match_query_.value_or(true)) {
      refuse_edge(written, reads);
    }
  }

  void refuse_edge(const syntax::Expression& written, const Reads& reads) {
    const std::string next = next_of(*reads.next.begin());
    if (reads.next.size() > 1) {
      refuse(written,
             "this condition reads two later events, " + next + " and " + next_of(*reads.next.rbegin()),
             "write one condition for each pair of adjacent events");
    } else if (reads.plain.empty()) {
      refuse(written, "this condition reads " + next + " alone",
             "write it without NEXT, or compare with the event before, as in " + first_alias() +
                 ".attribute < " + next + ".attribute");
    } else {
      refuse(written,
             "this condition reads two events beside " + next + ", '" + alias_of(*reads.plain.begin()) +
                 "' and '" + alias_of(*reads.plain.rbegin()) + "'",
             "write one condition for each pair of adjacent events");
    }
  }

  std::optional<PlaceId> negated_place(const Reads& reads) const {
    for (const auto* places : {&reads.plain, &reads.next}) {
      for (const PlaceId place : *places) {
        if (scope_.pattern.negated(place)) return place;
      }
    }
    return std::nullopt;
  }

  void refuse_two_events(const syntax::Expression& written, const Reads& reads) {
    if (!match_query_) return;
    if (*match_query_) {
      scope_.faults.refuse(written.at, Feature::kAnchoredPredicate);
      return;
    }
    const PlaceId second = *std::next(reads.plain.begin());
    const std::string key = "a key as in [attribute] for what is equal over the whole trend";
    refuse(written,
           "this condition reads two events, '" + alias_of(*reads.plain.begin()) + "' and '" +
               alias_of(second) + "', without NEXT",
           negated_place(reads) ? "write " + key
                                : "write " + next_of(second) + " for adjacent events, or " + key);
  }

  void refuse(const syntax::Expression& written, std::string message, std::string_view remedy) {
    scope_.faults.add(ErrorCode::kInvalidClause, written.at, std::move(message), std::string(remedy));
  }

  const std::string& alias_of(PlaceId place) const { return scope_.pattern.pattern.places[place].alias; }

  // As the language writes them: of the first event that a trend has, and of one with NEXT.
  std::string first_alias() const {
    PlaceId first = 0;
    while (first + 1U < scope_.pattern.pattern.places.size() && scope_.pattern.negated(first)) ++first;
    return name_text(alias_of(first), grammar::kNothing);
  }
  std::string next_of(PlaceId place) const {
    return "NEXT(" + name_text(alias_of(place), grammar::kNothing) + ")";
  }

  const Scope& scope_;
  std::optional<bool> match_query_;
  Query& query_;
  std::vector<syntax::Name>& equivalence_;
};

std::array<PlaceId, 2> places_of(const LocalPredicate& local) { return {local.place, local.place}; }
std::array<PlaceId, 2> places_of(const EdgePredicate& edge) { return {edge.from, edge.to}; }

// One order for conditions that are written in any, and each of them once.
template <class Predicate>
void put_in_order(const Scope& scope, std::vector<Predicate>& predicates) {
  std::map<std::pair<std::array<PlaceId, 2>, std::string>, Predicate> sorted;
  for (Predicate& predicate : predicates) {
    std::string text =
        condition_text(predicate.condition, scope.pattern.pattern, scope.schema.schema(), scope.unit);
    sorted.try_emplace({places_of(predicate), std::move(text)}, std::move(predicate));
  }
  predicates.clear();
  for (auto& entry : sorted) predicates.push_back(std::move(entry.second));
}

}  // namespace

void bind_where(const syntax::Expression& where, std::optional<bool> match_query, const Scope& scope,
                Query& query, std::vector<syntax::Name>& equivalence) {
  WhereBinder(scope, match_query, query, equivalence).bind(where);
  put_in_order(scope, query.local);
  put_in_order(scope, query.edges);
}

}  // namespace horatio
