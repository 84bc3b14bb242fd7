// SPDX-License-Identifier: Apache-2.0
// Numbers and truth values as they stand in a field. No blanks around them; a sign may lead. Pure, O(length).
#pragma once

#include <cstdint>
#include <string_view>

namespace horatio::process {

enum class Reading : std::uint8_t {
  kValue,
  kNotOne,           // the text is not of this kind
  kOutOfRange,       // it is, but 64 bits cannot hold it
  kTooManyDecimals,  // a DECIMAL(n) with more than n
  kFinerThanUnit,    // a time that is no multiple of the time unit
  kReserved,         // the time that stands for "before all events"
  kBeyondWindows,    // a time in a window of a query whose bounds 64 bits cannot hold
  kNotAKey,          // a NaN, where it would have to be equal to itself
};

Reading read_integer(std::string_view text, std::int64_t& value);

// The value times 10^scale. At least one digit; the point may lead or trail.
Reading read_decimal(std::string_view text, unsigned scale, std::int64_t& value);

// Decimal or exponent notation, nan, inf, infinity; a number beyond a double's range is infinite.
Reading read_float(std::string_view text, double& value);

// true and false in any case, 1 and 0.
Reading read_bool(std::string_view text, bool& value);

}  // namespace horatio::process
