// SPDX-License-Identifier: Apache-2.0
// A natural number of any width (rule 10, EXACT): 64 bits in place while it fits, limbs on the heap from the
// first carry on. 16 bytes. Two small values add with one test of the carry. Past `limit` a value is
// OVERFLOW, and so is any sum or product it enters, except a product with zero: components of trends never
// shrink, so an overflowed part makes any result that it reaches too large. Each value owns its limbs; no
// shared state.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace horatio {

class ExactCount {
 public:
  static constexpr std::size_t kUnlimited = SIZE_MAX;

  ExactCount() = default;
  explicit ExactCount(std::uint64_t value) : small_(value) {}
  static ExactCount from_limbs(std::span<const std::uint64_t> limbs);  // least significant first
  static ExactCount overflow();

  ExactCount(const ExactCount& other) : small_(other.small_), tag_(other.tag_) {
    if (other.is_big()) copy_limbs(other);
  }
  ExactCount(ExactCount&& other) noexcept : small_(other.small_), tag_(other.tag_) {
    other.small_ = 0;
    other.tag_ = 0;
  }
  ExactCount& operator=(const ExactCount& other) {
    if ((tag_ | other.tag_) == 0) {
      small_ = other.small_;
    } else {
      assign_big(other);
    }
    return *this;
  }
  ExactCount& operator=(ExactCount&& other) noexcept {
    const std::uint64_t small = small_;
    const std::uintptr_t tag = tag_;
    small_ = other.small_;
    tag_ = other.tag_;
    other.small_ = small;
    other.tag_ = tag;
    return *this;
  }
  ~ExactCount() {
    if (is_big()) release();
  }

  // For all below, any argument may be *this. O(limbs) except where said.
  ExactCount& operator+=(const ExactCount& y) {
    std::uint64_t sum = 0;
    const bool carry = __builtin_add_overflow(small_, y.small_, &sum);
    if ((tag_ | y.tag_ | static_cast<std::uintptr_t>(carry)) == 0) [[likely]] {
      small_ = sum;
    } else {
      add_big(y);
    }
    return *this;
  }
  friend ExactCount operator+(ExactCount x, const ExactCount& y) { return x += y, x; }

  // *this += y * w.
  void add_scaled(const ExactCount& y, std::uint64_t w) {
    std::uint64_t product = 0;
    std::uint64_t sum = 0;
    const bool wide = __builtin_mul_overflow(y.small_, w, &product);
    const bool carry = __builtin_add_overflow(small_, product, &sum);
    if ((tag_ | y.tag_ | static_cast<std::uintptr_t>(wide | carry)) == 0) [[likely]] {
      small_ = sum;
    } else {
      add_scaled_big(y, w);
    }
  }

  // *this = *this * w. Zero times OVERFLOW is zero.
  void scale(std::uint64_t w);

  // *this = *this * 2^bits. As apply_run as to `limit_bytes`.
  void shift(std::uint64_t bits, std::size_t limit_bytes = kUnlimited);

  // *this = *this * 2^bits + y * (2^bits - 1): what `bits` events of a Kleene run do to a running sum whose
  // other predecessors' sum is y. OVERFLOW at once, without the memory, where the result is sure to exceed
  // the limit; limit() still has the last word.
  void apply_run(const ExactCount& y, std::uint64_t bits, std::size_t limit_bytes = kUnlimited) {
    const std::uint64_t sum = small_ + y.small_;
    const bool fits = (tag_ | y.tag_) == 0 && bits < 64 && sum >= small_ && sum <= UINT64_MAX >> (bits & 63U);
    if (fits) [[likely]] {
      small_ = (sum << bits) - y.small_;
    } else {
      apply_run_big(y, bits, limit_bytes);
    }
  }

  // *this -= y. REQUIRES: y <= *this. OVERFLOW stays OVERFLOW.
  void subtract(const ExactCount& y);

  // *this = floor(*this / 2).
  void halve();

  // *this += x * y. O(limbs of x * limbs of y).
  void add_product(const ExactCount& x, const ExactCount& y);
  friend ExactCount operator*(const ExactCount& x, const ExactCount& y);

  // OVERFLOW from now on if the value needs more than `bytes` bytes.
  void limit(std::size_t bytes) {
    if (is_big()) limit_big(bytes);
  }

  bool is_zero() const { return (small_ | tag_) == 0; }
  bool overflowed() const { return tag_ == kOverflowTag; }
  bool fits_64_bits() const { return tag_ == 0; }
  std::uint64_t value() const { return small_; }  // REQUIRES: fits_64_bits()

  // Without leading zeros, least significant first; empty for zero. Valid until the count changes or moves.
  // REQUIRES: !overflowed(), so for all below.
  std::span<const std::uint64_t> limbs() const;
  std::uint64_t bit_length() const;  // of zero: 0

  // OVERFLOW equals itself and is greater than every number.
  friend std::strong_ordering operator<=>(const ExactCount& x, const ExactCount& y);
  friend bool operator==(const ExactCount& x, const ExactCount& y) { return (x <=> y) == 0; }

  std::size_t heap_bytes() const;  // beside sizeof

  // Little-endian, without leading zeros: zero is empty. One zero byte is OVERFLOW. Nothing for bytes that
  // to_bytes() does not give.
  std::string to_bytes() const;
  static std::optional<ExactCount> from_bytes(std::string_view bytes);

 private:
  struct Limbs;  // size, capacity, then the limbs
  static constexpr std::uintptr_t kOverflowTag = 1;

  bool is_big() const { return tag_ > kOverflowTag; }
  Limbs& big() const { return *reinterpret_cast<Limbs*>(tag_); }
  void copy_limbs(const ExactCount& other);
  void assign_big(const ExactCount& other);
  void release();
  void set_small(std::uint64_t value);
  void set_overflow();
  std::span<std::uint64_t> widen(std::size_t size, std::size_t spare);
  void append(std::uint64_t limb);
  void trim();

  void add_big(const ExactCount& y);
  void add_scaled_big(const ExactCount& y, std::uint64_t w);
  void apply_run_big(const ExactCount& y, std::uint64_t bits, std::size_t limit_bytes);
  void limit_big(std::size_t bytes);

  std::uint64_t small_ = 0;  // the value; 0 while it is in limbs
  std::uintptr_t tag_ = 0;   // 0: small; kOverflowTag; else the address of Limbs
};

}  // namespace horatio
