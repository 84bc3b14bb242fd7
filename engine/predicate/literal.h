// SPDX-License-Identifier: Apache-2.0
// Numeric literals of the language: digits, with a point or a decimal exponent, to their exact value.
#pragma once

#include <string_view>

#include "engine/model/status.h"
#include "engine/predicate/number.h"

namespace horatio::predicate {

inline constexpr int kLargestExponent =
    4096;  // of a literal such as 1e4096; exact values stay small in memory

// 10^exponent. REQUIRES: exponent >= 0.
BigInteger power_of_ten(unsigned exponent);

// Any number of digits. kTypeMismatch if the text is no number, kInvalidClause if its exponent is too large.
Result<Number> parse_number(std::string_view text);

}  // namespace horatio::predicate
