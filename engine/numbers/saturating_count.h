// SPDX-License-Identifier: Apache-2.0
// An exact count of trends in 64 bits, or OVERFLOW. A sum of counts overflows if and only if its true value
// exceeds 2^64 - 1: counts are never negative, so an overflowed part makes any sum it enters too large (rule
// 10). A value that does not reach the result never touches it. Addition is branch free; 16 bytes.
#pragma once

#include <cstdint>

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
    const std::uint64_t sum = value_ + other.value_;
    overflowed_ |= other.overflowed_ | static_cast<std::uint64_t>(sum < value_);
    value_ = sum;
    return *this;
  }
  friend constexpr SaturatingCount operator+(SaturatingCount left, const SaturatingCount& right) {
    return left += right;
  }

  constexpr bool overflowed() const { return overflowed_ != 0; }
  constexpr bool is_zero() const { return (value_ | overflowed_) == 0; }
  constexpr std::uint64_t value() const { return value_; }  // REQUIRES: !overflowed()

  friend constexpr bool operator==(const SaturatingCount& left, const SaturatingCount& right) {
    return left.overflowed_ != 0 ? right.overflowed_ != 0
                                 : right.overflowed_ == 0 && left.value_ == right.value_;
  }

 private:
  std::uint64_t value_ = 0;  // modulo 2^64
  std::uint64_t overflowed_ = 0;
};

}  // namespace horatio
