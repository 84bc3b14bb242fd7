// SPDX-License-Identifier: Apache-2.0
#include "engine/predicate/plain_condition.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <limits>
#include <string>

namespace horatio {
namespace {

using boost::multiprecision::cpp_int;
using boost::multiprecision::cpp_rational;
using Kind = Expression::Kind;

struct Plain {
  enum Sort { kNull, kInteger, kDecimal, kFloat, kText, kTruth } sort = kNull;
  cpp_rational exact;
  double real = 0;
  std::string text;
  bool truth = false;
};

Plain exact(Plain::Sort sort, const cpp_rational& value) {
  Plain p;
  p.sort = sort;
  p.exact = value;
  return p;
}

Plain floating(double value) {
  Plain p;
  if (std::isnan(value)) return p;
  p.sort = Plain::kFloat;
  p.real = value;
  return p;
}

Plain truth(std::optional<bool> value) {
  Plain p;
  if (!value) return p;
  p.sort = Plain::kTruth;
  p.truth = *value;
  return p;
}

cpp_rational power_of_ten(long exponent) {
  cpp_rational result = 1;
  for (long i = std::labs(exponent); i > 0; --i) result *= 10;
  return exponent < 0 ? cpp_rational(1 / result) : result;
}

cpp_rational parse(const std::string& text) {
  cpp_int digits = 0;
  long exponent = 0;
  bool after_point = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '.') {
      after_point = true;
    } else if (text[i] == 'e' || text[i] == 'E') {
      exponent += std::strtol(text.c_str() + i + 1, nullptr, 10);
      break;
    } else {
      digits = digits * 10 + (text[i] - '0');
      exponent -= after_point ? 1 : 0;
    }
  }
  return cpp_rational(digits) * power_of_ten(exponent);
}

cpp_rational distance(const cpp_rational& x, const cpp_rational& y) {
  return x < y ? cpp_rational(y - x) : cpp_rational(x - y);
}

bool is_even(double x) {
  int exponent = 0;
  const double mantissa = std::ldexp(std::frexp(x, &exponent), 53);
  const bool normal = std::fabs(x) >= std::numeric_limits<double>::min();
  return std::fmod(normal ? mantissa : x / std::numeric_limits<double>::denorm_min(), 2) == 0;
}

// The nearest double by bisection over all doubles between, then ties to even.
double nearest(const cpp_rational& value) {
  if (value < 0) return -nearest(cpp_rational(-value));
  constexpr double kMost = std::numeric_limits<double>::max();
  // Half way between the largest double and the power of two after it: from there on IEEE rounds to infinity.
  const cpp_rational past = cpp_rational(kMost) + cpp_rational(std::ldexp(1.0, 970));
  if (value >= past) return std::numeric_limits<double>::infinity();
  if (value == 0) return 0;
  // A power of two with low <= value < 2 * low, or 0 below the smallest double.
  const int power = static_cast<int>(msb(numerator(value))) - static_cast<int>(msb(denominator(value)));
  double low = std::ldexp(1.0, std::clamp(power, -1074, 1023));
  while (low <= kMost / 2 && cpp_rational(low * 2) <= value) low *= 2;
  while (low > 0 && cpp_rational(low) > value) low /= 2;
  for (double step = low / 2; step > 0; step /= 2) {
    const double tried = low + step;
    if (tried == low) break;
    if (tried <= kMost && cpp_rational(tried) <= value) low = tried;
  }
  const double high = std::nextafter(low, std::numeric_limits<double>::infinity());
  if (std::isinf(high)) return low;
  const cpp_rational to_low = distance(value, cpp_rational(low));
  const cpp_rational to_high = distance(value, cpp_rational(high));
  if (to_low != to_high) return to_low < to_high ? low : high;
  return is_even(low) ? low : high;
}

double as_double(const Plain& x) { return x.sort == Plain::kFloat ? x.real : nearest(x.exact); }

