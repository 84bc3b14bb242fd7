// SPDX-License-Identifier: Apache-2.0
// An exact count of trends in 64 bits, or OVERFLOW. A sum of counts overflows if and only if its true value
// exceeds 2^64 - 1: counts are never negative, so an overflowed part makes any sum or product it enters too
// large, except a product with zero (rule 10). A value that does not reach the result never touches it.
// Addition is branch free; 16 bytes. The interface is ExactCount's, as far as saturated values allow.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace horatio {

class SaturatingCount {
 public:
  constexpr SaturatingCount() = default;
  constexpr explicit SaturatingCount(std::uint64_t value) : value_(value) {}
  static constexpr SaturatingCount overflow() {
    SaturatingCount count;
    count.overflowed_ = 1;
    return count;
  }

  constexpr SaturatingCount& operator+=(const SaturatingCount& other) {
    add(other.value_, other.overflowed_);
    return *this;
  }
  friend constexpr SaturatingCount operator+(SaturatingCount left, const SaturatingCount& right) {
    return left += right;
  }

  // *this += value, or OVERFLOW if `lost` is not 0.
  constexpr void add(std::uint64_t value, std::uint64_t lost) {
    const std::uint64_t sum = value_ + value;
    overflowed_ |= lost | static_cast<std::uint64_t>(sum < value_);
    value_ = sum;
  }

  // *this += y * w.
  constexpr void add_scaled(const SaturatingCount& y, std::uint64_t w) {
    std::uint64_t product = 0;
    const bool wide = __builtin_mul_overflow(y.value_, w, &product);
    const std::uint64_t sum = value_ + product;
    const std::uint64_t lost = static_cast<std::uint64_t>(wide) | (w != 0 ? y.overflowed_ : 0U);
    overflowed_ |= lost | static_cast<std::uint64_t>(sum < value_);
    value_ = sum;
  }

  // *this = *this * w.
  constexpr void scale(std::uint64_t w) {
    SaturatingCount product;
    product.add_scaled(*this, w);
    *this = product;
  }

  // *this = *this * 2^bits.
  constexpr void shift(std::uint64_t bits, std::size_t = SIZE_MAX) {
    if (is_zero()) return;
    if (bits >= 64) {
      *this = overflow();
    } else {
      scale(std::uint64_t{1} << bits);
    }
  }

  // *this = *this * 2^bits + y * (2^bits - 1).
  constexpr void apply_run(const SaturatingCount& y, std::uint64_t bits, std::size_t = SIZE_MAX) {
    const SaturatingCount run = y;
    shift(bits);
    if (bits <= 64) {
      add_scaled(run, bits == 64 ? UINT64_MAX : (std::uint64_t{1} << bits) - 1);
    } else if (!run.is_zero()) {
      *this = overflow();
    }
  }

  // *this += x * y.
  constexpr void add_product(const SaturatingCount& x, const SaturatingCount& y) {
    if (x.is_zero() || y.is_zero()) return;
    if (x.overflowed() || y.overflowed()) {
      *this = overflow();
    } else {
      add_scaled(x, y.value_);
    }
  }

  constexpr void limit(std::size_t) {}
  constexpr std::size_t heap_bytes() const { return 0; }

  constexpr bool overflowed() const { return overflowed_ != 0; }
  constexpr bool is_zero() const { return (value_ | overflowed_) == 0; }
  constexpr std::uint64_t value() const { return value_; }  // modulo 2^64

  friend constexpr bool operator==(const SaturatingCount& left, const SaturatingCount& right) {
    return left.overflowed_ != 0 ? right.overflowed_ != 0
                                 : right.overflowed_ == 0 && left.value_ == right.value_;
  }

  // As ExactCount's: little-endian without leading zeros, one zero byte for OVERFLOW.
  std::string to_bytes() const {
    if (overflowed()) return std::string(1, '\0');
    std::string bytes;
    for (std::uint64_t rest = value_; rest != 0; rest >>= 8) bytes.push_back(static_cast<char>(rest & 0xFFU));
    return bytes;
  }
  static std::optional<SaturatingCount> from_bytes(std::string_view bytes) {
    if (bytes == std::string_view("\0", 1)) return overflow();
    if (bytes.size() > sizeof(std::uint64_t) || bytes.ends_with('\0')) return std::nullopt;
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      value |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
    }
    return SaturatingCount(value);
  }

 private:
  std::uint64_t value_ = 0;       // modulo 2^64
  std::uint64_t overflowed_ = 0;  // not 0: it has
};

}  // namespace horatio
