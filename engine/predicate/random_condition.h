// SPDX-License-Identifier: Apache-2.0
// Random conditions and events for the differential tests of predicates.
#pragma once

#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <random>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "engine/predicate/test_row.h"

namespace horatio::predicate::test {

class RandomCondition {
 public:
  // `pairs`: of two events, some attributes and times marked `next`.
  explicit RandomCondition(std::uint64_t seed, bool pairs = false) : random_(seed), pairs_(pairs) {}

  Expression condition(int depth) {
    switch (below(depth > 0 ? 12 : 6)) {
      case 0:
        return comparison(text_operand(), text_operand());
      case 1:
        return node(pick({Kind::kEqual, Kind::kNotEqual}), {boolean(), boolean()});
      case 2:
        return node(Kind::kIsNull, {number(depth)});
      case 6:
        return node(Kind::kNot, {condition(depth - 1)});
      case 7:
      case 8:
        return node(Kind::kAnd, {condition(depth - 1), condition(depth - 1)});
      case 9:
      case 10:
        return node(Kind::kOr, {condition(depth - 1), condition(depth - 1)});
      case 3:
        return node(Kind::kBetween, {number(depth), number(depth), number(depth)});
      case 4:
        return node(Kind::kIn, {number(depth), number(0), number(0), number(0)});
      default:
        return comparison(number(depth), number(depth));
    }
  }

  Row row() {
    Row row;
    row.at(integer_value());
    for (const Column id : {kI, kJ, kD, kE, kT}) {
      if (below(6) != 0) row.set(id, integer_value());
    }
    for (const Column id : {kF, kG}) {
      if (below(6) != 0) row.set(id, float_value());
    }
    for (const Column id : {kS, kZ}) {
      if (below(6) != 0) row.set(id, text_value());
    }
    if (below(6) != 0) row.set(kB, below(2) == 0);
    return row;
  }

 private:
  Expression of_either(Expression e) {
    e.next = pairs_ && below(2) == 0;
    return e;
  }
  std::size_t below(std::size_t n) { return random_() % n; }
  template <class T>
  T pick(std::initializer_list<T> values) {
    return *(values.begin() + below(values.size()));
  }

  Expression comparison(Expression x, Expression y) {
    return node(pick({Kind::kEqual, Kind::kNotEqual, Kind::kLess, Kind::kLessEqual, Kind::kGreater,
                      Kind::kGreaterEqual}),
                {std::move(x), std::move(y)});
  }

  Expression number(int depth) {
    if (depth > 0 && below(2) == 0) {
      if (below(5) == 0) return node(Kind::kNegate, {number(depth - 1)});
      return node(pick({Kind::kAdd, Kind::kSubtract, Kind::kMultiply, Kind::kDivide}),
                  {number(depth - 1), number(depth - 1)});
    }
    switch (below(8)) {
      case 0:
        return integer(pick<std::string>({"0", "1", "2", "3", "9007199254740993", "9223372036854775807",
                                          "9223372036854775808", "340282366920938463463374607431768211457"}));
      case 1:
        return decimal(pick<std::string>({"0.0", "0.1", "2.50", "1e-3", "1.5E2", "9007199254740993.0",
                                          "4e-324", "2.4703282292062328e-324", "1.7976931348623158e308",
                                          "1e309", "0.30000000000000004", "92233720368547758.07"}));
      case 2:
        return of_either(leaf(Kind::kTime));
      case 3:
        return below(8) == 0 ? null() : leaf(Kind::kDuration, "1000");
      default:
        return of_either(column(pick({kI, kJ, kF, kG, kD, kE, kT})));
    }
  }

  Expression text_operand() { return below(2) == 0 ? text(text_value()) : of_either(column(pick({kS, kZ}))); }
  Expression boolean() {
    return below(2) == 0 ? of_either(column(kB)) : leaf(Kind::kBool, below(2) == 0 ? "TRUE" : "FALSE");
  }

  std::int64_t integer_value() {
    switch (below(4)) {
      case 0:
        return static_cast<std::int64_t>(random_());
      case 1:
        return pick<std::int64_t>({std::numeric_limits<std::int64_t>::min(),
                                   std::numeric_limits<std::int64_t>::max(), 9007199254740993,
                                   -9007199254740993, 9223372036854775807 - 511});
      default:
        return static_cast<std::int64_t>(below(9)) - 4;
    }
  }
  double float_value() {
    switch (below(4)) {
      case 0:
        return std::ldexp(static_cast<double>(static_cast<std::int64_t>(random_())),
                          static_cast<int>(below(1200)) - 600);
      case 1:
        return pick({0.1, -0.0, 9007199254740992.0, 9223372036854775808.0, -9223372036854775808.0, 1e308,
                     5e-324, std::numeric_limits<double>::infinity(),
                     std::numeric_limits<double>::quiet_NaN()});
      default:
        return static_cast<double>(below(9)) / 2 - 2;
    }
  }
  std::string text_value() {
    return pick<std::string>({"", "a", "b", "ab", "\xC3\xA9", std::string("a\0", 2)});
  }

  std::mt19937_64 random_;
  bool pairs_;
};

inline std::vector<Value> values_of(const Row& row) {
  std::vector<Value> values;
  for (AttributeId id = 0; id < kColumns; ++id) values.push_back(row[static_cast<Column>(id)]);
  return values;
}

inline std::string describe(const Expression& e) {
  std::ostringstream out;
  out << '(' << static_cast<int>(e.kind) << (e.next ? "'" : "") << (e.text.empty() ? "" : ":" + e.text);
  if (e.kind == Kind::kAttribute) out << '#' << e.attribute;
  for (const auto& child : e.children) out << ' ' << describe(child);
  out << ')';
  return out.str();
}

}  // namespace horatio::predicate::test
