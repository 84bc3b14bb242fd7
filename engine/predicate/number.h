// SPDX-License-Identifier: Apache-2.0
// A number of a predicate (rule 10): NULL, exact (any INT, DECIMAL or quotient of them, any width) or an IEEE
// double. Exact values are fractions of two 64-bit integers while they fit, big rationals past that; only the
// latter may allocate. Values, no shared state.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <compare>
#include <cstdint>
#include <optional>
#include <utility>
#include <variant>

namespace horatio::predicate {

using BigInteger = boost::multiprecision::cpp_int;
using BigRational = boost::multiprecision::cpp_rational;

class Number {
 public:
  Number() = default;  // NULL
  static Number integer(std::int64_t value) { return Number(Fraction{value, 1}); }
  // REQUIRES: denominator > 0.
  static Number fraction(std::int64_t numerator, std::int64_t denominator) {
    return Number(Fraction{numerator, denominator});
  }
  static Number exact(const BigRational& value);
  // NaN is NULL. Infinities are kept: as a result of arithmetic they are larger than any number.
  static Number floating(double value);

  bool is_null() const { return std::holds_alternative<std::monostate>(value_); }
  bool is_float() const { return std::holds_alternative<double>(value_); }
  // REQUIRES: is_float().
  double as_double() const { return *std::get_if<double>(&value_); }
  // REQUIRES: neither NULL nor a double.
  BigRational as_rational() const;

  // Numerator and denominator (> 0) of an exact value that is kept in 64 bits.
  std::optional<std::pair<std::int64_t, std::int64_t>> small_fraction() const {
    const Fraction* f = small();
    return f == nullptr ? std::nullopt : std::optional(std::pair(f->numerator, f->denominator));
  }

  // The value as a double: exact values rounded to nearest, ties to even, infinite past the range.
  Number to_float() const;

 private:
  struct Fraction {  // not reduced; denominator > 0
    std::int64_t numerator;
    std::int64_t denominator;
  };
  using Representation = std::variant<std::monostate, Fraction, double, BigRational>;

  explicit Number(Fraction value) : value_(value) {}
  explicit Number(Representation value) : value_(std::move(value)) {}
  const Fraction* small() const { return std::get_if<Fraction>(&value_); }

  __extension__ typedef __int128 Wide;
  static Number from_wide(Wide numerator, Wide denominator);

  friend Number negate(const Number& x);
  friend Number add(const Number& x, const Number& y);
  friend Number subtract(const Number& x, const Number& y);
  friend Number multiply(const Number& x, const Number& y);
  friend Number divide(const Number& x, const Number& y);
  friend Number divide_truncating(const Number& x, const Number& y);
  friend std::optional<std::strong_ordering> compare(const Number& x, const Number& y);

  Representation value_;
};

// Arithmetic. NULL in, NULL out; anything divided by zero is NULL. If one operand is a double the other is
// rounded to a double and the operation is IEEE's; else the result is exact.
Number negate(const Number& x);
Number add(const Number& x, const Number& y);
Number subtract(const Number& x, const Number& y);
Number multiply(const Number& x, const Number& y);
Number divide(const Number& x, const Number& y);
// `/` of two INTs, towards zero. REQUIRES: both NULL or whole exact numbers.
Number divide_truncating(const Number& x, const Number& y);

// By exact value, also between a double and an exact number; nothing if one is NULL. 0.0 equals -0.0.
std::optional<std::strong_ordering> compare(const Number& x, const Number& y);

}  // namespace horatio::predicate
