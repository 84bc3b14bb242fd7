// SPDX-License-Identifier: Apache-2.0
#include "engine/query/bind_expression.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <utility>

#include "engine/query/time_span.h"

namespace horatio {
namespace {

using Kind = Expression::Kind;

constexpr int kLargestExponent = 4096;  // of a literal such as 1e4096: exact values have that many digits

class ExpressionBinder {
 public:
  ExpressionBinder(const Scope& scope, const BindLeaf& bind_leaf) : scope_(scope), bind_leaf_(bind_leaf) {}

  BoundExpression bind(const syntax::Expression& written) {
    if (!std::holds_alternative<std::monostate>(written.leaf)) return bind_leaf_(written);
    if (written.children.empty()) return constant(written);
    return operation(written);
  }

 private:
  BoundExpression fault(ErrorCode code, std::size_t at, std::string message, std::string remedy = {}) {
    scope_.faults.add(code, at, std::move(message), std::move(remedy));
    return {};
  }

  BoundExpression constant(const syntax::Expression& written) {
    BoundExpression bound;
    bound.expression.kind = written.op;
    bound.expression.text = written.text;
    switch (written.op) {
      case Kind::kInteger:
      case Kind::kDecimal:
        return number(written, std::move(bound));
      case Kind::kString:
        bound.sort = Sort::kText;
        return bound;
      case Kind::kBool:
        bound.sort = Sort::kBool;
        return bound;
      case Kind::kDuration:
        return duration(written, std::move(bound));
      default:
        return fault(ErrorCode::kTypeMismatch, written.at, "NULL is not a value to compute or compare with",
                     "write IS NULL or IS NOT NULL");
    }
  }

  BoundExpression number(const syntax::Expression& written, BoundExpression bound) {
    std::string& text = bound.expression.text;
    const std::size_t digit = std::min(text.find_first_not_of('0'), text.size());
    const bool whole = digit < text.size() && text[digit] >= '0' && text[digit] <= '9';
    text.erase(0, whole ? digit : digit - 1);  // 007 is 7, 00.5 is 0.5
    bound.sort = written.op == Kind::kInteger ? Sort::kInteger : Sort::kNumber;
    const std::size_t mark = text.find_first_of("eE");
    if (mark == std::string::npos) return bound;
    text[mark] = 'e';
    std::size_t digits = mark + 1;
    if (text[digits] == '+') text.erase(digits, 1);
    int exponent = 0;
    const auto read = std::from_chars(text.data() + digits, text.data() + text.size(), exponent);
    if (read.ec != std::errc() || exponent > kLargestExponent || exponent < -kLargestExponent) {
      return fault(ErrorCode::kTooLarge, written.at, "the exponent of this number is too large",
                   "it may be at most " + std::to_string(kLargestExponent));
    }
    return bound;
  }

  BoundExpression duration(const syntax::Expression& written, BoundExpression bound) {
    const auto span = time_span(written.text, written.unit_milliseconds, scope_.unit);
    if (!span) return fault(span.error().code, written.at, span.error().message, span.error().remedy);
    bound.expression.text = std::to_string(*span);
    bound.sort = Sort::kSpan;
    return bound;
  }

  BoundExpression operation(const syntax::Expression& written) {
    BoundExpression bound;
    bound.expression.kind = written.op;
    std::vector<Sort> sorts;
    for (const syntax::Expression& child : written.children) {
      const bool listed = written.op == Kind::kIn && !sorts.empty();
      BoundExpression operand = listed && is_null(child) ? null_like(sorts.front()) : bind(child);
      sorts.push_back(operand.sort);
      take(std::move(operand.expression), bound.expression);
    }
    if (std::find(sorts.begin(), sorts.end(), Sort::kUnknown) != sorts.end()) return {};
    bound.sort = check(written, sorts);
    return bound;
  }

  static bool is_null(const syntax::Expression& written) {
    return written.op == Kind::kNull && written.children.empty() &&
           std::holds_alternative<std::monostate>(written.leaf);
  }

  // A NULL in the list of IN is of the kind of what is looked for: three-valued logic gives it a meaning.
  static BoundExpression null_like(Sort sort) {
    BoundExpression bound;
    bound.expression.kind = Kind::kNull;
    bound.sort = sort;
    return bound;
  }

  // (a OR b) OR c is a OR b OR c.
  static void take(Expression operand, Expression& parent) {
    const bool joins = parent.kind == Kind::kOr || parent.kind == Kind::kAnd;
    if (!joins || operand.kind != parent.kind) {
      parent.children.push_back(std::move(operand));
      return;
    }
    for (Expression& child : operand.children) parent.children.push_back(std::move(child));
  }

  Sort check(const syntax::Expression& written, const std::vector<Sort>& sorts) {
    switch (written.op) {
      case Kind::kNegate:
        if (is_numeric(sorts[0]) || sorts[0] == Sort::kSpan) return sorts[0];
        return mismatch(written, "'-' needs a number, found " + words(sorts[0]));
      case Kind::kAdd:
      case Kind::kSubtract:
      case Kind::kMultiply:
      case Kind::kDivide:
        return check_arithmetic(written, sorts);
      case Kind::kIsNull:
        if (sorts[0] != Sort::kCondition) return Sort::kCondition;
        return mismatch(written, "IS NULL needs a value, found a condition");
      case Kind::kNot:
      case Kind::kAnd:
      case Kind::kOr:
        return check_conditions(written, sorts);
      default:
        return check_comparison(written, sorts);
    }
  }

  Sort check_arithmetic(const syntax::Expression& written, const std::vector<Sort>& sorts) {
    const Sort sort = arithmetic_sort(written.op, sorts[0], sorts[1]);
    if (sort != Sort::kUnknown) return sort;
    return mismatch(written, "cannot compute with " + words(sorts[0]) + " and " + words(sorts[1]),
                    comparison_remedy(sorts[0], sorts[1]));
  }

  Sort check_comparison(const syntax::Expression& written, const std::vector<Sort>& sorts) {
    const bool equality =
        written.op == Kind::kEqual || written.op == Kind::kNotEqual || written.op == Kind::kIn;
    for (std::size_t i = 1; i < sorts.size(); ++i) {
      if (comparable(sorts[0], sorts[i])) continue;
      return mismatch(written.children[i], "cannot compare " + words(sorts[0]) + " with " + words(sorts[i]),
                      comparison_remedy(sorts[0], sorts[i]));
    }
    if (!equality && sorts[0] == Sort::kBool) {
      return mismatch(written, "a BOOL is neither less nor greater", "compare it with = or <>");
    }
    return Sort::kCondition;
  }

  Sort check_conditions(const syntax::Expression& written, const std::vector<Sort>& sorts) {
    for (std::size_t i = 0; i < sorts.size(); ++i) {
      if (sorts[i] == Sort::kCondition || sorts[i] == Sort::kBool) continue;
      return mismatch(written.children[i], "expected a condition, found " + words(sorts[i]));
    }
    return Sort::kCondition;
  }

  static std::string words(Sort sort) { return std::string(words_for(sort)); }

  Sort mismatch(const syntax::Expression& written, std::string message, std::string_view remedy = {}) {
    scope_.faults.add(ErrorCode::kTypeMismatch, written.at, std::move(message), std::string(remedy));
    return Sort::kUnknown;
  }

  const Scope& scope_;
  const BindLeaf& bind_leaf_;
};

}  // namespace

BoundExpression bind_expression(const syntax::Expression& written, const Scope& scope,
                                const BindLeaf& bind_leaf) {
  return ExpressionBinder(scope, bind_leaf).bind(written);
}

}  // namespace horatio
