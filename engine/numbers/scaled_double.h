// SPDX-License-Identifier: Apache-2.0
// A double with an exponent of its own (rule 10, APPROX): never infinite, never NaN, never lost to underflow.
// value = mantissa * 2^(512 * exponent), 2^-256 <= |mantissa| < 2^256, or both 0: each value has one form,
// and numbers of like size add as two doubles do. One rounding per sum, product or quotient: relative error
// at most 2^-53. add_scaled and apply_run compute a product and a sum, and count as two operations of 2^-52
// each. May be negative. REQUIRES of all: values stay within 2^(+-2^62), which no count of trends leaves.
#pragma once

#include <array>
#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/numbers/exact_count.h"

namespace horatio {

class ScaledDouble {
 public:
  constexpr ScaledDouble() = default;
  explicit ScaledDouble(std::uint64_t value) : mantissa_(static_cast<double>(value)) {}
  explicit ScaledDouble(double value) : mantissa_(value) {  // REQUIRES: finite
    if (!in_range()) normalize();
  }
  // Rounded to nearest, ties to even. REQUIRES: !exact.overflowed().
  explicit ScaledDouble(const ExactCount& exact);

  ScaledDouble& operator+=(const ScaledDouble& y) {
    if (exponent_ == y.exponent_) [[likely]] {
      mantissa_ += y.mantissa_;
      if (!in_range()) [[unlikely]]
        normalize();
    } else if (!is_above(y, 1)) {
      add_unlike(y);
    }
    return *this;
  }
  ScaledDouble& operator-=(const ScaledDouble& y) { return *this += -y; }
  ScaledDouble& operator*=(const ScaledDouble& y) {
    mantissa_ *= y.mantissa_;
    exponent_ += y.exponent_;
    if (!in_range()) normalize();
    return *this;
  }
  // REQUIRES: y is not zero.
  ScaledDouble& operator/=(const ScaledDouble& y) {
    mantissa_ /= y.mantissa_;
    exponent_ -= y.exponent_;
    if (!in_range()) normalize();
    return *this;
  }
  ScaledDouble operator-() const {
    ScaledDouble result = *this;
    if (!is_zero()) result.mantissa_ = -mantissa_;
    return result;
  }
  friend ScaledDouble operator+(ScaledDouble x, const ScaledDouble& y) { return x += y; }
  friend ScaledDouble operator-(ScaledDouble x, const ScaledDouble& y) { return x -= y; }
  friend ScaledDouble operator*(ScaledDouble x, const ScaledDouble& y) { return x *= y; }
  friend ScaledDouble operator/(ScaledDouble x, const ScaledDouble& y) { return x /= y; }

  // *this += y * w. REQUIRES of a double: finite.
  void add_scaled(const ScaledDouble& y, double w) {
    const double magnitude = w < 0 ? -w : w;
    if (exponent_ == y.exponent_ && magnitude >= 0x1p-256 && magnitude <= 0x1p256) [[likely]] {
      mantissa_ += y.mantissa_ * w;
      if (!in_range()) [[unlikely]]
        normalize();
    } else {
      *this += y * ScaledDouble(w);
    }
  }
  void add_scaled(const ScaledDouble& y, std::uint64_t w) {
    if (exponent_ == y.exponent_) [[likely]] {
      mantissa_ += y.mantissa_ * static_cast<double>(w);
      if (!in_range()) [[unlikely]]
        normalize();
    } else if (!is_above(y, 2)) {  // y * w is at most one step above y
      add_scaled_unlike(y, w);
    }
  }
  void add_product(const ScaledDouble& x, const ScaledDouble& y) { *this += x * y; }
  void scale(std::uint64_t w) { *this *= ScaledDouble(w); }

  // *this = *this * 2^bits, exactly.
  void shift(std::uint64_t bits, std::size_t = SIZE_MAX) {
    if (is_zero()) return;
    mantissa_ *= power_of_two(static_cast<unsigned>(bits % kStep));
    exponent_ += static_cast<std::int64_t>(bits / kStep);
    if (!in_range()) normalize();
  }

  // *this = *this * 2^bits + y * (2^bits - 1).
  void apply_run(const ScaledDouble& y, std::uint64_t bits, std::size_t = SIZE_MAX) {
    if (exponent_ == y.exponent_ && bits < kStep / 2) [[likely]] {
      const double power = power_of_two(static_cast<unsigned>(bits));
      mantissa_ = mantissa_ * power + y.mantissa_ * (power - 1);
      if (!in_range()) normalize();
    } else {
      apply_run_unlike(y, bits);
    }
  }
  void subtract(const ScaledDouble& y) { *this -= y; }
  void halve() { *this *= ScaledDouble(0.5); }

  void limit(std::size_t) {}
  std::size_t heap_bytes() const { return 0; }
  bool overflowed() const { return false; }
  bool is_zero() const { return mantissa_ == 0; }
  bool is_negative() const { return mantissa_ < 0; }

  // Rounded; past the range of a double infinite or zero.
  double to_double() const;
  // Whether to_double() is this very value.
  bool is_double() const;

  // "d.ddde+N" with 17 significant digits, a '-' before a negative value. Where is_double(), reading the text
  // gives to_double(); elsewhere the digits are right to within one unit of the last.
  std::string text() const;

  friend std::strong_ordering operator<=>(const ScaledDouble& x, const ScaledDouble& y);
  friend bool operator==(const ScaledDouble&, const ScaledDouble&) = default;

  // Mantissa and exponent, as to_bytes() has them.
  std::array<std::uint64_t, 2> words() const {
    return {std::bit_cast<std::uint64_t>(mantissa_), static_cast<std::uint64_t>(exponent_)};
  }
  // 16 bytes. Nothing for bytes that to_bytes() does not give.
  std::string to_bytes() const;
  static std::optional<ScaledDouble> from_bytes(std::string_view bytes);

 private:
  static constexpr unsigned kStep = 512;  // bits of one unit of the exponent

  // REQUIRES: bits < 1024.
  static double power_of_two(unsigned bits) {
    return std::bit_cast<double>(std::uint64_t{1023 + bits} << 52);
  }
  // Whether the mantissa is one: also false for 0, whose exponent may have to be cleared.
  bool in_range() const {
    const std::uint64_t biased = std::bit_cast<std::uint64_t>(mantissa_) >> 52 & 0x7FFU;
    return biased - (1023 - kStep / 2) < kStep;
  }
  // Whether it is more than so many steps of the exponent above y: by two, y is lost in rounding.
  bool is_above(const ScaledDouble& y, std::int64_t steps) const {
    return exponent_ > y.exponent_ + steps && mantissa_ != 0;
  }
  void normalize();
  void add_unlike(const ScaledDouble& y);
  void add_scaled_unlike(const ScaledDouble& y, std::uint64_t w);
  void apply_run_unlike(const ScaledDouble& y, std::uint64_t bits);

  double mantissa_ = 0;
  std::int64_t exponent_ = 0;
};

}  // namespace horatio
