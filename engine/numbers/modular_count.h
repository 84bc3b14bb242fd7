// SPDX-License-Identifier: Apache-2.0
// A count modulo the prime p = 2^61 - 1, with ExactCount's interface: for differential tests, where two
// strategies must agree however long the stream. Never in results. A count that is a multiple of p looks like
// zero, so is_zero() may say nothing about whether there is a trend.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

#include "engine/numbers/exact_count.h"

namespace horatio {

class ModularCount {
 public:
  static constexpr std::uint64_t kPrime = (std::uint64_t{1} << 61) - 1;

  constexpr ModularCount() = default;
  constexpr explicit ModularCount(std::uint64_t value) : value_(value % kPrime) {}
  // REQUIRES: !exact.overflowed().
  explicit ModularCount(const ExactCount& exact) {
    const auto limbs = exact.limbs();
    for (std::size_t i = limbs.size(); i-- > 0;) {
      *this = *this * ModularCount(std::uint64_t{8}) + ModularCount(limbs[i]);  // 2^64 = 8 (mod p)
    }
  }

  constexpr ModularCount& operator+=(const ModularCount& y) {
    value_ += y.value_;
    if (value_ >= kPrime) value_ -= kPrime;
    return *this;
  }
  friend constexpr ModularCount operator+(ModularCount x, const ModularCount& y) { return x += y; }
  friend constexpr ModularCount operator*(const ModularCount& x, const ModularCount& y) {
    __extension__ typedef unsigned __int128 Wide;
    ModularCount result;
    result.value_ = static_cast<std::uint64_t>(Wide{x.value_} * y.value_ % kPrime);
    return result;
  }

  constexpr void add_scaled(const ModularCount& y, std::uint64_t w) { *this += y * ModularCount(w); }
  constexpr void add_product(const ModularCount& x, const ModularCount& y) { *this += x * y; }
  constexpr void scale(std::uint64_t w) { *this = *this * ModularCount(w); }
  constexpr void shift(std::uint64_t bits, std::size_t = SIZE_MAX) {
    *this = *this * ModularCount(std::uint64_t{1} << bits % 61);  // 2^61 = 1 (mod p)
  }
  constexpr void apply_run(const ModularCount& y, std::uint64_t bits, std::size_t = SIZE_MAX) {
    const ModularCount run = y;
    *this += run;
    shift(bits);
    subtract(run);
  }
  constexpr void subtract(const ModularCount& y) {
    value_ += kPrime - y.value_;
    if (value_ >= kPrime) value_ -= kPrime;
  }
  constexpr void halve() { *this = *this * ModularCount(std::uint64_t{1} << 60); }  // 2 * 2^60 = 1 (mod p)

  constexpr void limit(std::size_t) {}
  constexpr std::size_t heap_bytes() const { return 0; }
  constexpr bool overflowed() const { return false; }
  constexpr bool is_zero() const { return value_ == 0; }
  constexpr std::uint64_t value() const { return value_; }  // less than p
  friend constexpr bool operator==(const ModularCount&, const ModularCount&) = default;

  std::string to_bytes() const { return std::string(reinterpret_cast<const char*>(&value_), sizeof(value_)); }
  static std::optional<ModularCount> from_bytes(std::string_view bytes) {
    std::uint64_t value = 0;
    if (bytes.size() != sizeof(value)) return std::nullopt;
    std::memcpy(&value, bytes.data(), sizeof(value));
    if (value >= kPrime) return std::nullopt;
    return ModularCount(value);
  }

 private:
  std::uint64_t value_ = 0;
};

}  // namespace horatio
