// SPDX-License-Identifier: Apache-2.0
// A comparison of a column with a constant, as an interval of the column's stored values: decided once when
// the predicate is compiled, so that an event costs two machine comparisons whatever the width of the
// constant.
#pragma once

#include <cstdint>

#include "engine/predicate/number.h"

namespace horatio::predicate {

enum class Comparison : std::uint8_t { kEqual, kNotEqual, kLess, kLessEqual, kGreater, kGreaterEqual };

// `x op y` as `y op' x`.
Comparison mirrored(Comparison op);
bool holds(Comparison op, std::strong_ordering order);

// low <= x <= high, or its opposite; empty if low > high.
template <class T>
struct Range {
  T low{};
  T high{};
  bool inverted = false;
  bool contains(T x) const { return (low <= x && x <= high) != inverted; }
};

// {x : x / 10^scale op constant}. REQUIRES: constant is exact.
Range<std::int64_t> integer_range(Comparison op, const Number& constant, unsigned scale);
// {x : x op constant}. REQUIRES: not NaN.
Range<std::int64_t> integer_range(Comparison op, double constant);
// {x finite : x op constant}; an exact constant is compared as it is, not rounded. REQUIRES: not NULL.
Range<double> float_range(Comparison op, const Number& constant);

}  // namespace horatio::predicate
