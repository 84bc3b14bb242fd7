// SPDX-License-Identifier: Apache-2.0
#include "engine/numbers/scaled_double.h"

#include <boost/multiprecision/cpp_int.hpp>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>

#include "engine/numbers/big_integer.h"
#include "engine/numbers/test_counts.h"

namespace horatio {
namespace {

using boost::multiprecision::cpp_rational;
using test::count_of;
using test::RandomCounts;

// The exact value. REQUIRES: |exponent| small, as in these tests.
cpp_rational exact(ScaledDouble x) {
  cpp_rational unit = 1;
  const ScaledDouble step(0x1p500), inverse(0x1p-500);
  const ScaledDouble most(0x1p900), least(0x1p-400);
  const auto magnitude = [&] { return x.is_negative() ? -x : x; };
  for (; magnitude() > most; x *= inverse) unit *= cpp_rational(0x1p500);
  for (; !x.is_zero() && magnitude() < least; x *= step) unit *= cpp_rational(0x1p-500);
  return cpp_rational(x.to_double()) * unit;
}

bool is_close(const ScaledDouble& x, const cpp_rational& expected, int ulps) {
  const cpp_rational error = abs(cpp_rational(exact(x) - expected));
  return error <= abs(expected) * cpp_rational(0x1p-53) * ulps;
}

ScaledDouble random_value(RandomCounts& random) {
  const double mantissa = std::ldexp(static_cast<double>(random.word()), -64);
  if (mantissa == 0) return {};
  ScaledDouble x(mantissa);
  const auto far = random.below(3) == 0 ? random.below(4000) : random.below(600);
  if (random.below(2) == 0) {
    x.shift(far);
  } else {
    ScaledDouble power(1.0);
    power.shift(far);
    x /= power;
  }
  return x;
}

BOOST_AUTO_TEST_CASE(each_operation_is_within_its_bound) {
  for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
    BOOST_TEST_CONTEXT("seed " << seed) {
      RandomCounts random(seed);
      const ScaledDouble x = random_value(random), y = random_value(random);
      const cpp_rational a = exact(x), b = exact(y);
      BOOST_TEST_REQUIRE(is_close(x + y, a + b, 1));
      BOOST_TEST_REQUIRE(is_close(x - y, a - b, 1));
      BOOST_TEST_REQUIRE(is_close(x * y, a * b, 1));
      if (!y.is_zero()) BOOST_TEST_REQUIRE(is_close(x / y, a / b, 1));
      BOOST_TEST_REQUIRE(((x < y) == (a < b)));
      BOOST_TEST_REQUIRE(((x == y) == (a == b)));
      BOOST_TEST_REQUIRE(((-x < -y) == (b < a)));
      const double w =
          std::ldexp(static_cast<double>(random.word()), static_cast<int>(random.below(1900)) - 1100);
      const std::uint64_t n = random.word();
      ScaledDouble sum = x;
      sum.add_scaled(y, w);
      BOOST_TEST_REQUIRE(is_close(sum, a + b * cpp_rational(w), 2));
      sum = x;
      sum.add_scaled(y, n);
      BOOST_TEST_REQUIRE(is_close(sum, a + b * cpp_rational(n), 3));
      const auto bits = static_cast<unsigned>(random.below(700));
      sum = x;
      sum.apply_run(y, bits);
      const cpp_rational power(BigInteger(1) << bits);
      BOOST_TEST_REQUIRE(is_close(sum, a * power + b * (power - 1), 3));
      sum = x;
      sum.shift(bits);
      BOOST_TEST_REQUIRE((exact(sum) == a * power));
    }
  }
}

BOOST_AUTO_TEST_CASE(values_have_one_form) {
  for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
    RandomCounts random(seed);
    const ScaledDouble x = random_value(random);
    ScaledDouble there_and_back = x * ScaledDouble(0x1p300);
    there_and_back *= ScaledDouble(0x1p300);
    there_and_back /= ScaledDouble(0x1p300);
    there_and_back /= ScaledDouble(0x1p300);
    BOOST_TEST_REQUIRE((there_and_back == x));
    const auto read = ScaledDouble::from_bytes(x.to_bytes());
    BOOST_TEST_REQUIRE(read.has_value());
    BOOST_TEST_REQUIRE((*read == x));
    BOOST_TEST_REQUIRE(((x - x) == ScaledDouble()));
  }
}

BOOST_AUTO_TEST_CASE(doublings_beyond_every_double_stay_exact) {
  ScaledDouble x(std::uint64_t{3});
  for (int i = 0; i < 5000; ++i) x += x;
  BOOST_TEST(std::isinf(x.to_double()));
  ScaledDouble power(std::uint64_t{1});
  power.shift(5000);
  BOOST_TEST((x / power).to_double() == 3.0);
  ScaledDouble run;
  run.apply_run(ScaledDouble(std::uint64_t{1}), std::uint64_t{1} << 40);
  power = ScaledDouble(std::uint64_t{1});
  power.shift(std::uint64_t{1} << 40);
  BOOST_TEST((run == power));
}

BOOST_AUTO_TEST_CASE(tiny_values_are_not_lost) {
  ScaledDouble x(std::numeric_limits<double>::denorm_min());
  x *= x;
  BOOST_TEST(!x.is_zero());
  BOOST_TEST(x.to_double() == 0.0);
  ScaledDouble sum;
  sum.add_scaled(x, std::uint64_t{3});
  BOOST_TEST((sum == x * ScaledDouble(std::uint64_t{3})));
  sum = ScaledDouble();
  sum.apply_run(x, 2);
  BOOST_TEST((sum == x * ScaledDouble(std::uint64_t{3})));
  ScaledDouble y(std::numeric_limits<double>::denorm_min());
  y /= ScaledDouble(std::numeric_limits<double>::max());
  y *= ScaledDouble(std::numeric_limits<double>::max());
  BOOST_TEST(y.to_double() == std::numeric_limits<double>::denorm_min());
}

