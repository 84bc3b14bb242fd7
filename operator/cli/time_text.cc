// SPDX-License-Identifier: Apache-2.0
#include "operator/cli/time_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <utility>

namespace horatio::process {
namespace {

constexpr std::int64_t kSecondsPerDay = 86'400;

unsigned decimals_of(TimeUnit unit) {
  switch (unit) {
    case TimeUnit::kSecond:
      return 0;
    case TimeUnit::kMillisecond:
      return 3;
    case TimeUnit::kMicrosecond:
      return 6;
    case TimeUnit::kNanosecond:
      return 9;
  }
  return 0;
}

std::int64_t units_per_second(TimeUnit unit) {
  std::int64_t units = 1;
  for (unsigned i = 0; i < decimals_of(unit); ++i) units *= 10;
  return units;
}

std::int64_t floor_divide(std::int64_t value, std::int64_t by) {
  return value / by - (value % by < 0 ? 1 : 0);
}

// In [0, by), also where floor_divide(value, by) * by would not fit.
std::int64_t floor_modulo(std::int64_t value, std::int64_t by) {
  const std::int64_t rest = value % by;
  return rest < 0 ? rest + by : rest;
}

bool is_leap(std::int64_t year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

int days_in_month(std::int64_t year, int month) {
  constexpr std::array<int, 12> kDays{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return month == 2 && is_leap(year) ? 29 : kDays[static_cast<std::size_t>(month - 1)];
}

struct Date {
  std::int64_t year = 0;
  int month = 0;
  int day = 0;
};

// Both count years from March, so that the leap day is the last of its year, in cycles of 400 years.
constexpr std::int64_t kDaysPerCycle = 146'097;
constexpr std::int64_t kDaysFromMarchOfYearZero = 719'468;

std::int64_t days_since_1970(Date date) {
  const std::int64_t year = date.month <= 2 ? date.year - 1 : date.year;
  const std::int64_t cycle = floor_divide(year, 400);
  const std::int64_t year_of_cycle = year - cycle * 400;
  const std::int64_t month_from_march = (date.month + 9) % 12;
  const std::int64_t day_of_year = (153 * month_from_march + 2) / 5 + date.day - 1;
  return cycle * kDaysPerCycle + year_of_cycle * 365 + year_of_cycle / 4 - year_of_cycle / 100 + day_of_year -
         kDaysFromMarchOfYearZero;
}

Date date_of(std::int64_t days) {
  const std::int64_t shifted = days + kDaysFromMarchOfYearZero;
  const std::int64_t cycle = floor_divide(shifted, kDaysPerCycle);
  const std::int64_t day_of_cycle = shifted - cycle * kDaysPerCycle;
  const std::int64_t year_of_cycle =
      (day_of_cycle - day_of_cycle / 1460 + day_of_cycle / 36'524 - day_of_cycle / 146'096) / 365;
  const std::int64_t day_of_year =
      day_of_cycle - (365 * year_of_cycle + year_of_cycle / 4 - year_of_cycle / 100);
  const std::int64_t month_from_march = (5 * day_of_year + 2) / 153;
  const auto month = static_cast<int>(month_from_march < 10 ? month_from_march + 3 : month_from_march - 9);
  return {cycle * 400 + year_of_cycle + (month <= 2 ? 1 : 0), month,
          static_cast<int>(day_of_year - (153 * month_from_march + 2) / 5 + 1)};
}

// Takes what it names off the front of a text, or fails for good.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : rest_(text) {}

  // Within the bounds also where it fails, since tables are looked up with it.
  std::int64_t number(std::size_t digits, std::int64_t least, std::int64_t most) {
    std::int64_t value = 0;
    const std::string_view text = rest_.substr(0, digits);
    failed_ |=
        text.size() != digits || !std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
    if (failed_) return least;
    for (const char c : text) value = value * 10 + (c - '0');
    failed_ |= value < least || value > most;
    rest_.remove_prefix(digits);
    return failed_ ? least : value;
  }

  bool take(std::string_view any_of) {
    if (failed_ || rest_.empty() || any_of.find(rest_.front()) == std::string_view::npos) return false;
    rest_.remove_prefix(1);
    return true;
  }

  // How many digits are next.
  std::size_t digits_ahead() const { return std::min(rest_.find_first_not_of("0123456789"), rest_.size()); }

  void expect(std::string_view any_of) { failed_ |= !take(any_of); }

  std::string_view digits() {
    const std::string_view text = rest_.substr(0, digits_ahead());
    failed_ |= text.empty();
    rest_.remove_prefix(text.size());
    return text;
  }

  bool at_end() const { return rest_.empty(); }
  char front() const { return rest_.front(); }
  bool failed() const { return failed_; }

 private:
  std::string_view rest_;
  bool failed_ = false;
};

// Four digits, or a sign and as many as 64 bits of seconds reach, as append_date() writes them.
std::int64_t scan_year(Scanner& scanner) {
  constexpr std::size_t kMostDigits = 12;
  const bool before = scanner.take("-");
  if (!before && !scanner.take("+")) return scanner.number(4, 0, 9999);
  const std::size_t digits = std::clamp<std::size_t>(scanner.digits_ahead(), 4, kMostDigits);
  const std::int64_t year = scanner.number(digits, 0, 999'999'999'999);
  return before ? -year : year;
}

// Days since 1970.
std::int64_t scan_date(Scanner& scanner) {
  Date date;
  date.year = scan_year(scanner);
  scanner.expect("-");
  date.month = static_cast<int>(scanner.number(2, 1, 12));
  scanner.expect("-");
  date.day = static_cast<int>(scanner.number(2, 1, days_in_month(date.year, date.month)));
  return days_since_1970(date);
}

// Seconds to be added for UTC.
std::int64_t scan_zone(Scanner& scanner) {
  if (scanner.take("Zz") || scanner.at_end()) return 0;
  const bool east = scanner.take("+");
  if (!east) scanner.expect("-");
  const std::int64_t hours = scanner.number(2, 0, 23);
  if (!scanner.at_end()) scanner.take(":");
  const std::int64_t minutes = scanner.at_end() ? 0 : scanner.number(2, 0, 59);
  const std::int64_t seconds = hours * 3600 + minutes * 60;
  return east ? -seconds : seconds;
}

struct IsoTime {
  std::int64_t days = 0;
  std::int64_t second_of_day = 0;  // beside the day where an offset moves it
  std::string_view fraction;
};

std::optional<IsoTime> scan_iso(std::string_view text) {
  Scanner scanner(text);
  IsoTime time{scan_date(scanner), 0, {}};
  if (!scanner.at_end()) {
    scanner.expect("Tt ");
    time.second_of_day += scanner.number(2, 0, 23) * 3600;
    scanner.expect(":");
    time.second_of_day += scanner.number(2, 0, 59) * 60;
    if (scanner.take(":")) {
      time.second_of_day += scanner.number(2, 0, 59);
      if (scanner.take(".,")) time.fraction = scanner.digits();
    }
    time.second_of_day += scan_zone(scanner);
  }
  if (scanner.failed() || !scanner.at_end()) return std::nullopt;
  return time;
}

// whole * by + part; false where it does not fit. Below zero the part counts against the whole, which alone
// may not fit where the sum does.
bool sum_up(std::int64_t whole, std::int64_t by, std::int64_t part, std::int64_t& sum) {
  if (whole < 0 && part > 0) {
    ++whole;
    part -= by;
  }
  return !__builtin_mul_overflow(whole, by, &sum) && !__builtin_add_overflow(sum, part, &sum);
}

Reading to_units(IsoTime iso, TimeUnit unit, Timestamp& time) {
  const unsigned decimals = decimals_of(unit);
  while (iso.fraction.ends_with('0')) iso.fraction.remove_suffix(1);
  if (iso.fraction.size() > decimals) return Reading::kFinerThanUnit;
  std::int64_t fraction = 0;
  for (unsigned i = 0; i < decimals; ++i) {
    fraction = fraction * 10 + (i < iso.fraction.size() ? iso.fraction[i] - '0' : 0);
  }
  std::int64_t seconds = 0;
  const bool fits = sum_up(iso.days, kSecondsPerDay, iso.second_of_day, seconds) &&
                    sum_up(seconds, units_per_second(unit), fraction, time);
  return fits ? Reading::kValue : Reading::kOutOfRange;
}

void append_padded(std::string& out, std::int64_t value, std::size_t width) {
  const std::string digits = std::to_string(value);
  if (digits.size() < width) out.append(width - digits.size(), '0');
  out += digits;
}

void append_date(std::string& out, Date date) {
  if (date.year < 0 || date.year > 9999) out += date.year < 0 ? '-' : '+';
  append_padded(out, date.year < 0 ? -date.year : date.year, 4);
  out += '-';
  append_padded(out, date.month, 2);
  out += '-';
  append_padded(out, date.day, 2);
}

void append_iso(std::string& out, Timestamp time, TimeUnit unit) {
  const std::int64_t per_second = units_per_second(unit);
  const std::int64_t seconds = floor_divide(time, per_second);
  const std::int64_t fraction = floor_modulo(time, per_second);
  const std::int64_t days = floor_divide(seconds, kSecondsPerDay);
  const std::int64_t second_of_day = floor_modulo(seconds, kSecondsPerDay);
  append_date(out, date_of(days));
  const char* separator = "T";
  for (const std::int64_t part : {second_of_day / 3600, second_of_day / 60 % 60, second_of_day % 60}) {
    out += separator;
    append_padded(out, part, 2);
    separator = ":";
  }
  if (fraction != 0) {
    out += '.';
    append_padded(out, fraction, decimals_of(unit));
  }
  out += 'Z';
}

}  // namespace

Reading read_time(std::string_view text, TimeUnit unit, Timestamp& time, bool& iso) {
  iso = false;
  const Reading integer = read_integer(text, time);
  if (integer != Reading::kNotOne) [[likely]] {
    return integer;
  }
  const std::optional<IsoTime> scanned = scan_iso(text);
  if (!scanned.has_value()) return Reading::kNotOne;
  iso = true;
  return to_units(*scanned, unit, time);
}

void append_time(std::string& out, Timestamp time, TimeFormat format) {
  if (format.iso) return append_iso(out, time, format.unit);
  std::array<char, 24> digits{};
  const auto written = std::to_chars(digits.data(), digits.data() + digits.size(), time);
  out.append(digits.data(), written.ptr);
}

std::optional<TimeUnit> time_unit_named(std::string_view name) {
  if (name == "s") return TimeUnit::kSecond;
  if (name == "ms") return TimeUnit::kMillisecond;
  if (name == "us") return TimeUnit::kMicrosecond;
  if (name == "ns") return TimeUnit::kNanosecond;
  return std::nullopt;
}

const char* name_of(TimeUnit unit) {
  switch (unit) {
    case TimeUnit::kSecond:
      return "s";
    case TimeUnit::kMillisecond:
      return "ms";
    case TimeUnit::kMicrosecond:
      return "us";
    case TimeUnit::kNanosecond:
      return "ns";
  }
  return "?";
}

Reading read_duration(std::string_view text, TimeUnit unit, std::int64_t& duration) {
  struct Suffix {
    std::string_view name;
    std::int64_t nanoseconds;
  };
  constexpr std::array<Suffix, 7> kSuffixes{{{"ns", 1},
                                             {"us", 1'000},
                                             {"ms", 1'000'000},
                                             {"s", 1'000'000'000},
                                             {"m", 60'000'000'000},
                                             {"h", 3'600'000'000'000},
                                             {"d", 86'400'000'000'000}}};
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  const Reading reading = digits == 0 ? Reading::kNotOne : read_integer(text.substr(0, digits), duration);
  if (reading != Reading::kValue || digits == text.size()) return reading;
  const auto suffix = std::ranges::find(kSuffixes, text.substr(digits), &Suffix::name);
  if (suffix == kSuffixes.end()) return Reading::kNotOne;
  const std::int64_t nanoseconds_per_unit = 1'000'000'000 / units_per_second(unit);
  if (__builtin_mul_overflow(duration, suffix->nanoseconds, &duration)) return Reading::kOutOfRange;
  if (duration % nanoseconds_per_unit != 0) return Reading::kFinerThanUnit;
  duration /= nanoseconds_per_unit;
  return Reading::kValue;
}

}  // namespace horatio::process
