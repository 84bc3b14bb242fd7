// SPDX-License-Identifier: Apache-2.0
#include "operator/cli/time_text.h"

#include <boost/test/unit_test.hpp>
#include <ctime>
#include <random>
#include <string>

namespace horatio::process {
namespace {

std::string read(std::string_view text, TimeUnit unit = TimeUnit::kMillisecond) {
  Timestamp time = 0;
  bool iso = false;
  switch (read_time(text, unit, time, iso)) {
    case Reading::kValue:
      return (iso ? "iso " : "") + std::to_string(time);
    case Reading::kOutOfRange:
      return "out of range";
    case Reading::kFinerThanUnit:
      return "finer";
    default:
      return "not one";
  }
}

std::string write(Timestamp time, TimeUnit unit = TimeUnit::kMillisecond) {
  std::string text;
  append_time(text, time, {unit, true});
  return text;
}

BOOST_AUTO_TEST_CASE(integers_are_times_in_the_unit_negative_ones_too) {
  BOOST_TEST(read("1381118400464") == "1381118400464");
  BOOST_TEST(read("-5") == "-5");
  BOOST_TEST(read("99999999999999999999") == "out of range");
}

BOOST_AUTO_TEST_CASE(iso_times_are_read_in_every_unit) {
  BOOST_TEST(read("2013-10-07T04:00:00.464Z") == "iso 1381118400464");
  BOOST_TEST(read("2013-10-07T04:00:00Z", TimeUnit::kSecond) == "iso 1381118400");
  BOOST_TEST(read("2013-10-07T04:00:00.000001Z", TimeUnit::kMicrosecond) == "iso 1381118400000001");
  BOOST_TEST(read("2013-10-07T04:00:00.000000001Z", TimeUnit::kNanosecond) == "iso 1381118400000000001");
}

BOOST_AUTO_TEST_CASE(iso_times_may_leave_out_what_is_zero_or_utc) {
  BOOST_TEST(read("1970-01-01") == "iso 0");
  BOOST_TEST(read("1970-01-01T00:01") == "iso 60000");
  BOOST_TEST(read("1970-01-01 00:00:01") == "iso 1000");
  BOOST_TEST(read("1970-01-01T00:00:01,5Z") == "iso 1500");
}

BOOST_AUTO_TEST_CASE(offsets_are_converted_to_utc) {
  BOOST_TEST(read("1970-01-01T02:00:00+02:00") == "iso 0");
  BOOST_TEST(read("1969-12-31T19:00:00-0500") == "iso 0");
  BOOST_TEST(read("1970-01-01T02:00:00+02") == "iso 0");
}

BOOST_AUTO_TEST_CASE(times_before_1970_keep_their_fraction) {
  BOOST_TEST(read("1969-12-31T23:59:59.999Z") == "iso -1");
  BOOST_TEST(read("1969-12-31T23:59:59.001Z") == "iso -999");
  BOOST_TEST(write(-1) == "1969-12-31T23:59:59.999Z");
  BOOST_TEST(write(-999) == "1969-12-31T23:59:59.001Z");
}

BOOST_AUTO_TEST_CASE(a_fraction_finer_than_the_unit_is_refused_unless_it_is_zero) {
  BOOST_TEST(read("1970-01-01T00:00:00.0001Z") == "finer");
  BOOST_TEST(read("1970-01-01T00:00:00.5Z", TimeUnit::kSecond) == "finer");
  BOOST_TEST(read("1970-01-01T00:00:00.1230000Z") == "iso 123");
}

BOOST_AUTO_TEST_CASE(dates_that_do_not_exist_are_refused) {
  for (const char* text :
       {"2023-02-29", "2024-13-01", "2024-00-10", "2024-04-31", "2024-01-00", "2024-01-01T24:00:00Z",
        "2024-01-01T00:60:00Z", "2024-01-01T00:00:60Z", "1900-02-29"}) {
    BOOST_TEST(read(text) == "not one", text);
  }
  BOOST_TEST(read("2024-02-29") == "iso 1709164800000");
}

// The month was looked up in a table before it was found to be none.
BOOST_AUTO_TEST_CASE(a_month_far_out_of_range_is_refused_without_being_looked_up) {
  for (const char* text : {"2024-99-01", "2024-00-01", "2024-13-31T00:00:00Z"})
    BOOST_TEST(read(text) == "not one", text);
}

BOOST_AUTO_TEST_CASE(what_is_no_time_is_refused) {
  for (const char* text : {"", "now", "12.5", "2024-01-01T", "2024-01-01T00", "2024-1-1",
                           "2024-01-01T00:00:00.Z", "2024-01-01T00:00:00Zx", "2024-01-01T00:00:00+",
                           "2024-01-01T00:00:00+2", "20240101T000000Z", "2024-01-01Z", "10000-01-01",
                           "+999-01-01", "-1-01-01", "+-2024-01-01", "+", "-", "+1234567890123-01-01"}) {
    BOOST_TEST(read(text) == "not one", text);
  }
}

BOOST_AUTO_TEST_CASE(nanoseconds_end_where_64_bits_end) {
  BOOST_TEST(read("2262-04-11T23:47:16.854775807Z", TimeUnit::kNanosecond) == "iso 9223372036854775807");
  BOOST_TEST(read("2262-04-11T23:47:16.854775808Z", TimeUnit::kNanosecond) == "out of range");
  BOOST_TEST(read("1677-09-21T00:12:43.145224192Z", TimeUnit::kNanosecond) == "iso -9223372036854775808");
  BOOST_TEST(read("1677-09-21T00:12:43.145224191Z", TimeUnit::kNanosecond) == "out of range");
}

BOOST_AUTO_TEST_CASE(fractions_are_written_with_the_unit_s_decimals_or_not_at_all) {
  BOOST_TEST(write(60'000) == "1970-01-01T00:01:00Z");
  BOOST_TEST(write(60'050) == "1970-01-01T00:01:00.050Z");
  BOOST_TEST(write(7, TimeUnit::kSecond) == "1970-01-01T00:00:07Z");
  BOOST_TEST(write(1, TimeUnit::kMicrosecond) == "1970-01-01T00:00:00.000001Z");
  BOOST_TEST(write(1, TimeUnit::kNanosecond) == "1970-01-01T00:00:00.000000001Z");
}

BOOST_AUTO_TEST_CASE(years_beyond_four_digits_are_written_with_a_sign) {
  BOOST_TEST(write(253'402'300'800, TimeUnit::kSecond) == "+10000-01-01T00:00:00Z");
  BOOST_TEST(write(-62'167'219'201, TimeUnit::kSecond) == "-0001-12-31T23:59:59Z");
  BOOST_TEST(!write(INT64_MAX, TimeUnit::kSecond).empty());
  BOOST_TEST(!write(INT64_MIN, TimeUnit::kSecond).empty());
}

BOOST_AUTO_TEST_CASE(every_time_that_is_written_can_be_read) {
  BOOST_TEST(read("+10000-01-01T00:00:00Z", TimeUnit::kSecond) == "iso 253402300800");
  BOOST_TEST(read("-0001-12-31T23:59:59Z", TimeUnit::kSecond) == "iso -62167219201");
  std::mt19937_64 random(7);
  for (const TimeUnit unit :
       {TimeUnit::kSecond, TimeUnit::kMillisecond, TimeUnit::kMicrosecond, TimeUnit::kNanosecond}) {
    for (const Timestamp time : {INT64_MIN, INT64_MIN + 1, INT64_MAX - 1, INT64_MAX})
      BOOST_TEST(read(write(time, unit), unit) == "iso " + std::to_string(time));
    for (int round = 0; round < 1000; ++round) {
      const auto time = static_cast<Timestamp>(random()) >> (random() % 24U);
      BOOST_TEST(read(write(time, unit), unit) == "iso " + std::to_string(time));
    }
  }
}

BOOST_AUTO_TEST_CASE(a_year_that_64_bits_cannot_hold_is_out_of_range) {
  BOOST_TEST(read("+292277026597-01-01", TimeUnit::kSecond) == "out of range");
  BOOST_TEST(read("-999999999999-01-01", TimeUnit::kSecond) == "out of range");
  BOOST_TEST(read("+999999999999-12-31T23:59:59-23:59", TimeUnit::kNanosecond) == "out of range");
}

BOOST_AUTO_TEST_CASE(the_earliest_and_the_latest_time_are_written_in_every_unit) {
  BOOST_TEST(write(INT64_MIN, TimeUnit::kNanosecond) == "1677-09-21T00:12:43.145224192Z");
  BOOST_TEST(write(INT64_MAX, TimeUnit::kNanosecond) == "2262-04-11T23:47:16.854775807Z");
  for (const TimeUnit unit : {TimeUnit::kSecond, TimeUnit::kMillisecond, TimeUnit::kMicrosecond}) {
    BOOST_TEST(write(INT64_MIN, unit).starts_with("-"));
    BOOST_TEST(write(INT64_MAX, unit).starts_with("+"));
  }
}

BOOST_AUTO_TEST_CASE(calendar_dates_agree_with_the_system_s_and_come_back) {
  std::mt19937_64 random(3);
  std::uniform_int_distribution<std::int64_t> seconds(-62'167'219'200, 253'402'300'799);
  for (int round = 0; round < 5000; ++round) {
    const std::time_t time = seconds(random);
    std::tm parts{};
    ::gmtime_r(&time, &parts);
    char expected[64];
    std::snprintf(expected, sizeof expected, "%04d-%02d-%02dT%02d:%02d:%02dZ", parts.tm_year + 1900,
                  parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec);
    BOOST_TEST(write(time, TimeUnit::kSecond) == expected);
    BOOST_TEST(read(expected, TimeUnit::kSecond) == "iso " + std::to_string(time));
  }
}

BOOST_AUTO_TEST_CASE(durations_are_integers_or_have_a_unit) {
  const auto duration = [](std::string_view text, TimeUnit unit = TimeUnit::kMillisecond) {
    std::int64_t value = 0;
    return read_duration(text, unit, value) == Reading::kValue ? value : -1;
  };
  BOOST_TEST(duration("250") == 250);
  BOOST_TEST(duration("5s") == 5000);
  BOOST_TEST(duration("2m") == 120'000);
  BOOST_TEST(duration("1h", TimeUnit::kSecond) == 3600);
  BOOST_TEST(duration("1d", TimeUnit::kNanosecond) == 86'400'000'000'000);
  BOOST_TEST(duration("500ms", TimeUnit::kSecond) == -1);
  for (const char* text : {"", "-5", "s", "5 s", "5x", "1.5s", "99999999999999999999"})
    BOOST_TEST(duration(text) == -1);
}

}  // namespace
}  // namespace horatio::process
