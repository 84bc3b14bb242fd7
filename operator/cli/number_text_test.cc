// SPDX-License-Identifier: Apache-2.0
#include "operator/cli/number_text.h"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>
#include <random>
#include <string>

namespace horatio::process {
namespace {

// The value, or what is wrong with the text.
std::string integer(std::string_view text) {
  std::int64_t value = 0;
  switch (read_integer(text, value)) {
    case Reading::kValue:
      return std::to_string(value);
    case Reading::kOutOfRange:
      return "out of range";
    default:
      return "not one";
  }
}

std::string decimal(std::string_view text, unsigned scale) {
  std::int64_t value = 0;
  switch (read_decimal(text, scale, value)) {
    case Reading::kValue:
      return std::to_string(value);
    case Reading::kOutOfRange:
      return "out of range";
    case Reading::kTooManyDecimals:
      return "too many decimals";
    default:
      return "not one";
  }
}

BOOST_AUTO_TEST_CASE(integers_of_every_length_are_read) {
  std::mt19937_64 random(11);
  for (int round = 0; round < 2000; ++round) {
    const auto value = static_cast<std::int64_t>(random()) >> (random() % 64);
    BOOST_TEST(integer(std::to_string(value)) == std::to_string(value));
  }
}

BOOST_AUTO_TEST_CASE(integers_reach_to_the_ends_of_64_bits_and_no_further) {
  BOOST_TEST(integer("9223372036854775807") == "9223372036854775807");
  BOOST_TEST(integer("-9223372036854775808") == "-9223372036854775808");
  BOOST_TEST(integer("9223372036854775808") == "out of range");
  BOOST_TEST(integer("-9223372036854775809") == "out of range");
  BOOST_TEST(integer("99999999999999999999999") == "out of range");
  BOOST_TEST(integer("+0000000000000000000000007") == "7");
}

BOOST_AUTO_TEST_CASE(what_is_no_integer_is_refused) {
  for (const char* text :
       {"", "-", "+", "+-1", "--1", "1.0", "1e3", " 1", "1 ", "0x10", "12345678a", "a2345678",
        "1234567:", "1234567/", "1,5", "99999999999999999999x", "+-9999999999999999999"}) {
    BOOST_TEST(integer(text) == "not one", text);
  }
}

BOOST_AUTO_TEST_CASE(decimals_are_scaled_exactly) {
  BOOST_TEST(decimal("12.34", 2) == "1234");
  BOOST_TEST(decimal("12", 2) == "1200");
  BOOST_TEST(decimal("-0.5", 2) == "-50");
  BOOST_TEST(decimal(".5", 1) == "5");
  BOOST_TEST(decimal("5.", 1) == "50");
  BOOST_TEST(decimal("+7.1", 1) == "71");
  BOOST_TEST(decimal("92233720368547758.07", 2) == "9223372036854775807");
}

BOOST_AUTO_TEST_CASE(decimals_with_more_decimals_than_declared_are_refused) {
  BOOST_TEST(decimal("1.234", 2) == "too many decimals");
  BOOST_TEST(decimal("1.230", 2) == "too many decimals");
  BOOST_TEST(decimal("1.0", 0) == "too many decimals");
}

BOOST_AUTO_TEST_CASE(decimals_beyond_64_bits_are_out_of_range) {
  BOOST_TEST(decimal("92233720368547758.08", 2) == "out of range");
  BOOST_TEST(decimal("9223372036854775807", 1) == "out of range");
}

BOOST_AUTO_TEST_CASE(what_is_no_decimal_is_refused) {
  for (const char* text : {"", ".", "-", "-.", "1.2.3", "1.-2", "1.+2", "1e2", "abc", "1.2x"}) {
    BOOST_TEST(decimal(text, 3) == "not one", text);
  }
}

BOOST_AUTO_TEST_CASE(floats_are_read_in_all_notations) {
  double value = 0;
  BOOST_TEST((read_float("1.5e3", value) == Reading::kValue && value == 1500.0));
  BOOST_TEST((read_float("+0.1", value) == Reading::kValue && value == 0.1));
  BOOST_TEST((read_float("-7", value) == Reading::kValue && value == -7.0));
  BOOST_TEST((read_float("nan", value) == Reading::kValue && std::isnan(value)));
  BOOST_TEST((read_float("-Infinity", value) == Reading::kValue && std::isinf(value)));
  BOOST_TEST((read_float("1e999", value) == Reading::kValue && std::isinf(value)));
  BOOST_TEST((read_float("-1e-999", value) == Reading::kValue && value == 0.0));
  for (const char* text : {"", "+", "+-1", "1,5", "1.5x", "0x1p3", " 1"}) {
    BOOST_TEST((read_float(text, value) == Reading::kNotOne), text);
  }
}

BOOST_AUTO_TEST_CASE(truth_values_are_words_in_any_case_or_digits) {
  bool value = false;
  for (const char* text : {"true", "TRUE", "True", "1"}) {
    BOOST_TEST((read_bool(text, value) == Reading::kValue && value), text);
  }
  for (const char* text : {"false", "FALSE", "fAlse", "0"}) {
    BOOST_TEST((read_bool(text, value) == Reading::kValue && !value), text);
  }
  for (const char* text : {"", "yes", "2", "tru", "truex", "01"}) {
    BOOST_TEST((read_bool(text, value) == Reading::kNotOne), text);
  }
}

}  // namespace
}  // namespace horatio::process
