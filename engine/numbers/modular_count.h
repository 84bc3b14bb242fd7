// SPDX-License-Identifier: Apache-2.0
// A count modulo the prime p = 2^61 - 1, with ExactCount's interface, in 16 bytes: for differential tests,
// where two strategies must agree however long the stream. Never in results of a job. Whether the count
// itself is zero is kept beside its residue, since a positive multiple of p has the residue 0 as well: sums
// and products of counts tell it with certainty. A difference does not: where its residue is 0 it is taken
// for zero, which is wrong for one in p.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

#include "engine/numbers/exact_count.h"

namespace horatio {

class alignas(16) ModularCount {
 public:
  static constexpr std::uint64_t kPrime = (std::uint64_t{1} << 61) - 1;

  constexpr ModularCount() = default;
  constexpr explicit ModularCount(std::uint64_t value) : residue_(value % kPrime), positive_(value != 0) {}
  // REQUIRES: !exact.overflowed().
  explicit ModularCount(const ExactCount& exact) {
    const auto limbs = exact.limbs();
    for (std::size_t i = limbs.size(); i-- > 0;) {
      *this = *this * ModularCount(std::uint64_t{8}) + ModularCount(limbs[i]);  // 2^64 = 8 (mod p)
    }
  }

  constexpr ModularCount& operator+=(const ModularCount& y) {
    residue_ = reduced(residue_ + y.residue_);
    positive_ = positive_ || y.positive_;
    return *this;
  }
  friend constexpr ModularCount operator+(ModularCount x, const ModularCount& y) { return x += y; }
  friend constexpr ModularCount operator*(const ModularCount& x, const ModularCount& y) {
    ModularCount product;
    product.residue_ = multiplied(x.residue_, y.residue_);
    product.positive_ = x.positive_ && y.positive_;
    return product;
  }

  constexpr void add_scaled(const ModularCount& y, std::uint64_t w) { *this += y * ModularCount(w); }
  constexpr void add_product(const ModularCount& x, const ModularCount& y) { *this += x * y; }
  constexpr void scale(std::uint64_t w) { *this = *this * ModularCount(w); }
  constexpr void shift(std::uint64_t bits, std::size_t = SIZE_MAX) {
    residue_ = multiplied(residue_, power_of_two(bits));
  }
  constexpr void apply_run(const ModularCount& y, std::uint64_t bits, std::size_t = SIZE_MAX) {
    const ModularCount run = y;
    shift(bits);
    residue_ = reduced(residue_ + multiplied(run.residue_, reduced(power_of_two(bits) + kPrime - 1)));
    positive_ = positive_ || (run.positive_ && bits != 0);
  }
  // REQUIRES, of the counts themselves: y <= *this; for halve(): *this is even.
  constexpr void subtract(const ModularCount& y) {
    residue_ = reduced(residue_ + kPrime - y.residue_);
    positive_ = y.positive_ ? residue_ != 0 : positive_;
  }
  constexpr void halve() { shift(60); }  // 2 * 2^60 = 1 (mod p)

  constexpr void limit(std::size_t) {}
  constexpr std::size_t heap_bytes() const { return 0; }
  constexpr bool overflowed() const { return false; }
  constexpr bool is_zero() const { return !positive_; }
  constexpr std::uint64_t residue() const { return residue_; }  // less than p
  friend constexpr bool operator==(const ModularCount&, const ModularCount&) = default;

  // The residue in 8 bytes, and a ninth: whether the count is positive.
  std::string to_bytes() const {
    std::string bytes(reinterpret_cast<const char*>(&residue_), sizeof(residue_));
    bytes.push_back(positive_ ? '\1' : '\0');
    return bytes;
  }
  static std::optional<ModularCount> from_bytes(std::string_view bytes) {
    ModularCount count;
    if (bytes.size() != sizeof(residue_) + 1) return std::nullopt;
    std::memcpy(&count.residue_, bytes.data(), sizeof(residue_));
    count.positive_ = bytes.back() != '\0';
    if (count.residue_ >= kPrime || (count.residue_ != 0 && !count.positive_)) return std::nullopt;
    return count;
  }

 private:
  // REQUIRES: value < 2 p.
  static constexpr std::uint64_t reduced(std::uint64_t value) {
    return value >= kPrime ? value - kPrime : value;
  }
  static constexpr std::uint64_t multiplied(std::uint64_t x, std::uint64_t y) {
    __extension__ typedef unsigned __int128 Wide;
    const Wide product = Wide{x} * y;
    return reduced(static_cast<std::uint64_t>(product & kPrime) + static_cast<std::uint64_t>(product >> 61));
  }
  static constexpr std::uint64_t power_of_two(std::uint64_t bits) { return std::uint64_t{1} << bits % 61; }

  std::uint64_t residue_ = 0;
  bool positive_ = false;
};

}  // namespace horatio
