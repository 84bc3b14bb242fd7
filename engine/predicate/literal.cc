// SPDX-License-Identifier: Apache-2.0
#include "engine/predicate/literal.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <optional>
#include <string>

namespace horatio::predicate {
namespace {

bool all_digits(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

// A literal taken apart: digits * 10^exponent.
struct Parts {
  std::string digits;
  long exponent = 0;
  bool too_large = false;  // the written exponent is past the limit
};

std::optional<long> parse_exponent(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  if (text.empty() || !all_digits(text)) return std::nullopt;
  long value = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (fault != std::errc{} || value > kLargestExponent) value = long{kLargestExponent} + 1;
  return negative ? -value : value;
}

std::optional<Parts> take_apart(std::string_view text) {
  Parts parts;
  if (const auto e = text.find_first_of("eE"); e != std::string_view::npos) {
    const auto exponent = parse_exponent(text.substr(e + 1));
    if (!exponent) return std::nullopt;
    parts.exponent = *exponent;
    text = text.substr(0, e);
  }
  std::string_view decimals;
  if (const auto point = text.find('.'); point != std::string_view::npos) {
    decimals = text.substr(point + 1);
    text = text.substr(0, point);
  }
  parts.digits.append(text).append(decimals);
  if (parts.digits.empty() || !all_digits(parts.digits)) return std::nullopt;
  parts.too_large = parts.exponent < -kLargestExponent || parts.exponent > kLargestExponent;
  parts.exponent -= static_cast<long>(decimals.size());
  return parts;
}

BigInteger to_integer(const std::string& digits) {
  // A leading zero would make Boost read octal.
  const auto first = digits.find_first_not_of('0');
  return first == std::string::npos ? BigInteger(0) : BigInteger(digits.substr(first));
}

std::string quoted(std::string_view text) {
  std::string result(1, '\'');
  return result.append(text).append(1, '\'');
}

}  // namespace

BigInteger power_of_ten(unsigned exponent) { return boost::multiprecision::pow(BigInteger(10), exponent); }

Result<Number> parse_number(std::string_view text) {
  const auto parts = take_apart(text);
  if (!parts) {
    return Error{ErrorCode::kTypeMismatch, quoted(text) + " is no number", "write digits, such as 12.5", {}};
  }
  if (parts->too_large) {
    return Error{ErrorCode::kInvalidClause,
                 quoted(text) + " has too large an exponent",
                 "keep exponents within " + std::to_string(kLargestExponent),
                 {}};
  }
  const BigInteger digits = to_integer(parts->digits);
  if (parts->exponent >= 0) {
    return Number::exact(
        BigRational(BigInteger(digits * power_of_ten(static_cast<unsigned>(parts->exponent)))));
  }
  return Number::exact(BigRational(digits, power_of_ten(static_cast<unsigned>(-parts->exponent))));
}

}  // namespace horatio::predicate