BOOST_AUTO_TEST_CASE(an_exact_count_becomes_the_nearest_value) {
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    RandomCounts random(seed);
    const BigInteger x = random.value(20);
    const ScaledDouble rounded(count_of(x));
    BOOST_TEST_REQUIRE(is_close(rounded, cpp_rational(x), 1), "seed " << seed);
    if (x < BigInteger(1) << 1000) {
      const double nearest = quotient(count_of(x), ExactCount(), ExactCount(1), 0);
      BOOST_TEST_REQUIRE(rounded.to_double() == nearest, "seed " << seed);
    }
  }
}

BOOST_AUTO_TEST_CASE(half_way_rounds_to_even_and_anything_past_it_up) {
  const BigInteger half = (BigInteger(1) << 300) + (BigInteger(1) << 247);  // 1 + 2^-53, scaled
  BOOST_TEST(ScaledDouble(count_of(half)).to_double() == 0x1p300);
  BOOST_TEST(ScaledDouble(count_of(half + 1)).to_double() == 0x1.0000000000001p300);
  BOOST_TEST(ScaledDouble(count_of(half - 1)).to_double() == 0x1p300);
}

BOOST_AUTO_TEST_CASE(text_in_the_range_of_doubles_reads_back) {
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    RandomCounts random(seed);
    const double x =
        std::ldexp(static_cast<double>(random.word()), static_cast<int>(random.below(2000)) - 1060);
    BOOST_TEST_REQUIRE(std::strtod(ScaledDouble(x).text().c_str(), nullptr) == x);
    BOOST_TEST_REQUIRE(std::strtod(ScaledDouble(-x).text().c_str(), nullptr) == -x);
  }
  BOOST_TEST(ScaledDouble(1.5).text() == "1.5000000000000000e+0");
  BOOST_TEST(ScaledDouble(-1e-5).text() == "-1.0000000000000001e-5");
  BOOST_TEST(ScaledDouble(1e100).text() == "1.0000000000000000e+100");
  BOOST_TEST(ScaledDouble().text() == "0.0000000000000000e+0");
}

BOOST_AUTO_TEST_CASE(text_beyond_doubles_has_the_digits_of_the_exact_value) {
  for (unsigned bits = 1024; bits < 20000; bits += 977) {
    ScaledDouble x(std::uint64_t{1});
    x.shift(bits);
    const BigInteger value = BigInteger(1) << bits;
    const std::string digits = value.str();
    const BigInteger unit = pow(BigInteger(10), static_cast<unsigned>(digits.size() - 17));
    const std::string rounded = BigInteger((value + unit / 2) / unit).str();
    BOOST_TEST(x.text().substr(0, 18) == rounded.substr(0, 1) + "." + rounded.substr(1));
    BOOST_TEST(x.text().substr(x.text().find('e')) == "e+" + std::to_string(digits.size() - 1));
  }
  ScaledDouble tiny(1.0);
  ScaledDouble power(std::uint64_t{1});
  power.shift(2000);
  tiny /= power;
  BOOST_TEST(tiny.text() == "8.7098098162172167e-603");
  BOOST_TEST((-tiny).text().starts_with("-8.7"));
}

BOOST_AUTO_TEST_CASE(text_of_an_exponent_of_61_bits_is_found_at_once) {
  ScaledDouble x(std::uint64_t{1});
  x.shift(std::uint64_t{1} << 61);
  BOOST_TEST(x.text().ends_with("e+694127911065419641"));
}

BOOST_AUTO_TEST_CASE(a_ten_that_arises_by_rounding_is_a_one_of_the_next_power) {
  // 10^400 rounded down to a double's precision prints as the power itself or as nines, never as "10.".
  ScaledDouble x(1e200);
  x *= ScaledDouble(1e200);
  BOOST_TEST(x.text()[1] == '.');
  BOOST_TEST((x.text().ends_with("e+400") || x.text().ends_with("e+399")));
}

BOOST_AUTO_TEST_CASE(bytes_that_no_value_gives_are_refused) {
  const auto bytes = [](double mantissa, std::int64_t exponent) {
    std::string result(16, '\0');
    std::memcpy(result.data(), &mantissa, 8);
    std::memcpy(result.data() + 8, &exponent, 8);
    return result;
  };
  BOOST_TEST(ScaledDouble::from_bytes(bytes(1.0, 3)).has_value());
  BOOST_TEST(ScaledDouble::from_bytes(bytes(0.0, 0)).has_value());
  BOOST_TEST(!ScaledDouble::from_bytes(bytes(-0.0, 0)).has_value());
  BOOST_TEST(!ScaledDouble::from_bytes(bytes(0.0, 1)).has_value());
  BOOST_TEST(!ScaledDouble::from_bytes(bytes(1e300, 0)).has_value());
  BOOST_TEST(!ScaledDouble::from_bytes(bytes(std::numeric_limits<double>::quiet_NaN(), 0)).has_value());
  BOOST_TEST(!ScaledDouble::from_bytes(bytes(1.0, INT64_MAX)).has_value());
  BOOST_TEST(!ScaledDouble::from_bytes("").has_value());
}

}  // namespace
}  // namespace horatio
