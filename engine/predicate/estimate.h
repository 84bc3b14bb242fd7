// SPDX-License-Identifier: Apache-2.0
// Numbers known exactly or within bounds, and conditions on them (HAVING on approximate and overflowed
// cells). Interval arithmetic: whatever the true operands are within their bounds, the true result is within
// the result's. Exact operands compute as Number does and stay exact.
#pragma once

#include <cstdint>
#include <variant>

#include "engine/numbers/scaled_double.h"
#include "engine/predicate/number.h"
#include "engine/predicate/range.h"
#include "engine/predicate/truth.h"

namespace horatio::predicate {

// One end of an interval: a value, or past all values.
struct Bound {
  ScaledDouble value;
  int infinite = 0;  // -1, 0 or 1

  static Bound infinity(int sign) { return {ScaledDouble(), sign}; }
  friend std::strong_ordering operator<=>(const Bound& x, const Bound& y) {
    return x.infinite != y.infinite ? x.infinite <=> y.infinite : x.value <=> y.value;
  }
  friend bool operator==(const Bound&, const Bound&) = default;
};

struct Interval {
  Bound low = Bound::infinity(-1);
  Bound high = Bound::infinity(1);
  bool may_be_null = false;
  bool beyond_numbers = false;  // compares as larger than any number; arithmetic goes by low and high
};

// value +- bound. REQUIRES: bound >= 0.
Interval around(const ScaledDouble& value, const ScaledDouble& bound);

using Estimate = std::variant<Number, Interval>;  // a Number is known exactly, NULL included

// Arithmetic as the functions of Number. `floating`: one operand is a FLOAT, so the true result is rounded to
// a double. REQUIRES of divide_truncating: the true operands are whole or NULL.
Estimate to_float(const Estimate& x);
Estimate negate(const Estimate& x);
Estimate add(const Estimate& x, const Estimate& y, bool floating);
Estimate subtract(const Estimate& x, const Estimate& y, bool floating);
Estimate multiply(const Estimate& x, const Estimate& y, bool floating);
Estimate divide(const Estimate& x, const Estimate& y, bool floating);
Estimate divide_truncating(const Estimate& x, const Estimate& y);

// The truth values that a condition may have.
class Truths {
 public:
  Truths(Truth only)
      : Truths(only == Truth::kTrue, only == Truth::kFalse, only == Truth::kUnknown) {}  // NOLINT
  Truths(bool may_be_true, bool may_be_false, bool may_be_unknown)
      : true_(may_be_true), false_(may_be_false), unknown_(may_be_unknown) {}

  bool may_be_true() const { return true_; }
  bool must_be_true() const { return true_ && !false_ && !unknown_; }

  friend Truths operator!(Truths x) { return {x.false_, x.true_, x.unknown_}; }
  friend Truths operator&(Truths x, Truths y) {
    const bool unknown = (x.unknown_ && (y.unknown_ || y.true_)) || (y.unknown_ && x.true_);
    return {x.true_ && y.true_, x.false_ || y.false_, unknown};
  }
  friend Truths operator|(Truths x, Truths y) { return !((!x) & (!y)); }

 private:
  bool true_, false_, unknown_;
};

Truths compare(Comparison op, const Estimate& x, const Estimate& y);
Truths is_null(const Estimate& x);

}  // namespace horatio::predicate
