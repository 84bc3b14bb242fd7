// SPDX-License-Identifier: Apache-2.0
#include <set>
#include <string>
#include <utility>

#include "engine/query/bind_query.h"
#include "engine/query/canonical.h"
#include "engine/query/name_text.h"

namespace horatio {
namespace {

using Function = Aggregate::Function;

class AggregateBinder {
 public:
  AggregateBinder(const syntax::Aggregate& written, const Scope& scope) : written_(written), scope_(scope) {}

  std::optional<Aggregate> bind() {
    bound_.function = written_.function;
    bound_.written = scope_.faults.place_of(written_.at);
    const syntax::Reference& argument = written_.argument;
    const std::size_t faults = scope_.faults.size();
    if (written_.function == Function::kCountEvents) {
      bind_alias(argument.name);
    } else if (argument.time) {
      refuse_time(argument.name);
    } else if (written_.function != Function::kCountTrends) {
      bind_attribute(argument);
    }
    return scope_.faults.size() == faults && known_ ? std::optional(bound_) : std::nullopt;
  }

 private:
  void fault(ErrorCode code, std::size_t at, std::string message, std::string remedy = {}) {
    scope_.faults.add(code, at, std::move(message), std::move(remedy));
  }

  void bind_alias(const syntax::Name& alias) {
    if (const auto place = scope_.pattern.find(alias.text)) {
      refer(alias, *place);
    } else {
      fault(ErrorCode::kUnknownName, alias.at, "unknown alias '" + alias.text + "'",
            scope_.pattern.alias_hint(alias.text, scope_.schema));
    }
  }

  void refuse_time(const syntax::Name& alias) {
    const auto place = scope_.pattern.find(alias.text);
    const std::string attribute = place ? time_attribute(*place, scope_) : std::string();
    const std::string name = name_text(alias.text, grammar::kNothing);
    fault(ErrorCode::kInvalidClause, alias.at, "TIME is no attribute to aggregate",
          attribute.empty() ? "count the events with COUNT(" + name + ")"
                            : "for the attribute write " + name + ".\"" + attribute + "\"");
  }

  void bind_attribute(const syntax::Reference& argument) {
    const BoundExpression attribute = bind_reference(argument, scope_);
    known_ = attribute.sort != Sort::kUnknown;
    if (!known_) return;
    refer(argument.name, attribute.expression.place);
    bound_.attribute = attribute.expression.attribute;
    const AttributeType type = attribute.expression.type;
    if (takes(type.kind)) return;
    const bool extreme = written_.function == Function::kMin || written_.function == Function::kMax;
    fault(ErrorCode::kTypeMismatch, argument.attribute->at,
          "'" + argument.attribute->text + "' is " + to_string(type) + ", and this aggregate needs numbers" +
              (extreme ? " or a TIMESTAMP" : ""),
          "count the values with COUNT(" + name_text(argument.name.text, grammar::kNothing) + "." +
              name_text(argument.attribute->text, grammar::kAfterDot) + ")");
  }

  void refer(const syntax::Name& alias, PlaceId place) {
    bound_.place = place;
    if (!scope_.pattern.negated(place)) return;
    fault(ErrorCode::kInvalidClause, alias.at,
          "'" + alias.text + "' stands inside NOT, so that no trend has an event of it to aggregate",
          "aggregate an alias outside of NOT");
  }

  bool takes(AttributeKind kind) const {
    const bool number =
        kind == AttributeKind::kInt || kind == AttributeKind::kFloat || kind == AttributeKind::kDecimal;
    switch (written_.function) {
      case Function::kSum:
      case Function::kAvg:
        return number;
      case Function::kMin:
      case Function::kMax:
        return number || kind == AttributeKind::kTimestamp;
      default:
        return true;
    }
  }

  const syntax::Aggregate& written_;
  const Scope& scope_;
  Aggregate bound_;
  bool known_ = true;  // its attribute has a type
};

}  // namespace

std::optional<Aggregate> bind_aggregate(const syntax::Aggregate& written, const Scope& scope) {
  return AggregateBinder(written, scope).bind();
}

AttributeType result_type(const Aggregate& aggregate, const Pattern& pattern, const Schema& schema) {
  switch (aggregate.function) {
    case Function::kCountTrends:
    case Function::kCountEvents:
    case Function::kCountAttribute:
      return {AttributeKind::kInt, 0};
    case Function::kAvg:
      return {AttributeKind::kFloat, 0};
    default:
      return schema.types[pattern.places[aggregate.place].type].attributes[aggregate.attribute].type;
  }
}

void bind_aggregates(const syntax::Query& written, const Scope& scope, Query& query) {
  std::set<std::string> columns;
  for (const syntax::Name& name : written.group_by) columns.insert(name.text);
  for (const syntax::Aggregate& item : written.returns) {
    auto aggregate = bind_aggregate(item, scope);
    if (!aggregate) continue;
    aggregate->column = item.column ? item.column->text
                                    : column_text(*aggregate, scope.pattern.pattern, scope.schema.schema());
    if (!columns.insert(aggregate->column).second) {
      scope.faults.add(ErrorCode::kDuplicate, item.column ? item.column->at : item.at,
                       "column '" + aggregate->column + "' is there twice", "rename one with AS");
    }
    query.aggregates.push_back(std::move(*aggregate));
  }
  if (query.aggregates.size() > kMostAggregates) {
    scope.faults.add(ErrorCode::kTooLarge, written.returns[kMostAggregates].at,
                     "a query has at most " + std::to_string(kMostAggregates) + " aggregates", "split it");
  }
}

}  // namespace horatio
