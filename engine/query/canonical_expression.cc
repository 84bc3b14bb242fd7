// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "engine/query/canonical.h"
#include "engine/query/name_text.h"
#include "engine/query/time_span.h"

namespace horatio {
namespace {

using Kind = Expression::Kind;

// How tightly a kind binds; an operand that binds less tightly than its context needs parentheses.
enum Level : int { kOrLevel, kAndLevel, kNotLevel, kComparison, kSum, kProduct, kUnary, kPrimary };

Level level_of(const Expression& expression) {
  switch (expression.kind) {
    case Kind::kOr:
      return kOrLevel;
    case Kind::kAnd:
      return kAndLevel;
    case Kind::kNot:
      return kNotLevel;
    case Kind::kAdd:
    case Kind::kSubtract:
      return kSum;
    case Kind::kMultiply:
    case Kind::kDivide:
      return kProduct;
    case Kind::kNegate:
      return kUnary;
    default:
      return expression.children.empty() ? kPrimary : kComparison;
  }
}

std::string_view symbol_of(Kind kind) {
  switch (kind) {
    case Kind::kAdd:
      return " + ";
    case Kind::kSubtract:
      return " - ";
    case Kind::kMultiply:
      return " * ";
    case Kind::kDivide:
      return " / ";
    case Kind::kEqual:
      return " = ";
    case Kind::kNotEqual:
      return " <> ";
    case Kind::kLess:
      return " < ";
    case Kind::kLessEqual:
      return " <= ";
    case Kind::kGreater:
      return " > ";
    case Kind::kGreaterEqual:
      return " >= ";
    case Kind::kAnd:
      return " AND ";
    case Kind::kOr:
      return " OR ";
    default:
      return "";
  }
}

class ExpressionPrinter {
 public:
  // `query` holds the aggregates; without it none can stand in the expression.
  ExpressionPrinter(const Pattern& pattern, const Schema& schema, TimeUnit unit, const Query* query)
      : pattern_(pattern), schema_(schema), unit_(unit), query_(query) {}

  void print(const Expression& expression, int context) {
    const bool parentheses = level_of(expression) < context;
    if (parentheses) text_ += '(';
    print_bare(expression);
    if (parentheses) text_ += ')';
  }
  std::string take() { return std::move(text_); }

 private:
  void print_bare(const Expression& e) {
    switch (e.kind) {
      case Kind::kNull:
        text_ += "NULL";
        break;
      case Kind::kInteger:
      case Kind::kDecimal:
      case Kind::kBool:
        text_ += e.text;
        break;
      case Kind::kString:
        text_ += quoted_text(e.text, '\'');
        break;
      case Kind::kDuration:
        text_ += span_text(std::stoll(e.text), unit_);
        break;
      case Kind::kAttribute:
      case Kind::kTime:
        print_reference(e);
        break;
      case Kind::kAggregate:
        print_aggregate(e.aggregate);
        break;
      case Kind::kNegate:
        text_ += e.children[0].kind == Kind::kNegate ? "- " : "-";  // two in a row would be a comment
        print(e.children[0], kUnary);
        break;
      case Kind::kNot:
        print_not(e.children[0]);
        break;
      case Kind::kIn:
      case Kind::kBetween:
      case Kind::kIsNull:
        print_test(e, false);
        break;
      default:
        print_infix(e);
    }
  }

  void print_reference(const Expression& e) {
    const Place& place = pattern_.places[e.place];
    const std::string alias = name_text(place.alias, grammar::kNothing);
    text_ += e.next ? "NEXT(" + alias + ")" : alias;
    text_ += e.kind == Kind::kTime ? ".TIME"
                                   : "." + name_text(schema_.types[place.type].attributes[e.attribute].name,
                                                     grammar::kAfterDot);
  }

  void print_aggregate(std::size_t index) {
    const std::size_t returned = query_->aggregates.size();
    text_ += column_text(index < returned ? query_->aggregates[index] : query_->hidden[index - returned],
                         pattern_, schema_);
  }

  void print_not(const Expression& inner) {
    if (inner.kind == Kind::kIn || inner.kind == Kind::kBetween || inner.kind == Kind::kIsNull) {
      print_test(inner, true);
      return;
    }
    text_ += "NOT ";
    print(inner, kNotLevel);
  }

  void print_test(const Expression& e, bool negated) {
    print(e.children[0], kSum);
    if (e.kind == Kind::kIsNull) {
      text_ += negated ? " IS NOT NULL" : " IS NULL";
      return;
    }
    text_ += negated ? " NOT" : "";
    text_ += e.kind == Kind::kIn ? " IN (" : " BETWEEN ";
    for (std::size_t i = 1; i < e.children.size(); ++i) {
      if (i > 1) text_ += e.kind == Kind::kIn ? ", " : " AND ";
      print(e.children[i], kSum);
    }
    if (e.kind == Kind::kIn) text_ += ')';
  }

  void print_infix(const Expression& e) {
    const int level = level_of(e);
    const bool left_to_right = level == kSum || level == kProduct;
    for (std::size_t i = 0; i < e.children.size(); ++i) {
      if (i > 0) text_ += symbol_of(e.kind);
      print(e.children[i], left_to_right && i == 0 ? level : level + 1);
    }
  }

  const Pattern& pattern_;
  const Schema& schema_;
  TimeUnit unit_;
  const Query* query_;
  std::string text_;
};

}  // namespace

std::string condition_text(const Expression& condition, const Pattern& pattern, const Schema& schema,
                           TimeUnit unit) {
  ExpressionPrinter printer(pattern, schema, unit, nullptr);
  printer.print(condition, kNotLevel);
  return printer.take();
}

std::string having_text(const Query& query, const Schema& schema, TimeUnit unit) {
  ExpressionPrinter printer(query.pattern, schema, unit, &query);
  printer.print(*query.having, kOrLevel);
  return printer.take();
}

std::string column_text(const Aggregate& aggregate, const Pattern& pattern, const Schema& schema) {
  using Function = Aggregate::Function;
  constexpr std::array<std::string_view, 7> kNames{"COUNT", "COUNT", "COUNT", "SUM", "AVG", "MIN", "MAX"};
  std::string text{kNames[static_cast<std::size_t>(aggregate.function)]};
  if (aggregate.function == Function::kCountTrends) return text + "(*)";
  const Place& place = pattern.places[aggregate.place];
  text += "(" + name_text(place.alias, grammar::kNothing);
  if (aggregate.function == Function::kCountEvents) return text + ")";
  const std::string& attribute = schema.types[place.type].attributes[aggregate.attribute].name;
  return text + "." + name_text(attribute, grammar::kAfterDot) + ")";
}

}  // namespace horatio