Plain attribute_value(const Expression& e, const std::vector<Value>& attributes) {
  const Value& value = attributes[e.attribute];
  if (const auto* b = std::get_if<bool>(&value)) return truth(*b);
  if (const auto* f = std::get_if<double>(&value)) return std::isinf(*f) ? Plain() : floating(*f);
  if (const auto* s = std::get_if<std::string>(&value)) {
    Plain p;
    p.sort = Plain::kText;
    p.text = *s;
    return p;
  }
  const auto* i = std::get_if<std::int64_t>(&value);
  if (i == nullptr) return {};
  if (e.type.kind == AttributeKind::kDecimal)
    return exact(Plain::kDecimal, cpp_rational(*i) / power_of_ten(e.type.scale));
  return exact(Plain::kInteger, cpp_rational(*i));
}

Plain divide(const Plain& x, const Plain& y) {
  if (x.sort == Plain::kFloat || y.sort == Plain::kFloat) {
    return as_double(y) == 0 ? Plain() : floating(as_double(x) / as_double(y));
  }
  if (y.exact == 0) return {};
  const cpp_rational quotient = x.exact / y.exact;
  if (x.sort == Plain::kDecimal || y.sort == Plain::kDecimal) return exact(Plain::kDecimal, quotient);
  return exact(Plain::kInteger, cpp_rational(cpp_int(numerator(quotient) / denominator(quotient))));
}

Plain arithmetic(Kind kind, const Plain& x, const Plain& y) {
  if (x.sort == Plain::kNull || y.sort == Plain::kNull) return {};
  if (kind == Kind::kDivide) return divide(x, y);
  if (x.sort == Plain::kFloat || y.sort == Plain::kFloat) {
    const double a = as_double(x);
    const double b = as_double(y);
    return floating(kind == Kind::kAdd ? a + b : (kind == Kind::kSubtract ? a - b : a * b));
  }
  const Plain::Sort sort =
      x.sort == Plain::kDecimal || y.sort == Plain::kDecimal ? Plain::kDecimal : Plain::kInteger;
  if (kind == Kind::kAdd) return exact(sort, x.exact + y.exact);
  if (kind == Kind::kSubtract) return exact(sort, x.exact - y.exact);
  return exact(sort, x.exact * y.exact);
}

template <class T>
bool holds(Kind kind, const T& x, const T& y) {
  switch (kind) {
    case Kind::kEqual:
      return x == y;
    case Kind::kNotEqual:
      return !(x == y);
    case Kind::kLess:
      return x < y;
    case Kind::kLessEqual:
      return x < y || x == y;
    case Kind::kGreater:
      return y < x;
    default:
      return y < x || x == y;
  }
}

// An integer beside a FLOAT: a finite double is a rational too; an infinite one is past every integer.
bool holds_exactly(Kind kind, double x, const cpp_rational& y) {
  if (std::isinf(x)) return holds(kind, x > 0 ? 1 : -1, 0);
  return holds(kind, cpp_rational(x), y);
}

std::optional<bool> compare(Kind kind, const Plain& x, const Plain& y) {
  if (x.sort == Plain::kNull || y.sort == Plain::kNull) return std::nullopt;
  if (x.sort == Plain::kText) return holds(kind, x.text, y.text);
  if (x.sort == Plain::kTruth) return holds(kind, x.truth, y.truth);
  if (x.sort == Plain::kFloat && y.sort == Plain::kInteger) return holds_exactly(kind, x.real, y.exact);
  if (x.sort == Plain::kInteger && y.sort == Plain::kFloat) {
    if (std::isinf(y.real)) return holds(kind, 0, y.real > 0 ? 1 : -1);
    return holds(kind, x.exact, cpp_rational(y.real));
  }
  if (x.sort == Plain::kFloat || y.sort == Plain::kFloat) return holds(kind, as_double(x), as_double(y));
  return holds(kind, x.exact, y.exact);
}

std::optional<bool> both(std::optional<bool> x, std::optional<bool> y) {
  if ((x && !*x) || (y && !*y)) return false;
  if (!x || !y) return std::nullopt;
  return true;
}

