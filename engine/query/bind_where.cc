// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

#include "engine/query/bind_query.h"
#include "engine/query/canonical.h"

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
      scope_.faults.require(written.at, Feature::kDistinct);
    } else {
      condition(written);
    }
  }

 private:
  void condition(const syntax::Expression& written) {
    Reads reads;
    BoundExpression bound = bind_expression(written, scope_, reads);
    if (bound.sort == Sort::kUnknown) return;
    if (bound.sort != Sort::kCondition && bound.sort != Sort::kBool) {
      scope_.faults.add(ErrorCode::kTypeMismatch, written.at, "WHERE needs conditions, and this is a value",
                        "compare it with something");
    } else if (reads.next) {
      scope_.faults.require(written.at, Feature::kEdgePredicate);
    } else if (reads.places.empty()) {
      scope_.faults.add(ErrorCode::kInvalidClause, written.at, "this condition reads no event",
                        "leave it out, or name an event, as in " + first_alias() + ".attribute");
    } else if (reads.places.size() > 1) {
      refuse_two_events(written, reads);
    } else {
      query_.local.push_back({*reads.places.begin(), std::move(bound.expression)});
    }
  }

  void refuse_two_events(const syntax::Expression& written, const Reads& reads) {
    if (!match_query_) return;
    if (*match_query_) {
      scope_.faults.require(written.at, Feature::kAnchoredPredicate);
      return;
    }
    const auto& places = scope_.pattern.pattern.places;
    const std::string& first = places[*reads.places.begin()].alias;
    const std::string& second = places[*std::next(reads.places.begin())].alias;
    scope_.faults.add(ErrorCode::kInvalidClause, written.at,
                      "this condition reads two events, '" + first + "' and '" + second + "', without NEXT",
                      "write NEXT(" + second +
                          ") for adjacent events, or a key as in [attribute] for what is equal "
                          "over the whole trend");
  }

  std::string first_alias() const { return scope_.pattern.pattern.places.front().alias; }

  const Scope& scope_;
  std::optional<bool> match_query_;
  Query& query_;
  std::vector<syntax::Name>& equivalence_;
};

// One order for conditions that are written in any, and each of them once.
void put_in_order(const Scope& scope, std::vector<LocalPredicate>& local) {
  std::vector<std::tuple<PlaceId, std::string, std::size_t>> order;
  for (std::size_t i = 0; i < local.size(); ++i) {
    order.emplace_back(
        local[i].place,
        condition_text(local[i].condition, scope.pattern.pattern, scope.schema.schema(), scope.unit), i);
  }
  std::sort(order.begin(), order.end());
  std::vector<LocalPredicate> sorted;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const bool again = i > 0 && std::get<0>(order[i]) == std::get<0>(order[i - 1]) &&
                       std::get<1>(order[i]) == std::get<1>(order[i - 1]);
    if (!again) sorted.push_back(std::move(local[std::get<2>(order[i])]));
  }
  local = std::move(sorted);
}

}  // namespace

void bind_where(const syntax::Expression& where, std::optional<bool> match_query, const Scope& scope,
                Query& query, std::vector<syntax::Name>& equivalence) {
  WhereBinder(scope, match_query, query, equivalence).bind(where);
  put_in_order(scope, query.local);
}

}  // namespace horatio
