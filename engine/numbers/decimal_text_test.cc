// SPDX-License-Identifier: Apache-2.0
#include "engine/numbers/decimal_text.h"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstdint>
#include <string>

#include "engine/numbers/big_integer.h"
#include "engine/numbers/test_counts.h"

namespace horatio {
namespace {

using test::count_of;
using test::RandomCounts;

BOOST_AUTO_TEST_CASE(decimal_text_agrees_with_big_integers) {
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    RandomCounts random(seed);
    const BigInteger x = random.value(seed % 50 == 0 ? 400 : 60);
    BOOST_TEST_REQUIRE(decimal_text(count_of(x)) == x.str(), "seed " << seed);
  }
}

BOOST_AUTO_TEST_CASE(powers_of_ten_keep_their_zeros) {
  BigInteger power = 1;
  for (unsigned digits = 0; digits <= 3000; ++digits, power *= 10) {
    if (digits > 200 && digits % 19 > 1) continue;
    BOOST_TEST_REQUIRE(decimal_text(count_of(power)) == "1" + std::string(digits, '0'));
    if (digits > 0) BOOST_TEST_REQUIRE(decimal_text(count_of(power - 1)) == std::string(digits, '9'));
  }
}

BOOST_AUTO_TEST_CASE(a_number_of_64_kib_is_written_whole) {
  ExactCount count(1);
  count.shift(8 * 65536 - 1);
  const std::string text = decimal_text(count);
  BOOST_TEST(text.size() == 157827U);
  // 2^n ends as 2^n mod 10^18 says, and begins as its logarithm says.
  std::uint64_t tail = 1;
  for (int i = 0; i < 8 * 65536 - 1; ++i) tail = tail * 2 % 1'000'000'000'000'000'000U;
  BOOST_TEST(std::stoull(text.substr(text.size() - 18)) == tail);
  const long double logarithm = (8 * 65536 - 1) * std::log10(2.0L);
  const long double lead = std::pow(10.0L, logarithm - std::floor(logarithm)) * 1e8L;
  BOOST_TEST(std::stoull(text.substr(0, 9)) == static_cast<std::uint64_t>(lead));
}

BOOST_AUTO_TEST_CASE(a_decimal_sum_keeps_its_decimals_and_its_sign) {
  const auto text = [](std::uint64_t positive, std::uint64_t negative, unsigned decimals) {
    return decimal_text(ExactCount(positive), ExactCount(negative), decimals);
  };
  BOOST_TEST(text(1250, 0, 2) == "12.50");
  BOOST_TEST(text(0, 5, 2) == "-0.05");
  BOOST_TEST(text(7, 7, 2) == "0.00");
  BOOST_TEST(text(7, 7, 0) == "0");
  BOOST_TEST(text(3, 10, 0) == "-7");
  BOOST_TEST(text(123, 0, 3) == "0.123");
  const BigInteger large = (BigInteger(1) << 200) + 1;
  BOOST_TEST(decimal_text(count_of(large), count_of(large + 12345), 4) == "-1.2345");
  BOOST_TEST(decimal_text(count_of(large), ExactCount(), 0) == large.str());
}

BOOST_AUTO_TEST_CASE(a_quotient_of_thousands_of_digits_is_the_nearest_double) {
  const BigInteger count = pow(BigInteger(7), 5000);
  const auto average = [&](const BigInteger& p, const BigInteger& n, unsigned decimals) {
    return quotient(count_of(p), count_of(n), count_of(count), decimals);
  };
  BOOST_TEST(average(count * 28, 0, 0) == 28.0);
  BOOST_TEST(average(count, count * 4, 1) == -0.3);
  BOOST_TEST(average(count / 3, 0, 0) == 1.0 / 3);
  BOOST_TEST(average(count, count, 3) == 0.0);
  // Half way between 1 and the next double, which is the odd one, and a little past it.
  const BigInteger tie = count * ((BigInteger(1) << 53) + 1);
  const BigInteger unit = count << 53;
  BOOST_TEST(quotient(count_of(tie), ExactCount(), count_of(unit), 0) == 1.0);
  BOOST_TEST(quotient(count_of(tie + 1), ExactCount(), count_of(unit), 0) == 1.0 + 0x1p-52);
}

BOOST_AUTO_TEST_CASE(a_quotient_of_small_numbers_is_the_quotient_of_doubles) {
  for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
    RandomCounts random(seed);
    const std::uint64_t p = random.below(1U << 30), n = random.below(1U << 30),
                        count = 1 + random.below(1U << 20);
    const double expected =
        (static_cast<double>(p) - static_cast<double>(n)) / (static_cast<double>(count) * 100);
    BOOST_TEST_REQUIRE(quotient(ExactCount(p), ExactCount(n), ExactCount(count), 2) == expected);
  }
}

}  // namespace
}  // namespace horatio
