// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/testing/letter_query.h"

#include <algorithm>
#include <cassert>
#include <cctype>
#include <charconv>
#include <utility>

namespace horatio::oracle {
namespace {

using Kind = PatternNode::Kind;

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

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  Pattern read() {
    pattern_.root = joined(Kind::kOr);
    assert(text_.empty());
    return std::move(pattern_);
  }

 private:
  bool take(std::string_view word) {
    while (text_.starts_with(' ')) text_.remove_prefix(1);
    if (!text_.starts_with(word)) return false;
    text_.remove_prefix(word.size());
    return true;
  }

  std::uint32_t take_number() {
    std::uint32_t value = 0;
    const auto read = std::from_chars(text_.data(), text_.data() + text_.size(), value);
    text_.remove_prefix(static_cast<std::size_t>(read.ptr - text_.data()));
    return value;
  }

  static PatternNode node(Kind kind, std::vector<PatternNode> children) {
    PatternNode result;
    result.kind = kind;
    result.children = std::move(children);
    return result;
  }

  PatternNode joined(Kind kind) {
    std::vector<PatternNode> parts;
    do parts.push_back(kind == Kind::kOr ? joined(Kind::kAnd) : element());
    while (take(kind == Kind::kOr ? "OR " : "AND "));
    return parts.size() == 1 ? PatternNode(parts.front()) : node(kind, std::move(parts));
  }

  PatternNode element() {
    if (!take("NOT ")) return repeated();
    negated_ = true;
    PatternNode forbidden = node(Kind::kNot, {repeated()});
    negated_ = false;
    if (take("FOR ")) forbidden.lasting = take_number();
    return forbidden;
  }

  PatternNode repeated() {
    PatternNode inner;
    if (take("SEQ(")) {
      inner.kind = Kind::kSequence;
      do inner.children.push_back(joined(Kind::kOr));
      while (take(","));
      take(")");
    } else if (take("(")) {
      inner = joined(Kind::kOr);
      take(")");
    } else {
      inner.place = static_cast<PlaceId>(pattern_.places.size());
      pattern_.places.push_back(
          {static_cast<TypeId>(text_.front() - 'A'), std::string(text_.substr(0, 1)), negated_});
      text_.remove_prefix(1);
    }
    const auto bounds = repetition();
    if (inner.kind == Kind::kType) alias(inner.place);
    if (!bounds) return inner;
    PatternNode repeat = node(Kind::kRepeat, {std::move(inner)});
    repeat.min = bounds->first;
    repeat.max = bounds->second;
    return repeat;
  }

  std::optional<std::pair<std::uint32_t, std::uint32_t>> repetition() {
    constexpr std::uint32_t kUnbounded = PatternNode::kUnbounded;
    if (take("+")) return {{1, kUnbounded}};
    if (take("*")) return {{0, kUnbounded}};
    if (take("?")) return {{0, 1}};
    if (!take("{")) return std::nullopt;
    const std::uint32_t min = take_number();
    std::uint32_t max = min;
    if (take(",")) max = text_.starts_with('}') ? kUnbounded : take_number();
    take("}");
    return {{min, max}};
  }

  void alias(PlaceId place) {
    take("");
    std::size_t end = 0;
    while (end < text_.size() &&
           (std::islower(text_[end]) != 0 || (end > 0 && std::isdigit(text_[end]) != 0)))
      ++end;
    if (end > 0) pattern_.places[place].alias = std::string(text_.substr(0, end));
    text_.remove_prefix(end);
  }

  std::string_view text_;
  Pattern pattern_;
  bool negated_ = false;
};

}  // namespace

LetterQuery::LetterQuery(std::string_view pattern) {
  workload_.schema = letter_schema();
  workload_.queries.emplace_back();
  query().name = "q";
  query().pattern = Reader(pattern).read();
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

std::vector<PlainEvent> letters(std::string_view text) {
  std::vector<PlainEvent> events;
  Timestamp time = -3;
  bool together = false;
  for (const char c : text) {
    if (c == '(') {
      ++time;
      together = true;
    } else if (c == ')') {
      together = false;
    } else if (std::isdigit(c) != 0) {
      events.back().attributes[0] = std::int64_t{c - '0'};
      events.back().attributes[2] = static_cast<double>(c - '0');
    } else {
      if (!together) ++time;
      events.push_back(
          {static_cast<TypeId>(c - 'A'), time, {std::int64_t{1}, std::int64_t{1}, 1.0, std::int64_t{1}}});
    }
  }
  return events;
}

}  // namespace horatio::oracle
