// SPDX-License-Identifier: Apache-2.0
#include "engine/query/time_span.h"

#include <array>

namespace horatio {
namespace {

__extension__ using Wide = __int128;  // a number below 10^18 times a day in nanoseconds

constexpr std::size_t kMostDigits = 18;

struct UnitName {
  std::int64_t milliseconds;
  std::string_view singular;
};
constexpr std::array<UnitName, 5> kUnits{
    {{86'400'000, "DAY"}, {3'600'000, "HOUR"}, {60'000, "MINUTE"}, {1000, "SECOND"}, {1, "MILLISECOND"}}};

std::string_view name_of(TimeUnit unit) {
  switch (unit) {
    case TimeUnit::kSecond:
      return "seconds";
    case TimeUnit::kMillisecond:
      return "milliseconds";
    case TimeUnit::kMicrosecond:
      return "microseconds";
    case TimeUnit::kNanosecond:
      return "nanoseconds";
  }
  return "";
}

Error too_large(std::string_view number) {
  return {
      ErrorCode::kTooLarge, "a time of " + std::string(number) + " units does not fit into 64 bits", "", {}};
}

}  // namespace

Result<std::int64_t> time_span(std::string_view number, std::uint32_t unit_milliseconds, TimeUnit unit) {
  if (number.find_first_of("eE") != std::string_view::npos) {
    return Error{ErrorCode::kSyntax, "a time is written without an exponent", "write all digits", {}};
  }
  const std::size_t point = std::min(number.find('.'), number.size());
  const std::string_view fraction = point < number.size() ? number.substr(point + 1) : std::string_view();
  std::string digits = std::string(number.substr(0, point)) +
                       std::string(fraction.substr(0, fraction.find_last_not_of('0') + 1));
  std::size_t decimals = digits.size() - point;
  digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size()));
  if (digits.size() > kMostDigits || decimals > kMostDigits) return too_large(number);
  Wide value = 0;
  for (const char digit : digits) value = value * 10 + (digit - '0');
  const UnitsPerMillisecond per = units_per_millisecond(unit);
  value *= static_cast<Wide>(unit_milliseconds) * per.numerator;
  Wide divisor = per.denominator;
  for (; decimals > 0; --decimals) divisor *= 10;
  if (value % divisor != 0) {
    return Error{ErrorCode::kInvalidClause,
                 "this time is no multiple of the stream's time unit, which is " + std::string(name_of(unit)),
                 "round it to whole " + std::string(name_of(unit)),
                 {}};
  }
  value /= divisor;
  if (value > INT64_MAX) return too_large(number);
  return static_cast<std::int64_t>(value);
}

std::string span_text(std::int64_t span, TimeUnit unit) {
  const UnitsPerMillisecond per = units_per_millisecond(unit);
  for (const UnitName& name : kUnits) {
    const std::int64_t units = name.milliseconds * per.numerator;
    if (units % per.denominator != 0 || span % (units / per.denominator) != 0) continue;
    const std::int64_t count = span / (units / per.denominator);
    if (span == 0 && name.milliseconds != 1 && name.milliseconds != 1000) continue;
    return std::to_string(count) + " " + std::string(name.singular) + (count == 1 ? "" : "S");
  }
  // Microseconds and nanoseconds: three or six decimals of a millisecond.
  std::string decimals = std::to_string(span % per.numerator + per.numerator).substr(1);
  decimals.erase(decimals.find_last_not_of('0') + 1);
  return std::to_string(span / per.numerator) + "." + decimals + " MILLISECONDS";
}

}  // namespace horatio
