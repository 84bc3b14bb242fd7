// SPDX-License-Identifier: Apache-2.0
#include "engine/numbers/scaled_double.h"

#include <algorithm>
#include <boost/multiprecision/cpp_dec_float.hpp>
#include <cassert>
#include <charconv>
#include <cmath>
#include <cstring>
#include <span>

namespace horatio {
namespace {

using Decimal = boost::multiprecision::cpp_dec_float_100;

constexpr int kDigits = 17;
constexpr std::int64_t kTenTo17 = 100'000'000'000'000'000;
constexpr double kUp = 0x1p512;
constexpr double kDown = 0x1p-512;

// "1.5e+05" as "1.5e+5".
std::string without_padding(std::string text) {
  const std::size_t digits = text.find('e') + 2;
  const std::size_t first = std::min(text.find_first_not_of('0', digits), text.size() - 1);
  return text.erase(digits, first - digits);
}

std::string text_of(double value) {
  char buffer[64];
  const auto end =
      std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::scientific, kDigits - 1);
  return without_padding(std::string(buffer, end.ptr));
}

// mantissa * 2^exponent by way of its decimal logarithm: of 100 digits at most 40 are the exponent's.
std::string text_of(double mantissa, std::int64_t exponent) {
  const Decimal logarithm = log10(Decimal(mantissa)) + Decimal(exponent) * log10(Decimal(2));
  const Decimal whole = floor(logarithm);
  const Decimal scaled = pow(Decimal(10), Decimal(logarithm - whole + (kDigits - 1)));
  auto digits = Decimal(floor(scaled + Decimal(0.5))).convert_to<std::int64_t>();
  auto power = whole.convert_to<std::int64_t>();
  if (digits >= kTenTo17) {
    digits /= 10;
    ++power;
  }
  std::string text = std::to_string(digits);
  text.insert(1, 1, '.');
  return text + (power < 0 ? "e" : "e+") + std::to_string(power);
}

}  // namespace

ScaledDouble::ScaledDouble(const ExactCount& exact) {
  if (exact.fits_64_bits()) {
    mantissa_ = static_cast<double>(exact.value());
    return;
  }
  const std::span<const std::uint64_t> limbs = exact.limbs();
  const auto zeros = static_cast<unsigned>(std::countl_zero(limbs.back()));
  const std::uint64_t next = limbs[limbs.size() - 2];
  std::uint64_t top = zeros == 0 ? limbs.back() : limbs.back() << zeros | next >> (64 - zeros);
  // What is cut off decides only between "exactly half way" and "past it": one bit far below the mantissa.
  const auto below = limbs.first(limbs.size() - 2);
  if (next << zeros != 0 || std::ranges::any_of(below, [](std::uint64_t limb) { return limb != 0; }))
    top |= 1U;
  mantissa_ = static_cast<double>(top);
  shift(exact.bit_length() - 64);
}

void ScaledDouble::normalize() {
  if (mantissa_ == 0) {
    *this = ScaledDouble();
    return;
  }
  assert(std::isfinite(mantissa_));
  for (; std::fabs(mantissa_) >= 0x1p256; mantissa_ *= kDown) ++exponent_;
  for (; std::fabs(mantissa_) < 0x1p-256; mantissa_ *= kUp) --exponent_;
}

void ScaledDouble::add_unlike(const ScaledDouble& y) {
  if (y.is_zero()) return;
  const std::int64_t above = y.exponent_ - exponent_;
  if (is_zero() || above > 1) {  // two steps apart, the smaller is less than 2^-512 of the larger
    *this = y;
  } else if (above == 1) {
    mantissa_ = mantissa_ * kDown + y.mantissa_;
    exponent_ = y.exponent_;
  } else if (above == -1) {
    mantissa_ += y.mantissa_ * kDown;
  }
  if (!in_range()) normalize();
}

void ScaledDouble::apply_run_unlike(const ScaledDouble& y, std::uint64_t bits) {
  ScaledDouble run = y;
  if (bits < kStep / 2) {
    run *= ScaledDouble(power_of_two(static_cast<unsigned>(bits)) - 1);
  } else {
    run.shift(bits);
  }
  shift(bits);
  *this += run;
}

double ScaledDouble::to_double() const {
  const auto steps = static_cast<int>(std::clamp<std::int64_t>(exponent_, -4, 4));
  return std::ldexp(mantissa_, steps * static_cast<int>(kStep));
}

bool ScaledDouble::is_double() const {
  const double value = to_double();
  return std::isfinite(value) && ScaledDouble(value) == *this;
}

std::string ScaledDouble::text() const {
  if (is_double()) return text_of(to_double());
  std::string sign = is_negative() ? "-" : "";
  return sign + text_of(std::fabs(mantissa_), exponent_ * std::int64_t{kStep});
}

std::strong_ordering operator<=>(const ScaledDouble& x, const ScaledDouble& y) {
  const auto sign = [](const ScaledDouble& value) {
    return value.is_zero() ? 0 : (value.is_negative() ? -1 : 1);
  };
  if (sign(x) != sign(y)) return sign(x) <=> sign(y);
  if (x.exponent_ != y.exponent_)
    return sign(x) > 0 ? x.exponent_ <=> y.exponent_ : y.exponent_ <=> x.exponent_;
  return x.mantissa_ < y.mantissa_
             ? std::strong_ordering::less
             : (x.mantissa_ > y.mantissa_ ? std::strong_ordering::greater : std::strong_ordering::equal);
}

std::string ScaledDouble::to_bytes() const {
  std::string bytes(sizeof mantissa_ + sizeof exponent_, '\0');
  std::memcpy(bytes.data(), &mantissa_, sizeof mantissa_);
  std::memcpy(bytes.data() + sizeof mantissa_, &exponent_, sizeof exponent_);
  return bytes;
}

std::optional<ScaledDouble> ScaledDouble::from_bytes(std::string_view bytes) {
  ScaledDouble value;
  if (bytes.size() != sizeof value.mantissa_ + sizeof value.exponent_) return std::nullopt;
  std::memcpy(&value.mantissa_, bytes.data(), sizeof value.mantissa_);
  std::memcpy(&value.exponent_, bytes.data() + sizeof value.mantissa_, sizeof value.exponent_);
  const bool zero = std::bit_cast<std::uint64_t>(value.mantissa_) == 0 && value.exponent_ == 0;
  constexpr std::int64_t kFarthest = (std::int64_t{1} << 62) / kStep;
  const bool near = value.exponent_ > -kFarthest && value.exponent_ < kFarthest;
  if (!zero && !(value.in_range() && near)) return std::nullopt;
  return value;
}

}  // namespace horatio
