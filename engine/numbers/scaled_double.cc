// SPDX-License-Identifier: Apache-2.0
#include "engine/numbers/scaled_double.h"

#include <algorithm>
#include <array>
#include <boost/multiprecision/cpp_dec_float.hpp>
#include <cassert>
#include <charconv>
#include <cmath>
#include <cstring>
#include <span>

namespace horatio {
namespace {

using Decimal = boost::multiprecision::cpp_dec_float_50;

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

// significand * 10^exponent, 1 <= significand < 10, to about 50 digits.
struct DecimalNumber {
  Decimal significand = 1;
  std::int64_t exponent = 0;

  DecimalNumber& operator*=(const DecimalNumber& other) {
    significand *= other.significand;
    exponent += other.exponent;
    if (significand >= 10) {
      significand /= 10;
      ++exponent;
    }
    return *this;
  }
};

DecimalNumber decimal(double value) {
  DecimalNumber number;
  number.significand = Decimal(value);
  const auto order = number.significand.backend().order();
  number.significand *= Decimal(Decimal::backend_type(1.0, -order));  // exact: it is kept in decimal digits
  number.exponent = order;
  return number;
}

// The powers base^(2^k) that an exponent is put together from: values stay within 2^(+-2^62), so exponents,
// which count steps of 2^9, stay within 2^53.
constexpr std::size_t kPowers = 54;

std::array<DecimalNumber, kPowers> squares(double base) {
  std::array<DecimalNumber, kPowers> powers;
  powers[0] = decimal(base);
  for (std::size_t k = 1; k < powers.size(); ++k) {
    powers[k] = powers[k - 1];
    powers[k] *= powers[k - 1];
  }
  return powers;
}

// mantissa * 2^(512 * exponent). REQUIRES: mantissa > 0. One product per bit of the exponent.
std::string text_of(double mantissa, std::int64_t exponent) {
  static const auto kUpwards = squares(kUp);
  static const auto kDownwards = squares(kDown);
  DecimalNumber number = decimal(mantissa);
  const auto& powers = exponent < 0 ? kDownwards : kUpwards;
  const auto rest = static_cast<std::uint64_t>(exponent < 0 ? -exponent : exponent);
  for (std::size_t k = 0; k < powers.size(); ++k) {
    if (((rest >> k) & 1U) != 0) number *= powers[k];
  }
  const Decimal scaled = number.significand * Decimal(kTenTo17 / 10);
  auto digits = Decimal(floor(scaled + Decimal(0.5))).convert_to<std::int64_t>();
  if (digits >= kTenTo17) {
    digits /= 10;
    ++number.exponent;
  }
  std::string text = std::to_string(digits);
  text.insert(1, 1, '.');
  return text + (number.exponent < 0 ? "e" : "e+") + std::to_string(number.exponent);
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

void ScaledDouble::add_scaled_unlike(const ScaledDouble& y, std::uint64_t w) {
  ScaledDouble product = y;
  product.mantissa_ *= static_cast<double>(w);
  if (!product.in_range()) product.normalize();
  *this += product;
}

void ScaledDouble::apply_run_unlike(const ScaledDouble& y, std::uint64_t bits) {
  if (is_above(y, 2)) return shift(bits);  // still by two steps then
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
  return sign + text_of(std::fabs(mantissa_), exponent_);
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
