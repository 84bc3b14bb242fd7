// SPDX-License-Identifier: Apache-2.0
#include <boost/test/unit_test.hpp>
#include <limits>
#include <string>

#include "engine/model/crc32c.h"
#include "engine/model/processor.h"
#include "engine/model/query.h"
#include "engine/model/scientific.h"
#include "engine/model/value.h"
#include "engine/model/window.h"

namespace horatio {
namespace {

BOOST_AUTO_TEST_CASE(windows_are_floored_for_negative_times) {
  const WindowSpec spec{10, 5, 0};
  const WindowRange range = windows_of(spec, -1);
  BOOST_TEST(range.first == -2);
  BOOST_TEST(range.last == -1);
  BOOST_TEST(bounds_of(spec, -2).start == -10);
  BOOST_TEST(bounds_of(spec, -2).end == 0);
}

BOOST_AUTO_TEST_CASE(an_event_in_the_gap_of_a_slide_above_size_is_in_no_window) {
  const WindowSpec spec{3, 10, 0};
  BOOST_TEST(windows_of(spec, 2).last == 0);
  const WindowRange gap = windows_of(spec, 3);
  BOOST_TEST(gap.last < gap.first);
}

BOOST_AUTO_TEST_CASE(a_negative_offset_counts_modulo_slide) {
  const WindowSpec spec{10, 10, -3};
  BOOST_TEST(bounds_of(spec, windows_of(spec, 0).first).start == -3);
  BOOST_TEST(bounds_of(spec, windows_of(spec, 7).first).start == 7);
}

BOOST_AUTO_TEST_CASE(a_slide_that_does_not_divide_size_gives_each_event_its_windows) {
  const WindowSpec spec{7, 3, 0};
  for (Timestamp time = -30; time < 30; ++time) {
    const WindowRange range = windows_of(spec, time);
    for (std::int64_t k = -20; k < 20; ++k) {
      const WindowBounds bounds = bounds_of(spec, k);
      const bool inside = bounds.start <= time && time < bounds.end;
      BOOST_TEST(inside == (range.first <= k && k <= range.last));
    }
  }
}

BOOST_AUTO_TEST_CASE(windows_stop_at_the_ends_of_time) {
  const WindowSpec spec{10, 5, 0};
  for (const Timestamp time : {INT64_MIN, INT64_MIN + 7, INT64_MAX - 11, INT64_MAX}) {
    const WindowRange range = windows_of(spec, time);
    for (std::int64_t k = range.first; k <= range.last; ++k) {
      const WindowBounds bounds = bounds_of(spec, k);
      BOOST_TEST(bounds.start <= time);
      BOOST_TEST(bounds.end > time);
    }
  }
}

BOOST_AUTO_TEST_CASE(a_time_fits_where_the_bounds_of_all_its_windows_do) {
  const WindowSpec aligned{8, 4, 0};  // both ends of time but the last are multiples of 4
  BOOST_TEST(windows_fit(aligned, INT64_MIN + 4));
  BOOST_TEST(!windows_fit(aligned, INT64_MIN + 3));  // also in the window from INT64_MIN - 4
  BOOST_TEST(windows_fit(aligned, INT64_MAX - 8));
  BOOST_TEST(!windows_fit(aligned, INT64_MAX - 7));  // also in one to INT64_MAX + 1
  const WindowSpec gaps{2, 10, 0};
  BOOST_TEST(windows_fit(gaps, 5));  // in a gap
  BOOST_TEST(windows_fit({5, 2, 0, true}, INT64_MAX));
}

BOOST_AUTO_TEST_CASE(a_crc_is_the_same_by_the_instruction_and_in_tables) {
  BOOST_TEST(crc32c("123456789") == 0xE3069283U);
  std::string bytes;
  for (int i = 0; i < 100; ++i) bytes.push_back(static_cast<char>(i * 37 + i / 7));
  for (std::size_t begin = 0; begin < 9; ++begin) {
    for (std::size_t size = 0; begin + size <= bytes.size(); ++size) {
      const std::string_view part = std::string_view(bytes).substr(begin, size);
      BOOST_TEST(crc32c(part, 77) == crc32c_in_tables(part, 77));
      BOOST_TEST(crc32c(part.substr(size / 3), crc32c(part.substr(0, size / 3))) == crc32c(part));
    }
  }
}

BOOST_AUTO_TEST_CASE(values_order_as_result_rows_need) {
  BOOST_TEST(compare(Value{}, Value{std::int64_t{-5}}) < 0);
  BOOST_TEST(compare(Value{std::int64_t{2}}, Value{std::int64_t{10}}) < 0);
  BOOST_TEST(compare(Value{std::string{"a\x7f"}}, Value{std::string{"a\xc3\xa9"}}) < 0);
  BOOST_TEST(compare(Value{-0.0}, Value{0.0}) == 0);
}

BOOST_AUTO_TEST_CASE(scientific_text_has_17_digits_and_an_exponent_without_padding) {
  const auto text = [](double value) {
    std::string out;
    append_scientific(out, value);
    return out;
  };
  BOOST_TEST(text(0) == "0.0000000000000000e+0");
  BOOST_TEST(text(-0.0) == "0.0000000000000000e+0");
  BOOST_TEST(text(-2.5) == "-2.5000000000000000e+0");
  BOOST_TEST(text(0.1) == "1.0000000000000001e-1");
  BOOST_TEST(text(1e10) == "1.0000000000000000e+10");
  BOOST_TEST(text(std::numeric_limits<double>::max()) == "1.7976931348623157e+308");
  BOOST_TEST(text(std::numeric_limits<double>::denorm_min()) == "4.9406564584124654e-324");
}

BOOST_AUTO_TEST_CASE(the_shortest_scientific_text_reads_back_as_the_same_number) {
  const auto text = [](double value) {
    std::string out;
    append_shortest_scientific(out, value);
    return out;
  };
  BOOST_TEST(text(0) == "0e+0");
  BOOST_TEST(text(0.0012) == "1.2e-3");
  BOOST_TEST(text(0x1p-44) == "5.684341886080802e-14");
  BOOST_TEST(text(std::numeric_limits<double>::infinity()) == "inf");
}

}  // namespace
}  // namespace horatio
