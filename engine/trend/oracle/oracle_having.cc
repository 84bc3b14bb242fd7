// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/oracle/oracle_having.h"

#include <algorithm>
#include <initializer_list>

#include "engine/predicate/plain_condition.h"

namespace horatio::oracle {
namespace {

using boost::multiprecision::cpp_int;
using boost::multiprecision::cpp_rational;
using Kind = Expression::Kind;
using Form = Operand::Form;
using Sort = Operand::Sort;

constexpr Outcomes kAll{true, true, true};
constexpr Outcomes kUnknown{false, false, true};

Operand number(Sort sort, const cpp_rational& low, const cpp_rational& high) {
  return {Form::kNumber, sort, low, high};
}
Operand form(Form f) { return {f, Sort::kInteger, 0, 0}; }

bool is_point(const Operand& x) { return x.low == x.high; }

// Beside a FLOAT a decimal is what a double holds of it; integers stay what they are.
Operand beside(const Operand& other, Operand x) {
  if (other.sort != Sort::kFloat || x.sort != Sort::kDecimal || !is_point(x)) return x;
  const double rounded = nearest_double(x.low);
  x.low = x.high = cpp_rational(rounded);
  return x;
}

Outcomes less(const Operand& x, const Operand& y, bool or_equal) {
  if (or_equal) return {x.low <= y.high, x.high > y.low, false};
  return {x.low < y.high, x.high >= y.low, false};
}

Outcomes opposite(const Outcomes& o) { return {o.can_fail, o.can_hold, o.can_be_unknown}; }

Outcomes equal(const Operand& x, const Operand& y) {
  const bool overlap = x.low <= y.high && y.low <= x.high;
  const bool same = is_point(x) && is_point(y) && x.low == y.low;
  return {overlap, !same, false};
}

Outcomes compare_numbers(Kind kind, const Operand& x, const Operand& y) {
  switch (kind) {
    case Kind::kEqual:
      return equal(x, y);
    case Kind::kNotEqual:
      return opposite(equal(x, y));
    case Kind::kLess:
      return less(x, y, false);
    case Kind::kLessEqual:
      return less(x, y, true);
    case Kind::kGreater:
      return less(y, x, false);
    default:
      return less(y, x, true);
  }
}

Outcomes compare(Kind kind, const Operand& x, const Operand& y) {
  if (x.form == Form::kNull || y.form == Form::kNull) return kUnknown;
  if (x.form == Form::kUnknown || y.form == Form::kUnknown) return kAll;
  if (x.form == Form::kBeyond && y.form == Form::kBeyond) return kAll;
  const Operand zero = number(Sort::kInteger, 0, 0);
  const Operand one = number(Sort::kInteger, 1, 1);
  if (x.form == Form::kBeyond) return compare_numbers(kind, one, zero);
  if (y.form == Form::kBeyond) return compare_numbers(kind, zero, one);
  return compare_numbers(kind, beside(y, x), beside(x, y));
}

// Every way that x AND y can come out.
Outcomes both(const Outcomes& x, const Outcomes& y) {
  Outcomes result;
  result.can_hold = x.can_hold && y.can_hold;
  result.can_fail = x.can_fail || y.can_fail;
  result.can_be_unknown =
      (x.can_be_unknown && (y.can_hold || y.can_be_unknown)) || (y.can_be_unknown && x.can_hold);
  return result;
}

Outcomes either(const Outcomes& x, const Outcomes& y) { return opposite(both(opposite(x), opposite(y))); }

Operand hull(Sort sort, std::initializer_list<cpp_rational> corners) {
  return number(sort, std::min(corners), std::max(corners));
}

cpp_rational whole(const cpp_rational& x) { return cpp_rational(cpp_int(numerator(x) / denominator(x))); }

Operand quotient(Sort sort, const Operand& x, const Operand& y) {
  if (!is_point(y)) return form(Form::kUnknown);
  if (y.low == 0) return form(Form::kNull);
  const cpp_rational a = x.low / y.low;
  const cpp_rational b = x.high / y.low;
  return sort == Sort::kInteger ? hull(sort, {whole(a), whole(b)}) : hull(sort, {a, b});
}

Operand arithmetic(Kind kind, const Operand& x, const Operand& y) {
  if (x.form == Form::kNull || y.form == Form::kNull) return form(Form::kNull);
  if (x.form != Form::kNumber || y.form != Form::kNumber) return form(Form::kUnknown);
  const Sort sort = std::max(x.sort, y.sort);
  switch (kind) {
    case Kind::kAdd:
      return number(sort, x.low + y.low, x.high + y.high);
    case Kind::kSubtract:
      return number(sort, x.low - y.high, x.high - y.low);
    case Kind::kMultiply:
      return hull(sort, {x.low * y.low, x.low * y.high, x.high * y.low, x.high * y.high});
    default:
      return quotient(sort, x, y);
  }
}

class Judgement {
 public:
  explicit Judgement(const std::vector<Operand>& aggregates) : aggregates_(aggregates) {}

  Outcomes condition(const Expression& e) const {
    switch (e.kind) {
      case Kind::kNot:
        return opposite(condition(e.children[0]));
      case Kind::kAnd:
      case Kind::kOr:
        return chain(e);
      case Kind::kIsNull:
        return is_null(value(e.children[0]));
      case Kind::kIn:
        return in(e);
      case Kind::kBetween:
        return both(compare(Kind::kLessEqual, value(e.children[1]), value(e.children[0])),
                    compare(Kind::kLessEqual, value(e.children[0]), value(e.children[2])));
      case Kind::kBool:
        return e.text == "TRUE" ? Outcomes{true, false, false} : Outcomes{false, true, false};
      default:
        return compare(e.kind, value(e.children[0]), value(e.children[1]));
    }
  }

 private:
  static Outcomes is_null(const Operand& x) {
    if (x.form == Form::kUnknown) return {true, true, false};
    return {x.form == Form::kNull, x.form != Form::kNull, false};
  }

  Operand value(const Expression& e) const {
    switch (e.kind) {
      case Kind::kAggregate:
        return aggregates_[e.aggregate];
      case Kind::kInteger:
      case Kind::kDuration:
        return number(Sort::kInteger, plain_literal(e.text), plain_literal(e.text));
      case Kind::kDecimal:
        return number(Sort::kDecimal, plain_literal(e.text), plain_literal(e.text));
      case Kind::kNegate:
        return arithmetic(Kind::kSubtract, number(Sort::kInteger, 0, 0), value(e.children[0]));
      case Kind::kAdd:
      case Kind::kSubtract:
      case Kind::kMultiply:
      case Kind::kDivide:
        return arithmetic(e.kind, value(e.children[0]), value(e.children[1]));
      default:
        return form(Form::kNull);
    }
  }

  Outcomes chain(const Expression& e) const {
    Outcomes result = condition(e.children[0]);
    for (std::size_t i = 1; i < e.children.size(); ++i) {
      const Outcomes next = condition(e.children[i]);
      result = e.kind == Kind::kAnd ? both(result, next) : either(result, next);
    }
    return result;
  }

  Outcomes in(const Expression& e) const {
    Outcomes result{false, true, false};
    for (std::size_t i = 1; i < e.children.size(); ++i) {
      result = either(result, compare(Kind::kEqual, value(e.children[0]), value(e.children[i])));
    }
    return result;
  }

  const std::vector<Operand>& aggregates_;
};

}  // namespace

Outcomes outcomes_of(const Expression& having, const std::vector<Operand>& aggregates) {
  return Judgement(aggregates).condition(having);
}

}  // namespace horatio::oracle
