// SPDX-License-Identifier: Apache-2.0
#include "operator/cli/number_text.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <string>
#include <system_error>

namespace horatio::process {
namespace {

// As many decimal digits as surely fit into 64 bits.
constexpr std::size_t kSafeDigits = 18;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Eight digits at once: pairs, then fours, then all eight are joined by one multiplication each.
bool read_eight_digits(const char* text, std::uint64_t& value) {
  std::uint64_t chunk = 0;
  std::memcpy(&chunk, text, sizeof chunk);
  constexpr std::uint64_t kHigh = 0xF0F0F0F0F0F0F0F0;
  constexpr std::uint64_t kZeros = 0x3030303030303030;
  if ((chunk & kHigh) != kZeros || ((chunk + 0x0606060606060606) & kHigh) != kZeros) return false;
  chunk = ((chunk & 0x0F0F0F0F0F0F0F0F) * (1 + 10 * (1U << 8U))) >> 8U;
  chunk = ((chunk & 0x00FF00FF00FF00FF) * (1 + 100 * (1ULL << 16U))) >> 16U;
  chunk = ((chunk & 0x0000FFFF0000FFFF) * (1 + 10'000 * (1ULL << 32U))) >> 32U;
  value = value * 100'000'000 + chunk;
  return true;
}

// REQUIRES: 1 <= size <= kSafeDigits.
bool read_digits(const char* text, std::size_t size, std::uint64_t& value) {
  value = 0;
  if constexpr (std::endian::native == std::endian::little) {
    for (; size >= 8; text += 8, size -= 8) {
      if (!read_eight_digits(text, value)) return false;
    }
  }
  for (; size > 0; ++text, --size) {
    if (!is_digit(*text)) return false;
    value = value * 10 + static_cast<std::uint64_t>(*text - '0');
  }
  return true;
}

// The whole text as one number, with '+' allowed before it.
template <class T>
Reading read_whole(std::string_view text, T& value) {
  if (text.starts_with('+')) {
    text.remove_prefix(1);
    if (text.starts_with('-')) return Reading::kNotOne;
  }
  const char* end = text.data() + text.size();
  const auto [stop, fault] = std::from_chars(text.data(), end, value);
  if (fault == std::errc::invalid_argument || stop != end) return Reading::kNotOne;
  return fault == std::errc::result_out_of_range ? Reading::kOutOfRange : Reading::kValue;
}

bool equal_ignoring_case(std::string_view text, std::string_view lower) {
  return std::ranges::equal(text, lower,
                            [](char a, char b) { return a == b || (a >= 'A' && a <= 'Z' && a + 32 == b); });
}

}  // namespace

Reading read_integer(std::string_view text, std::int64_t& value) {
  const bool negative = text.starts_with('-');
  const std::string_view digits = text.substr(negative || text.starts_with('+') ? 1 : 0);
  if (digits.empty()) return Reading::kNotOne;
  if (digits.size() > kSafeDigits) return read_whole(text, value);
  std::uint64_t magnitude = 0;
  if (!read_digits(digits.data(), digits.size(), magnitude)) return Reading::kNotOne;
  value = negative ? -static_cast<std::int64_t>(magnitude) : static_cast<std::int64_t>(magnitude);
  return Reading::kValue;
}

Reading read_decimal(std::string_view text, unsigned scale, std::int64_t& value) {
  const std::size_t point = text.find('.');
  if (point == std::string_view::npos && scale == 0) return read_integer(text, value);
  const std::string_view fraction = point == std::string_view::npos ? "" : text.substr(point + 1);
  std::string digits(text.substr(0, point));
  digits += fraction;
  std::int64_t unscaled = 0;
  if (read_integer(digits, unscaled) == Reading::kNotOne) return Reading::kNotOne;
  if (fraction.starts_with('-') || fraction.starts_with('+')) return Reading::kNotOne;
  if (fraction.size() > scale) return Reading::kTooManyDecimals;
  digits.append(scale - fraction.size(), '0');
  return read_integer(digits, value);
}

Reading read_float(std::string_view text, double& value) {
  const Reading reading = read_whole(text, value);
  if (reading != Reading::kOutOfRange) return reading;
  // strtod tells what is too large from what is too small.
  value = std::strtod(std::string(text).c_str(), nullptr);
  return Reading::kValue;
}

Reading read_bool(std::string_view text, bool& value) {
  const bool truth = text == "1" || equal_ignoring_case(text, "true");
  if (!truth && text != "0" && !equal_ignoring_case(text, "false")) return Reading::kNotOne;
  value = truth;
  return Reading::kValue;
}

}  // namespace horatio::process
