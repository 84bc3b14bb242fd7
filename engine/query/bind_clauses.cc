// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>
#include <utility>

#include "engine/query/bind_query.h"
#include "engine/query/canonical.h"
#include "engine/query/time_span.h"

namespace horatio {
namespace {

// An attribute that all events of a trend agree on: declared alike everywhere, carried by every type of the
// pattern.
std::optional<KeyAttribute> bind_key(const syntax::Name& written, const Scope& scope) {
  auto key = scope.schema.key(written.text);
  if (!key) {
    scope.faults.add(ErrorCode::kUnknownName, written.at, "unknown attribute '" + written.text + "'",
                     scope.schema.any_attribute_hint(written.text));
    return std::nullopt;
  }
  const auto& types = scope.schema.schema().types;
  std::size_t first = types.size();
  for (std::size_t t = 0; t < types.size(); ++t) {
    if (!key->of_type[t] || !scope.schema.typed(static_cast<TypeId>(t), *key->of_type[t])) continue;
    first = std::min(first, t);
    const AttributeType type = types[t].attributes[*key->of_type[t]].type;
    if (first == t) key->type = type;
    if (type == key->type) continue;
    scope.faults.add(ErrorCode::kTypeMismatch, written.at,
                     "key attribute '" + written.text + "' is " + to_string(key->type) + " in type '" +
                         types[first].name + "' but " + to_string(type) + " in type '" + types[t].name + "'",
                     "a key attribute has one declared type in the whole schema");
    return std::nullopt;
  }
  std::set<TypeId> missing;
  for (std::size_t p = 0; p < scope.pattern.pattern.places.size(); ++p) {
    const TypeId type = scope.pattern.pattern.places[p].type;
    if (scope.pattern.typed[p] && !key->of_type[type]) missing.insert(type);
  }
  for (const TypeId type : missing) {
    scope.faults.add(ErrorCode::kUnknownName, written.at,
                     "type '" + types[type].name + "' of the pattern has no attribute '" + written.text +
                         "', which all events of a trend must agree on",
                     scope.schema.attribute_hint(type, written.text));
  }
  return missing.empty() ? std::move(key) : std::nullopt;
}

bool is_summable(AttributeKind kind) {
  return kind == AttributeKind::kInt || kind == AttributeKind::kFloat || kind == AttributeKind::kDecimal;
}

void bind_argument(const syntax::Aggregate& written, const Scope& scope, Aggregate& aggregate) {
  if (written.function == Aggregate::Function::kCountTrends) return;
  const syntax::Reference& argument = written.argument;
  if (!argument.attribute && !argument.time) {  // COUNT(E)
    const auto place = scope.pattern.find(argument.name.text);
    if (place) aggregate.place = *place;
    if (place) return;
    scope.faults.add(ErrorCode::kUnknownName, argument.name.at, "unknown alias '" + argument.name.text + "'",
                     scope.pattern.alias_hint(argument.name.text, scope.schema));
    return;
  }
  if (argument.time) {
    scope.faults.add(ErrorCode::kInvalidClause, argument.name.at, "TIME is no attribute to aggregate");
    return;
  }
  syntax::Expression reference;
  reference.leaf = argument;
  Reads reads;
  const BoundExpression bound = bind_expression(reference, scope, reads);
  if (bound.sort == Sort::kUnknown) return;
  aggregate.place = bound.expression.place;
  aggregate.attribute = bound.expression.attribute;
  const AttributeKind kind = bound.expression.type.kind;
  const bool extreme =
      written.function == Aggregate::Function::kMin || written.function == Aggregate::Function::kMax;
  const bool any = written.function == Aggregate::Function::kCountAttribute;
  if (any || is_summable(kind) || (extreme && kind == AttributeKind::kTimestamp)) return;
  scope.faults.add(ErrorCode::kTypeMismatch, argument.attribute->at,
                   "'" + argument.attribute->text + "' is " + to_string(bound.expression.type) +
                       ", and this aggregate needs numbers");
}

// In time units; none: a fault has been added.
std::optional<std::int64_t> bind_extent(const syntax::Extent& written, std::string_view clause,
                                        const Scope& scope) {
  if (written.unit_milliseconds == 0) {
    scope.faults.add(ErrorCode::kSyntax, written.at, std::string(clause) + " needs a time unit here",
                     "as in " + written.number + " SECONDS");
    return std::nullopt;
  }
  const auto span = time_span(written.number, written.unit_milliseconds, scope.unit);
  if (!span) {
    scope.faults.add(span.error().code, written.at, std::string(clause) + ": " + span.error().message,
                     span.error().remedy);
    return std::nullopt;
  }
  return written.negative ? -*span : *span;
}

std::optional<std::int64_t> bind_positive(const syntax::Extent& written, std::string_view clause,
                                          const Scope& scope) {
  const auto span = bind_extent(written, clause, scope);
  if (span && *span > 0) return span;
  if (span) {
    scope.faults.add(ErrorCode::kInvalidClause, written.at, std::string(clause) + " must be longer than 0");
  }
  return std::nullopt;
}

// Reduced modulo the slide, as the starts of windows are.
std::optional<std::int64_t> bind_offset(const syntax::Extent& written, std::int64_t slide,
                                        const Scope& scope) {
  const auto offset = bind_extent(written, "OFFSET", scope);
  if (!offset || *offset >= 0) return offset ? std::optional(*offset % slide) : std::nullopt;
  const std::int64_t same = (*offset % slide + slide) % slide;
  scope.faults.add(ErrorCode::kInvalidClause, written.at, "OFFSET must not be negative",
                   "windows repeat every slide, so OFFSET " + span_text(same, scope.unit) + " says the same");
  return std::nullopt;
}

}  // namespace

void bind_keys(const std::vector<syntax::Name>& group_by, const std::vector<syntax::Name>& equivalence,
               const Scope& scope, Query& query) {
  std::set<std::string_view> known;
  for (const syntax::Name& name : group_by) {
    if (!known.insert(name.text).second) {
      scope.faults.add(ErrorCode::kDuplicate, name.at, "'" + name.text + "' is twice in GROUP BY",
                       "leave one out");
    } else if (auto key = bind_key(name, scope)) {
      query.group_by.push_back(std::move(*key));
    }
  }
  for (const syntax::Name& name : equivalence) {
    if (!known.insert(name.text).second) continue;
    if (auto key = bind_key(name, scope)) query.equivalence.push_back(std::move(*key));
  }
  std::sort(query.equivalence.begin(), query.equivalence.end(),
            [](const KeyAttribute& left, const KeyAttribute& right) { return left.name < right.name; });
}

void bind_aggregates(const syntax::Query& written, const Scope& scope, Query& query) {
  std::set<std::string> columns;
  for (const syntax::Name& name : written.group_by) columns.insert(name.text);
  for (const syntax::Aggregate& item : written.returns) {
    const std::size_t faults = scope.faults.size();
    Aggregate aggregate;
    aggregate.function = item.function;
    bind_argument(item, scope, aggregate);
    if (item.function != Aggregate::Function::kCountTrends) {
      scope.faults.require(item.at, Feature::kOtherAggregates);
    }
    if (scope.faults.size() != faults) continue;
    aggregate.column = item.column ? item.column->text
                                   : column_text(aggregate, scope.pattern.pattern, scope.schema.schema());
    if (!columns.insert(aggregate.column).second) {
      scope.faults.add(ErrorCode::kDuplicate, item.column ? item.column->at : item.at,
                       "column '" + aggregate.column + "' is there twice", "rename one with AS");
    }
    query.aggregates.push_back(std::move(aggregate));
  }
}

void bind_window(const syntax::Query& written, const Scope& scope, Query& query) {
  if (!written.within) {
    scope.faults.warn(written.name.at, "without WITHIN there is one window over the whole input",
                      "an endless stream never reports it: add WITHIN");
    return;
  }
  const syntax::Within& within = *written.within;
  if (within.size.unit_milliseconds == 0) {
    scope.faults.require(within.size.at, Feature::kEventWindow);
    return;
  }
  const auto size = bind_positive(within.size, "WITHIN", scope);
  const auto slide = within.slide ? bind_positive(*within.slide, "SLIDE", scope) : size;
  const auto offset = within.offset ? bind_offset(*within.offset, slide.value_or(1), scope) : 0;
  if (size && slide && offset) query.window = WindowSpec{*size, *slide, *offset};
}

}  // namespace horatio
