// SPDX-License-Identifier: Apache-2.0
#include "engine/query/sort.h"

namespace horatio {

using Kind = Expression::Kind;

std::string_view words_for(Sort sort) {
  switch (sort) {
    case Sort::kInteger:
      return "an integer";
    case Sort::kNumber:
      return "a number";
    case Sort::kText:
      return "a STRING";
    case Sort::kBool:
      return "a BOOL";
    case Sort::kTime:
      return "a TIMESTAMP";
    case Sort::kSpan:
      return "a span of time";
    case Sort::kCondition:
      return "a condition";
    case Sort::kUnknown:
      return "nothing";
  }
  return "";
}

Sort sort_of(AttributeType type) {
  switch (type.kind) {
    case AttributeKind::kInt:
      return Sort::kInteger;
    case AttributeKind::kFloat:
    case AttributeKind::kDecimal:
      return Sort::kNumber;
    case AttributeKind::kString:
      return Sort::kText;
    case AttributeKind::kBool:
      return Sort::kBool;
    case AttributeKind::kTimestamp:
      return Sort::kTime;
  }
  return Sort::kUnknown;
}

bool is_numeric(Sort sort) { return sort == Sort::kInteger || sort == Sort::kNumber; }

Sort arithmetic_sort(Kind op, Sort left, Sort right) {
  if (is_numeric(left) && is_numeric(right)) {
    return left == Sort::kInteger && right == Sort::kInteger ? Sort::kInteger : Sort::kNumber;
  }
  const bool sum = op == Kind::kAdd || op == Kind::kSubtract;
  if (sum && left == Sort::kSpan && right == Sort::kSpan) return Sort::kSpan;
  if (sum && left == Sort::kTime && right == Sort::kSpan) return Sort::kTime;
  if (op == Kind::kAdd && left == Sort::kSpan && right == Sort::kTime) return Sort::kTime;
  if (op == Kind::kSubtract && left == Sort::kTime && right == Sort::kTime) return Sort::kSpan;
  if (!sum && left == Sort::kSpan && right == Sort::kInteger) return Sort::kSpan;
  if (op == Kind::kMultiply && left == Sort::kInteger && right == Sort::kSpan) return Sort::kSpan;
  if (op == Kind::kDivide && left == Sort::kSpan && right == Sort::kSpan) return Sort::kInteger;
  return Sort::kUnknown;
}

bool comparable(Sort left, Sort right) {
  if (is_numeric(left) && is_numeric(right)) return true;
  const bool time_and_integer =
      (left == Sort::kTime && right == Sort::kInteger) || (left == Sort::kInteger && right == Sort::kTime);
  return time_and_integer || (left == right && left != Sort::kCondition);
}

std::string_view comparison_remedy(Sort left, Sort right) {
  const auto either = [&](Sort sort) { return left == sort || right == sort; };
  if (either(Sort::kSpan) && (either(Sort::kInteger) || either(Sort::kNumber))) {
    return "a span of time is written with a unit, as in 60 SECONDS";
  }
  if (either(Sort::kTime) && either(Sort::kText)) return "a TIMESTAMP compares with a number of time units";
  if (either(Sort::kText) && (either(Sort::kInteger) || either(Sort::kNumber))) {
    return "a number is written without quotes, a STRING with them";
  }
  return {};
}

}  // namespace horatio
