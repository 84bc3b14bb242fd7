// SPDX-License-Identifier: Apache-2.0
#include "engine/numbers/limbs.h"

#include <algorithm>
#include <cassert>
#include <limits>

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

namespace horatio::limbs {
namespace {

__extension__ typedef unsigned __int128 Wide;

constexpr unsigned kBits = 64;

Limb low(Wide x) { return static_cast<Limb>(x); }
Limb high(Wide x) { return static_cast<Limb>(x >> kBits); }

#if defined(__x86_64__)
using Carry = unsigned char;

inline Carry add_limb(Limb& x, Limb y, Carry carry) {
  unsigned long long sum = 0;
  carry = _addcarry_u64(carry, x, y, &sum);
  x = sum;
  return carry;
}

inline Carry subtract_limb(Limb& x, Limb y, Carry borrow) {
  unsigned long long difference = 0;
  borrow = _subborrow_u64(borrow, x, y, &difference);
  x = difference;
  return borrow;
}
#else
using Carry = Limb;

inline Carry add_limb(Limb& x, Limb y, Carry carry) {
  const Wide sum = Wide{x} + y + carry;
  x = low(sum);
  return high(sum);
}

inline Carry subtract_limb(Limb& x, Limb y, Carry borrow) {
  const Wide difference = Wide{x} - y - borrow;
  x = low(difference);
  return high(difference) & 1U;
}
#endif

// Four limbs at a time, so that the carry stays in the machine's flag.
template <Carry (*step)(Limb&, Limb, Carry)>
Carry chain(Limb* x, const Limb* y, std::size_t size) {
  std::size_t i = 0;
  Carry carry = 0;
  for (; i + 4 <= size; i += 4) {
    carry = step(x[i], y[i], carry);
    carry = step(x[i + 1], y[i + 1], carry);
    carry = step(x[i + 2], y[i + 2], carry);
    carry = step(x[i + 3], y[i + 3], carry);
  }
  for (; i < size; ++i) carry = step(x[i], y[i], carry);
  return carry;
}

// x += carry; returns what is carried out.
Limb propagate(std::span<Limb> x, Limb carry) {
  for (std::size_t i = 0; carry != 0 && i < x.size(); ++i) {
    x[i] += carry;
    carry = x[i] < carry ? 1 : 0;
  }
  return carry;
}

Limb propagate_borrow(std::span<Limb> x, Limb borrow) {
  for (std::size_t i = 0; borrow != 0 && i < x.size(); ++i) {
    const Limb before = x[i];
    x[i] -= borrow;
    borrow = before < borrow ? 1 : 0;
  }
  return borrow;
}

}  // namespace

Limb add(std::span<Limb> x, std::span<const Limb> y) {
  assert(y.size() <= x.size());
  return propagate(x.subspan(y.size()), chain<add_limb>(x.data(), y.data(), y.size()));
}

Limb subtract(std::span<Limb> x, std::span<const Limb> y) {
  assert(y.size() <= x.size());
  return propagate_borrow(x.subspan(y.size()), chain<subtract_limb>(x.data(), y.data(), y.size()));
}

Limb add_product(std::span<Limb> x, std::span<const Limb> y, Limb w) {
  assert(y.size() <= x.size());
  Limb carry = 0;
  for (std::size_t i = 0; i < y.size(); ++i) {
    const Wide sum = Wide{y[i]} * w + x[i] + carry;  // at most 2^128 - 1
    x[i] = low(sum);
    carry = high(sum);
  }
  return propagate(x.subspan(y.size()), carry);
}

Limb subtract_product(std::span<Limb> x, std::span<const Limb> y, Limb w) {
  assert(y.size() <= x.size());
  Limb borrow = 0;
  for (std::size_t i = 0; i < y.size(); ++i) {
    const Wide product = Wide{y[i]} * w + borrow;
    borrow = high(product) + (x[i] < low(product) ? 1U : 0U);
    x[i] -= low(product);
  }
  return propagate_borrow(x.subspan(y.size()), borrow);
}

Limb multiply(std::span<Limb> x, Limb w) {
  Limb carry = 0;
  for (Limb& limb : x) {
    const Wide product = Wide{limb} * w + carry;
    limb = low(product);
    carry = high(product);
  }
  return carry;
}

Limb divide(std::span<Limb> x, Limb w) {
  Limb rest = 0;
  for (std::size_t i = x.size(); i-- > 0;) {
    const Wide dividend = Wide{rest} << kBits | x[i];
    x[i] = low(dividend / w);
    rest = low(dividend - Wide{x[i]} * w);
  }
  return rest;
}

Limb shift_left(std::span<Limb> x, unsigned bits) {
  assert(bits < kBits);
  if (bits == 0 || x.empty()) return 0;
  const Limb out = x.back() >> (kBits - bits);
  for (std::size_t i = x.size() - 1; i > 0; --i) x[i] = x[i] << bits | x[i - 1] >> (kBits - bits);
  x[0] <<= bits;
  return out;
}

void shift_right(std::span<Limb> x, unsigned bits) {
  assert(bits < kBits);
  if (bits == 0) return;
  Limb carry = 0;
  for (std::size_t i = x.size(); i-- > 0;) {
    const Limb out = x[i] << (kBits - bits);
    x[i] = x[i] >> bits | carry;
    carry = out;
  }
}

Limb apply_run(std::span<Limb> x, std::span<const Limb> y, unsigned bits) {
  assert(bits > 0 && bits < kBits);
  // (x + y) * 2^bits - y: three simple passes are faster than one that carries three things along.
  const Limb carry = add(x, y);
  const Limb out = shift_left(x, bits);
  return (carry << bits | out) - subtract(x, y);
}

void product(std::span<Limb> out, std::span<const Limb> x, std::span<const Limb> y) {
  assert(out.size() == x.size() + y.size());
  std::ranges::fill(out, 0);
  for (std::size_t i = 0; i < y.size(); ++i) {
    out[i + x.size()] = add_product(out.subspan(i, x.size()), x, y[i]);
  }
}

void divide(std::span<Limb> quotient, std::span<Limb> x, std::span<const Limb> y) {
  constexpr Limb kMost = std::numeric_limits<Limb>::max();
  const std::size_t n = y.size();
  assert(n >= 2 && y.back() >> (kBits - 1) == 1 && quotient.size() + n == x.size());
  const Limb first = y[n - 1];
  const Limb second = y[n - 2];
  for (std::size_t j = quotient.size(); j-- > 0;) {
    const Wide top = Wide{x[j + n]} << kBits | x[j + n - 1];
    Wide digit = x[j + n] >= first ? Wide{kMost} : top / first;
    Wide rest = top - digit * first;
    // After this test against the second limb the digit is right, or in rare cases one too large.
    while (rest <= kMost && digit * second > (rest << kBits | x[j + n - 2])) {
      --digit;
      rest += first;
    }
    const std::span<Limb> part = x.subspan(j, n + 1);
    if (subtract_product(part, y, low(digit)) != 0) {
      --digit;
      add(part, y);
    }
    quotient[j] = low(digit);
  }
}

std::size_t significant(std::span<const Limb> x) {
  std::size_t size = x.size();
  while (size > 0 && x[size - 1] == 0) --size;
  return size;
}

std::strong_ordering compare(std::span<const Limb> x, std::span<const Limb> y) {
  if (x.size() != y.size()) return x.size() <=> y.size();
  for (std::size_t i = x.size(); i-- > 0;) {
    if (x[i] != y[i]) return x[i] <=> y[i];
  }
  return std::strong_ordering::equal;
}

}  // namespace horatio::limbs
