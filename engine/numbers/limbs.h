// SPDX-License-Identifier: Apache-2.0
// Arithmetic on natural numbers as arrays of 64-bit limbs, least significant first (Knuth, The Art of
// Computer Programming 2, section 4.3.1). Every function works in place on memory of the caller and allocates
// nothing.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>

namespace horatio::limbs {

using Limb = std::uint64_t;

// x += y; returns the carry, 0 or 1. REQUIRES: y is no longer than x. y may be x or its beginning. O(x).
Limb add(std::span<Limb> x, std::span<const Limb> y);

// x -= y; returns the borrow, 0 or 1. REQUIRES: as add. O(x).
Limb subtract(std::span<Limb> x, std::span<const Limb> y);

// x += y * w; returns the limb that is carried out. REQUIRES: as add. O(x).
Limb add_product(std::span<Limb> x, std::span<const Limb> y, Limb w);

// x -= y * w; returns the limb that is borrowed. REQUIRES: as add, y is not x. O(x).
Limb subtract_product(std::span<Limb> x, std::span<const Limb> y, Limb w);

// x *= w; returns the limb that is carried out. O(x).
Limb multiply(std::span<Limb> x, Limb w);

// x = floor(x / w); returns the rest. REQUIRES: w > 0. O(x).
Limb divide(std::span<Limb> x, Limb w);

// x = x * 2^bits modulo the size of x, floor(x / 2^bits); the first returns the bits carried out of the top.
// REQUIRES: bits < 64. O(x).
Limb shift_left(std::span<Limb> x, unsigned bits);
void shift_right(std::span<Limb> x, unsigned bits);

// x = x * 2^bits + y * (2^bits - 1); returns the limb that is carried out. REQUIRES: 0 < bits < 64, y is no
// longer than x, y is not x. O(x).
Limb apply_run(std::span<Limb> x, std::span<const Limb> y, unsigned bits);

// out = x * y, schoolbook. REQUIRES: out is as long as x and y together and apart from both. O(x * y).
void product(std::span<Limb> out, std::span<const Limb> x, std::span<const Limb> y);

// quotient = floor(x / y), x = x mod y (algorithm D). REQUIRES: the top bit of y is set, y has two limbs or
// more, x is longer than y and less than y * 2^(64 (x.size() - y.size())), quotient has x.size() - y.size()
// limbs. O(quotient * y).
void divide(std::span<Limb> quotient, std::span<Limb> x, std::span<const Limb> y);

// x without leading zeros.
std::size_t significant(std::span<const Limb> x);

// REQUIRES: neither has leading zeros.
std::strong_ordering compare(std::span<const Limb> x, std::span<const Limb> y);

}  // namespace horatio::limbs
