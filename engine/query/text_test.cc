// SPDX-License-Identifier: Apache-2.0
// The parts that deal with text: places, names, spans of time.
#include <array>

#include "engine/query/nearest_name.h"
#include "engine/query/source_map.h"
#include "engine/query/test_workloads.h"
#include "engine/query/time_span.h"

using namespace horatio;

BOOST_AUTO_TEST_CASE(columns_count_code_points_and_a_tab_is_one) {
  const std::string text = "a\tb\n\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80x";
  const SourceMap map(text);
  BOOST_TEST((map.place_of(2) == SourcePlace{1, 3}));
  BOOST_TEST((map.place_of(3) == SourcePlace{1, 4}));
  BOOST_TEST((map.place_of(4) == SourcePlace{2, 1}));
  BOOST_TEST((map.place_of(text.size() - 1) == SourcePlace{2, 4}));
  BOOST_TEST((map.place_of(text.size() + 9) == SourcePlace{2, 5}));
  BOOST_TEST((SourceMap("").place_of(0) == SourcePlace{1, 1}));
}

BOOST_AUTO_TEST_CASE(places_are_the_same_counted_from_marks_and_from_the_start) {
  std::string text;
  for (int i = 0; i < 3000; ++i) text += i % 97 == 0 ? "\n" : i % 5 == 0 ? "\xC3\xA9" : "x";
  const SourceMap map(text);
  SourcePlace expected{1, 1};
  for (std::size_t i = 0; i < text.size(); ++i) {
    BOOST_REQUIRE((map.place_of(i) == expected || (static_cast<unsigned char>(text[i]) & 0xC0U) == 0x80U));
    if (text[i] == '\n') {
      expected = {expected.line + 1, 1};
    } else if ((static_cast<unsigned char>(text[i]) & 0xC0U) != 0x80U) {
      ++expected.column;
    }
  }
}

BOOST_AUTO_TEST_CASE(what_is_not_utf8_is_found) {
  BOOST_TEST(!first_invalid_utf8("a\xC3\xA9\xED\x9F\xBF\xF4\x8F\xBF\xBF").has_value());
  for (const char* bad : {"ab\x80", "ab\xC3", "ab\xC0\x80", "ab\xE0\x80\x80", "ab\xED\xA0\x80",
                          "ab\xF4\x90\x80\x80", "ab\xF8\x88\x80\x80", "ab\xC3(", "ab\xF0\x80\x80\x80"}) {
    BOOST_TEST(first_invalid_utf8(bad).value_or(99) == 2);
  }
}

BOOST_AUTO_TEST_CASE(the_nearest_name_is_found_by_edits) {
  const std::array<std::string_view, 4> names{"speed", "district", "driver", "rider"};
  BOOST_TEST(nearest_name("sped", names) == "speed");
  BOOST_TEST(nearest_name("DISTRICT", names) == "district");
  BOOST_TEST(nearest_name("dirver", names) == "driver");
  BOOST_TEST(nearest_name("x", names).empty());
  BOOST_TEST(nearest_name("temperature", names).empty());
  BOOST_TEST(edit_distance("abcd", "acbd", 9) == 1);
  BOOST_TEST(edit_distance("", "abc", 9) == 3);
  BOOST_TEST(edit_distance("kitten", "sitting", 9) == 3);
  BOOST_TEST(name_hint("zzz", names) == "there are: speed, district, driver, rider");
}

BOOST_AUTO_TEST_CASE(an_abbreviation_is_known_by_its_first_letters) {
  const std::array<std::string_view, 4> names{"MILLISECONDS", "SECONDS", "SECOND", "MINUTES"};
  BOOST_TEST(abbreviated_name("SECS", names) == "SECOND");
  BOOST_TEST(abbreviated_name("min", names) == "MINUTES");
  BOOST_TEST(abbreviated_name("s", names).empty());
  BOOST_TEST(abbreviated_name("SECULAR", names).empty());
  BOOST_TEST(name_hint("mins", names) == "did you mean 'MINUTES'?");
}

BOOST_AUTO_TEST_CASE(spans_are_exact_or_refused) {
  BOOST_TEST(time_span("1.5", 1000, TimeUnit::kMillisecond).value() == 1500);
  BOOST_TEST(time_span("000.50", 1000, TimeUnit::kMillisecond).value() == 500);
  BOOST_TEST(time_span("0", 1000, TimeUnit::kNanosecond).value() == 0);
  BOOST_TEST(time_span("2000", 1, TimeUnit::kSecond).value() == 2);
  BOOST_TEST((time_span("1500", 1, TimeUnit::kSecond).error().code == ErrorCode::kInvalidClause));
  BOOST_TEST((time_span("0.0001", 1, TimeUnit::kMicrosecond).error().code == ErrorCode::kInvalidClause));
  BOOST_TEST((time_span("1e3", 1, TimeUnit::kSecond).error().code == ErrorCode::kSyntax));
}

BOOST_AUTO_TEST_CASE(spans_past_64_bits_are_refused) {
  BOOST_TEST(time_span("9223372036854775", 1000, TimeUnit::kMillisecond).value() == 9223372036854775000);
  BOOST_TEST(
      (time_span("9223372036854776", 1000, TimeUnit::kMillisecond).error().code == ErrorCode::kTooLarge));
  BOOST_TEST((time_span("999999999999999999", 86'400'000, TimeUnit::kNanosecond).error().code ==
              ErrorCode::kTooLarge));
  BOOST_TEST((time_span(std::string(1000, '9'), 1, TimeUnit::kSecond).error().code == ErrorCode::kTooLarge));
  BOOST_TEST((time_span("0." + std::string(100, '0') + "1", 1, TimeUnit::kSecond).error().code ==
              ErrorCode::kTooLarge));
}

BOOST_AUTO_TEST_CASE(spans_are_printed_in_the_largest_unit_that_divides_them) {
  BOOST_TEST(span_text(86'400'000, TimeUnit::kMillisecond) == "1 DAY");
  BOOST_TEST(span_text(90'000, TimeUnit::kMillisecond) == "90 SECONDS");
  BOOST_TEST(span_text(7'200, TimeUnit::kSecond) == "2 HOURS");
  BOOST_TEST(span_text(0, TimeUnit::kNanosecond) == "0 SECONDS");
  BOOST_TEST(span_text(1'500, TimeUnit::kMicrosecond) == "1.5 MILLISECONDS");
  BOOST_TEST(span_text(1, TimeUnit::kNanosecond) == "0.000001 MILLISECONDS");
}
