// SPDX-License-Identifier: Apache-2.0
#include "engine/numbers/decimal_text.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "engine/numbers/limbs.h"

namespace horatio {
namespace {

using limbs::Limb;
using Natural = std::vector<Limb>;  // least significant first; leading zeros allowed

constexpr Limb kChunk = 10'000'000'000'000'000'000U;  // 10^19, the largest power of ten in a limb
constexpr std::size_t kChunkDigits = 19;
constexpr std::size_t kFewLimbs = 24;  // below this dividing by kChunk is faster

// 10^(19 * 2^k), shifted so that its top bit is set, as algorithm D needs it.
struct Power {
  Natural shifted;
  unsigned shift = 0;
  std::size_t digits = 0;
};

Natural trimmed(Natural x) {
  x.resize(limbs::significant(x));
  return x;
}

std::vector<Power> powers_below(std::size_t size) {
  std::vector<Power> powers;
  Natural value{kChunk};
  for (std::size_t digits = kChunkDigits;; digits *= 2) {
    Power power{value, static_cast<unsigned>(std::countl_zero(value.back())), digits};
    limbs::shift_left(power.shifted, power.shift);
    powers.push_back(std::move(power));
    if (2 * value.size() - 1 > size) break;
    Natural square(2 * value.size());
    limbs::product(square, value, value);
    value = trimmed(std::move(square));
  }
  return powers;
}

// Puts the digits of x right-aligned into `out`, which holds '0' everywhere.
void write_few(Natural x, std::span<char> out) {
  std::size_t end = out.size();
  for (x = trimmed(std::move(x)); !x.empty(); x = trimmed(std::move(x))) {
    char digits[kChunkDigits + 1];
    const Limb rest = limbs::divide(x, kChunk);
    const auto written = std::to_chars(digits, digits + sizeof digits, rest);
    const auto length = static_cast<std::size_t>(written.ptr - digits);
    for (std::size_t i = 0; i < length; ++i) out[end - length + i] = digits[i];
    end -= std::min(end, kChunkDigits);
  }
}

// Right-aligned into `out`; `powers` are those that may divide x.
void write(Natural x, std::span<const Power> powers, std::span<char> out) {
  x = trimmed(std::move(x));
  const auto too_large = [&](const Power& power) {
    return power.shifted.size() > x.size() || power.digits >= out.size();
  };
  while (!powers.empty() && too_large(powers.back())) powers = powers.first(powers.size() - 1);
  if (x.size() <= kFewLimbs || powers.size() < 2) return write_few(std::move(x), out);
  const Power& power = powers.back();
  const std::size_t divisor = power.shifted.size();
  x.push_back(0);
  limbs::shift_left(x, power.shift);
  if (x.back() != 0) x.push_back(0);
  Natural quotient(x.size() - divisor);
  limbs::divide(quotient, x, power.shifted);
  x.resize(divisor);
  limbs::shift_right(x, power.shift);
  const auto lower = powers.first(powers.size() - 1);
  write(std::move(quotient), powers, out.first(out.size() - power.digits));
  write(std::move(x), lower, out.last(power.digits));
}

}  // namespace

std::string decimal_text(const ExactCount& count) {
  if (count.fits_64_bits()) return std::to_string(count.value());
  const auto limbs = count.limbs();
  // 64 log10(2) = 19.27 digits a limb.
  std::string text(limbs.size() * 20 + 1, '0');
  write(Natural(limbs.begin(), limbs.end()), powers_below(limbs.size()), text);
  return text.erase(0, text.find_first_not_of('0'));
}

std::string decimal_text(const ExactCount& positive, const ExactCount& negative, unsigned decimals) {
  const bool below = positive < negative;
  ExactCount magnitude = below ? negative : positive;
  magnitude.subtract(below ? positive : negative);
  std::string text = decimal_text(magnitude);
  if (decimals > 0) {
    if (text.size() <= decimals) text.insert(0, decimals + 1 - text.size(), '0');
    text.insert(text.size() - decimals, 1, '.');
  }
  return below ? "-" + text : text;
}

}  // namespace horatio
