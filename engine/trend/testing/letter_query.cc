// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/testing/letter_query.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "engine/trend/testing/letter_pattern.h"

namespace horatio::oracle {
namespace {

Schema letter_schema() {
  Schema schema;
  schema.stream = "s";
  for (char letter = 'A'; letter <= 'Z'; ++letter) {
    schema.types.push_back({std::string(1, letter),
                            {{"v", {AttributeKind::kInt, 0}},
                             {"k", {AttributeKind::kInt, 0}},
                             {"w", {AttributeKind::kFloat, 0}},
                             {"d", {AttributeKind::kDecimal, 2}}}});
  }
  return schema;
}

}  // namespace

LetterQuery::LetterQuery(std::string_view pattern) {
  workload_.schema = letter_schema();
  workload_.queries.emplace_back();
  query().name = "q";
  query().pattern = letter_pattern(pattern);
  query().aggregates.push_back({});
}

PlaceId LetterQuery::place(const std::string& alias) const {
  const auto& places = workload_.queries.front().pattern.places;
  const auto found = std::ranges::find(places, alias, &Place::alias);
  assert(found != places.end());
  return static_cast<PlaceId>(found - places.begin());
}

LetterQuery& LetterQuery::local(const std::string& alias, Expression condition) {
  query().local.push_back({place(alias), std::move(condition)});
  return *this;
}

LetterQuery& LetterQuery::edge(const std::string& from, const std::string& to, Expression condition) {
  query().edges.push_back({place(from), place(to), std::move(condition)});
  return *this;
}

LetterQuery& LetterQuery::returns(Aggregate::Function function, const std::string& alias,
                                  std::string_view attribute) {
  Aggregate aggregate;
  aggregate.function = function;
  if (!alias.empty()) aggregate.place = place(alias);
  aggregate.attribute = *workload_.schema.types.front().find(attribute);
  query().aggregates.push_back(aggregate);
  return *this;
}

namespace {

KeyAttribute key(const Schema& schema, std::string_view attribute) {
  KeyAttribute result;
  result.name = std::string(attribute);
  for (const EventType& type : schema.types) {
    result.of_type.push_back(type.find(attribute));
    if (result.of_type.back()) result.type = type.attributes[*result.of_type.back()].type;
  }
  return result;
}

}  // namespace

LetterQuery& LetterQuery::group_by(std::string_view attribute) {
  query().group_by.push_back(key(workload_.schema, attribute));
  return *this;
}

LetterQuery& LetterQuery::equivalence(std::string_view attribute) {
  query().equivalence.push_back(key(workload_.schema, attribute));
  return *this;
}

LetterQuery& LetterQuery::within(std::int64_t size, std::int64_t slide, std::int64_t offset) {
  query().window = WindowSpec{size, slide == 0 ? size : slide, offset, false};
  return *this;
}

LetterQuery& LetterQuery::within_events(std::int64_t size, std::int64_t slide) {
  query().window = WindowSpec{size, slide == 0 ? size : slide, 0, true};
  return *this;
}

LetterQuery& LetterQuery::ties_arrival() {
  query().ties = Ties::kArrival;
  return *this;
}

LetterQuery& LetterQuery::match(Selection selection) {
  query().selection = selection;
  return *this;
}

LetterQuery& LetterQuery::count_bindings() {
  query().count_bindings = true;
  return *this;
}

LetterQuery& LetterQuery::emit_empty_windows() {
  query().emit_empty_windows = true;
  return *this;
}

LetterQuery& LetterQuery::numbers(Numbers numbers) {
  query().numbers = numbers;
  return *this;
}

LetterQuery& LetterQuery::having(Expression condition) {
  query().having = std::move(condition);
  return *this;
}

Expression LetterQuery::of(const std::string& alias, std::string_view attribute) const {
  Expression result;
  result.kind = Expression::Kind::kAttribute;
  result.place = place(alias);
  const EventType& type = workload_.schema.types.front();
  result.attribute = *type.find(attribute);
  result.type = type.attributes[result.attribute].type;
  return result;
}

Expression LetterQuery::next(const std::string& alias, std::string_view attribute) const {
  Expression result = of(alias, attribute);
  result.next = true;
  return result;
}

Expression LetterQuery::time_of(const std::string& alias) const {
  Expression result;
  result.kind = Expression::Kind::kTime;
  result.place = place(alias);
  return result;
}

Expression number(std::int64_t value) {
  Expression result;
  result.kind = Expression::Kind::kInteger;
  result.text = std::to_string(value < 0 ? -value : value);
  if (value >= 0) return result;
  Expression negative;
  negative.kind = Expression::Kind::kNegate;
  negative.children.push_back(std::move(result));
  return negative;
}

Expression aggregate(std::uint16_t number) {
  Expression result;
  result.kind = Expression::Kind::kAggregate;
  result.aggregate = number;
  return result;
}

Expression operation(Expression::Kind kind, Expression left, Expression right) {
  Expression result;
  result.kind = kind;
  result.children.push_back(std::move(left));
  result.children.push_back(std::move(right));
  return result;
}

}  // namespace horatio::oracle