std::optional<bool> opposite(std::optional<bool> x) { return x ? std::optional<bool>(!*x) : std::nullopt; }

std::optional<bool> either(std::optional<bool> x, std::optional<bool> y) {
  return opposite(both(opposite(x), opposite(y)));
}

class Evaluation {
 public:
  Evaluation(const PlainOperand& event, const PlainOperand& next) : event_(event), next_(next) {}

  std::optional<bool> condition(const Expression& e) const {
    const Plain p = value(e);
    return p.sort == Plain::kTruth ? std::optional<bool>(p.truth) : std::nullopt;
  }

 private:
  Plain value(const Expression& e) const {
    switch (e.kind) {
      case Kind::kNull:
        return {};
      case Kind::kInteger:
      case Kind::kDuration:
        return exact(Plain::kInteger, parse(e.text));
      case Kind::kDecimal:
        return exact(Plain::kDecimal, parse(e.text));
      case Kind::kString:
        return text_value(e.text);
      case Kind::kBool:
        return truth(e.text == "TRUE");
      case Kind::kAttribute:
        return attribute_value(e, read_by(e).attributes);
      case Kind::kTime:
        return exact(Plain::kInteger, cpp_rational(read_by(e).time));
      case Kind::kNegate:
        return negative(value(e.children[0]));
      case Kind::kAdd:
      case Kind::kSubtract:
      case Kind::kMultiply:
      case Kind::kDivide:
        return arithmetic(e.kind, value(e.children[0]), value(e.children[1]));
      default:
        return truth(logical(e));
    }
  }

  const PlainOperand& read_by(const Expression& e) const { return e.next ? next_ : event_; }

  std::optional<bool> logical(const Expression& e) const {
    switch (e.kind) {
      case Kind::kNot:
        return opposite(condition(e.children[0]));
      case Kind::kAnd:
      case Kind::kOr:
        return chain(e);
      case Kind::kIsNull:
        return value(e.children[0]).sort == Plain::kNull;
      case Kind::kIn:
        return in(e);
      case Kind::kBetween: {
        const Plain middle = value(e.children[0]);
        return both(compare(Kind::kLessEqual, value(e.children[1]), middle),
                    compare(Kind::kLessEqual, middle, value(e.children[2])));
      }
      default:
        return compare(e.kind, value(e.children[0]), value(e.children[1]));
    }
  }

  std::optional<bool> chain(const Expression& e) const {
    std::optional<bool> result = condition(e.children[0]);
    for (std::size_t i = 1; i < e.children.size(); ++i) {
      const auto next = condition(e.children[i]);
      result = e.kind == Kind::kAnd ? both(result, next) : either(result, next);
    }
    return result;
  }

  std::optional<bool> in(const Expression& e) const {
    const Plain left = value(e.children[0]);
    std::optional<bool> result = false;
    for (std::size_t i = 1; i < e.children.size(); ++i) {
      result = either(result, compare(Kind::kEqual, left, value(e.children[i])));
    }
    return result;
  }

  static Plain text_value(const std::string& text) {
    Plain p;
    p.sort = Plain::kText;
    p.text = text;
    return p;
  }

  static Plain negative(Plain x) {
    x.exact = -x.exact;
    x.real = -x.real;
    return x;
  }

  const PlainOperand& event_;
  const PlainOperand& next_;
};

}  // namespace

std::optional<bool> plain_condition(const Expression& condition, const PlainOperand& event) {
  return Evaluation(event, event).condition(condition);
}

std::optional<bool> plain_condition(const Expression& condition, const PlainOperand& event,
                                    const PlainOperand& next) {
  return Evaluation(event, next).condition(condition);
}

std::optional<bool> plain_condition(const Expression& condition, Timestamp time,
                                    const std::vector<Value>& attributes) {
  return plain_condition(condition, PlainOperand{time, attributes});
}

cpp_rational plain_literal(const std::string& text) { return parse(text); }

double nearest_double(const cpp_rational& value) { return nearest(value); }

}  // namespace horatio
