// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "engine/query/bind_query.h"
#include "engine/query/canonical.h"
#include "engine/query/name_text.h"
#include "engine/query/nearest_name.h"

namespace horatio {
namespace {

class HavingBinder {
 public:
  HavingBinder(const syntax::Query& written, const Scope& scope, Query& query)
      : written_(written), scope_(scope), query_(query) {
    for (std::size_t i = 0; i < query.aggregates.size(); ++i) {
      const Aggregate& aggregate = query.aggregates[i];
      columns_.emplace(aggregate.column, i);
      known_.emplace(identity(aggregate), i);
    }
  }

  void bind() {
    const syntax::Expression& having = *written_.having;
    BoundExpression bound =
        bind_expression(having, scope_, [this](const syntax::Expression& written) { return leaf(written); });
    if (bound.sort == Sort::kUnknown) return;
    if (bound.sort != Sort::kCondition) {
      scope_.faults.add(ErrorCode::kTypeMismatch, having.at, "HAVING needs a condition, and this is a value",
                        "compare it with something");
    } else if (!reads_aggregate_) {
      scope_.faults.add(ErrorCode::kInvalidClause, having.at, "this condition reads no aggregate",
                        "leave it out, or name one, as in COUNT(*) > 0");
    } else {
      query_.having = std::move(bound.expression);
    }
  }

 private:
  using Identity = std::tuple<Aggregate::Function, PlaceId, AttributeId>;

  static Identity identity(const Aggregate& aggregate) {
    return {aggregate.function, aggregate.place, aggregate.attribute};
  }

  BoundExpression fault(ErrorCode code, std::size_t at, std::string message, std::string remedy) {
    scope_.faults.add(code, at, std::move(message), std::move(remedy));
    return {};
  }

  BoundExpression leaf(const syntax::Expression& written) {
    if (const auto* aggregate = std::get_if<syntax::Aggregate>(&written.leaf)) {
      const auto bound = bind_aggregate(*aggregate, scope_);
      return bound ? refer(*bound, written.at) : BoundExpression();
    }
    if (const auto* reference = std::get_if<syntax::Reference>(&written.leaf)) {
      if (!reference->time && !reference->attribute) return column(reference->name);
      return refuse_attribute(*reference);
    }
    return fault(ErrorCode::kInvalidClause, written.at, "[...] and DISTINCT cannot stand in HAVING",
                 "conditions on events belong into WHERE");
  }

  // An aggregate that RETURN has is read there, any other goes to the hidden ones, once.
  BoundExpression refer(const Aggregate& aggregate, std::size_t at) {
    const std::size_t next = query_.aggregates.size() + query_.hidden.size();
    const auto [found, is_new] = known_.emplace(identity(aggregate), next);
    if (is_new && next >= kMostAggregates) {
      return fault(ErrorCode::kTooLarge, at,
                   "a query has at most " + std::to_string(kMostAggregates) + " aggregates", "split it");
    }
    if (is_new) {
      query_.hidden.push_back(aggregate);
      query_.hidden.back().column = column_text(aggregate, scope_.pattern.pattern, scope_.schema.schema());
    }
    BoundExpression bound;
    bound.expression.kind = Expression::Kind::kAggregate;
    bound.expression.aggregate = static_cast<std::uint16_t>(found->second);
    bound.expression.type = result_type(aggregate, scope_.pattern.pattern, scope_.schema.schema());
    bound.sort = sort_of(bound.expression.type);
    reads_aggregate_ = true;
    return bound;
  }

  BoundExpression column(const syntax::Name& name) {
    if (const auto found = columns_.find(name.text); found != columns_.end()) {
      return refer(query_.aggregates[found->second], name.at);
    }
    if (grammar::is_keyword(name.text, "FREQUENCY")) {
      scope_.faults.refuse(name.at, Feature::kFrequency);
      return {};
    }
    if (is_broken(name)) return {};
    return fault(ErrorCode::kUnknownName, name.at, "there is no column '" + name.text + "' to compare",
                 column_remedy(name.text));
  }

  // Whether the column may be one of RETURN that has a fault.
  bool is_broken(const syntax::Name& name) const {
    if (written_.returns.empty()) return true;
    for (const syntax::Aggregate& item : written_.returns) {
      if (item.column && item.column->text == name.text) return true;
    }
    return false;
  }

  std::string column_remedy(const std::string& name) const {
    if (scope_.pattern.find(name)) return "write COUNT(" + name_text(name, grammar::kNothing) + ")";
    if (scope_.schema.key(name)) {
      return "HAVING compares aggregates: conditions on attributes of events belong into WHERE";
    }
    std::vector<std::string_view> columns;
    for (const Aggregate& aggregate : query_.aggregates) columns.push_back(aggregate.column);
    return name_hint(name, columns);
  }

  BoundExpression refuse_attribute(const syntax::Reference& reference) {
    std::string attribute = name_text(reference.name.text, grammar::kNothing) + ".";
    attribute += reference.time ? "TIME" : name_text(reference.attribute->text, grammar::kAfterDot);
    std::string remedy = "move the condition to WHERE";
    if (!reference.time) remedy = "write an aggregate of it, as in MAX(" + attribute + "), or " + remedy;
    return fault(ErrorCode::kInvalidClause, reference.name.at,
                 attribute + " is of one event, and HAVING compares aggregates over all trends of a row",
                 std::move(remedy));
  }

  const syntax::Query& written_;
  const Scope& scope_;
  Query& query_;
  std::unordered_map<std::string, std::size_t> columns_;
  std::map<Identity, std::size_t> known_;
  bool reads_aggregate_ = false;
};

}  // namespace

void bind_having(const syntax::Query& written, const Scope& scope, Query& query) {
  HavingBinder(written, scope, query).bind();
}

}  // namespace horatio
