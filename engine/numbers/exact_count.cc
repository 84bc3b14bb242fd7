// SPDX-License-Identifier: Apache-2.0
#include "engine/numbers/exact_count.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>
#include <new>

#include "engine/numbers/limbs.h"

namespace horatio {

using limbs::Limb;

struct ExactCount::Limbs {
  std::size_t size = 0;
  std::size_t capacity = 0;

  Limb* begin() { return reinterpret_cast<Limb*>(this + 1); }
  std::span<Limb> all() { return {begin(), size}; }
  static std::size_t bytes(std::size_t capacity) { return sizeof(Limbs) + capacity * sizeof(Limb); }
  static Limbs* make(std::size_t capacity) {
    return new (::operator new(bytes(capacity))) Limbs{0, capacity};
  }
};

namespace {

constexpr std::uint64_t kLimbBits = 64;

// Whether a number of `bits` bits or more needs more than `bytes` bytes.
bool exceeds(std::uint64_t bits, std::size_t bytes) { return bytes < bits / 8 + (bits % 8 != 0 ? 1 : 0); }

}  // namespace

ExactCount ExactCount::from_limbs(std::span<const std::uint64_t> limbs) {
  const std::size_t size = limbs::significant(limbs);
  if (size <= 1) return ExactCount(size == 0 ? 0 : limbs[0]);
  ExactCount count;
  std::ranges::copy(limbs.first(size), count.widen(size, 0).begin());
  return count;
}

ExactCount ExactCount::overflow() {
  ExactCount count;
  count.tag_ = kOverflowTag;
  return count;
}

void ExactCount::copy_limbs(const ExactCount& other) {
  Limbs& from = other.big();
  Limbs* to = Limbs::make(from.size);
  to->size = from.size;
  std::memcpy(to->begin(), from.begin(), from.size * sizeof(Limb));
  tag_ = reinterpret_cast<std::uintptr_t>(to);
}

void ExactCount::assign_big(const ExactCount& other) {
  if (this == &other) return;
  if (!other.is_big()) {
    if (is_big()) release();
    small_ = other.small_;
    tag_ = other.tag_;
    return;
  }
  Limbs& from = other.big();
  if (!is_big() || big().capacity < from.size || big().capacity > 4 * from.size) {
    if (is_big()) release();
    small_ = 0;
    copy_limbs(other);
    return;
  }
  big().size = from.size;
  std::memcpy(big().begin(), from.begin(), from.size * sizeof(Limb));
}

void ExactCount::release() {
  ::operator delete(&big());
  tag_ = 0;
}

void ExactCount::set_small(std::uint64_t value) {
  if (is_big()) release();
  tag_ = 0;
  small_ = value;
}

void ExactCount::set_overflow() {
  if (is_big()) release();
  small_ = 0;
  tag_ = kOverflowTag;
}

// The value in `size` limbs, zeros on top, with room for `spare` more. REQUIRES: not OVERFLOW, size covers
// it.
std::span<std::uint64_t> ExactCount::widen(std::size_t size, std::size_t spare) {
  const std::size_t used = limbs().size();
  if (!is_big() || big().capacity < size + spare) {
    // An eighth more, so that a sum that grows bit by bit seldom moves.
    Limbs* wider = Limbs::make(size + spare + size / 8);
    if (used > 0) std::memcpy(wider->begin(), limbs().data(), used * sizeof(Limb));
    if (is_big()) release();
    tag_ = reinterpret_cast<std::uintptr_t>(wider);
    small_ = 0;
  }
  std::fill(big().begin() + used, big().begin() + size, Limb{0});
  big().size = size;
  return big().all();
}

// REQUIRES: there is room.
void ExactCount::append(std::uint64_t limb) {
  assert(big().size < big().capacity);
  big().begin()[big().size++] = limb;
}

void ExactCount::trim() {
  big().size = limbs::significant(big().all());
  if (big().size > 1) return;
  const Limb value = big().size == 0 ? 0 : big().begin()[0];
  set_small(value);
}

void ExactCount::add_big(const ExactCount& y) {
  if (overflowed() || y.overflowed()) return set_overflow();
  if (y.is_zero()) return;
  const std::span<Limb> sum = widen(std::max<std::size_t>({limbs().size(), y.limbs().size(), 1}), 1);
  if (const Limb carry = limbs::add(sum, y.limbs()); carry != 0) append(carry);
  if (big().size <= 1) trim();
}

void ExactCount::add_scaled_big(const ExactCount& y, std::uint64_t w) {
  if (w == 0 || y.is_zero()) return;
  if (overflowed() || y.overflowed()) return set_overflow();
  if (this == &y) {
    const ExactCount copy = y;
    return add_scaled_big(copy, w);
  }
  const std::span<Limb> sum = widen(std::max<std::size_t>(limbs().size(), y.limbs().size()) + 1, 1);
  [[maybe_unused]] const Limb carry = limbs::add_product(sum, y.limbs(), w);
  assert(carry == 0);  // x + y * w < 2^(64 (n + 1)) for x, y < 2^(64 n)
  trim();
}

void ExactCount::scale(std::uint64_t w) {
  if (w == 0) return set_small(0);
  if (overflowed()) return;
  std::uint64_t product = 0;
  if (!is_big() && !__builtin_mul_overflow(small_, w, &product)) {
    small_ = product;
    return;
  }
  const std::span<Limb> all = widen(limbs().size(), 1);
  if (const Limb carry = limbs::multiply(all, w); carry != 0) append(carry);
}

void ExactCount::shift(std::uint64_t bits, std::size_t limit_bytes) {
  if (overflowed() || is_zero() || bits == 0) return;
  if (exceeds(bit_length() + bits, limit_bytes)) return set_overflow();
  if (!is_big() && bit_length() + bits <= kLimbBits) {
    small_ <<= bits;
    return;
  }
  const std::size_t whole = bits / kLimbBits;
  const std::size_t used = limbs().size();
  const std::span<Limb> all = widen(used + whole, 1);
  std::memmove(all.data() + whole, all.data(), used * sizeof(Limb));
  std::ranges::fill(all.first(whole), Limb{0});
  if (const Limb carry = limbs::shift_left(all.subspan(whole), bits % kLimbBits); carry != 0) append(carry);
}

void ExactCount::apply_run_big(const ExactCount& y, std::uint64_t bits, std::size_t limit_bytes) {
  if (bits == 0 || (is_zero() && y.is_zero())) return;
  if (overflowed() || y.overflowed()) return set_overflow();
  const std::uint64_t longest = std::max(bit_length(), y.bit_length());
  if (exceeds(longest - 1 + bits, limit_bytes)) return set_overflow();
  if (this == &y || bits >= kLimbBits) {
    const ExactCount other = y;
    *this += other;
    shift(bits);
    return subtract(other);
  }
  const std::span<Limb> all = widen(std::max<std::size_t>(limbs().size(), y.limbs().size()), 1);
  if (const Limb carry = limbs::apply_run(all, y.limbs(), static_cast<unsigned>(bits)); carry != 0)
    append(carry);
  if (big().size <= 1) trim();
}

void ExactCount::subtract(const ExactCount& y) {
  if (overflowed() || y.is_zero()) return;
  assert(!y.overflowed() && y <= *this);
  if (!is_big()) {
    small_ -= y.small_;
    return;
  }
  limbs::subtract(big().all(), y.limbs());
  trim();
}

void ExactCount::halve() {
  if (overflowed()) return;
  if (!is_big()) {
    small_ >>= 1;
    return;
  }
  limbs::shift_right(big().all(), 1);
  trim();
}

void ExactCount::add_product(const ExactCount& x, const ExactCount& y) {
  if (y.fits_64_bits()) return add_scaled(x, y.value());
  if (x.fits_64_bits()) return add_scaled(y, x.value());
  *this += x * y;
}

ExactCount operator*(const ExactCount& x, const ExactCount& y) {
  if (x.is_zero() || y.is_zero()) return ExactCount();
  if (x.overflowed() || y.overflowed()) return ExactCount::overflow();
  ExactCount result;
  const std::span<Limb> out = result.widen(x.limbs().size() + y.limbs().size(), 0);
  limbs::product(out, x.limbs(), y.limbs());
  result.trim();
  return result;
}

void ExactCount::limit_big(std::size_t bytes) {
  if (exceeds(bit_length(), bytes)) set_overflow();
}

std::span<const std::uint64_t> ExactCount::limbs() const {
  assert(!overflowed());
  if (is_big()) return big().all();
  return {&small_, small_ != 0 ? 1U : 0U};
}

std::uint64_t ExactCount::bit_length() const {
  const auto all = limbs();
  return all.empty() ? 0
                     : (all.size() - 1) * kLimbBits + static_cast<std::uint64_t>(std::bit_width(all.back()));
}

std::strong_ordering operator<=>(const ExactCount& x, const ExactCount& y) {
  if (x.overflowed() || y.overflowed()) return x.overflowed() <=> y.overflowed();
  return limbs::compare(x.limbs(), y.limbs());
}

std::size_t ExactCount::heap_bytes() const { return is_big() ? Limbs::bytes(big().capacity) : 0; }

std::string ExactCount::to_bytes() const {
  if (overflowed()) return std::string(1, '\0');
  const std::span<const Limb> all = limbs();
  std::string bytes(reinterpret_cast<const char*>(all.data()), all.size() * sizeof(Limb));
  while (!bytes.empty() && bytes.back() == '\0') bytes.pop_back();
  return bytes;
}

std::optional<ExactCount> ExactCount::from_bytes(std::string_view bytes) {
  if (bytes.empty()) return ExactCount();
  if (bytes == std::string_view("\0", 1)) return overflow();
  if (bytes.back() == '\0') return std::nullopt;
  ExactCount count;
  const std::size_t size = (bytes.size() + 7) / 8;
  const std::span<Limb> all = count.widen(size, 0);
  std::memcpy(all.data(), bytes.data(), bytes.size());
  count.trim();
  return count;
}

}  // namespace horatio
