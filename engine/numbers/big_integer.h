// SPDX-License-Identifier: Apache-2.0
// What leaves the engine of exact sums: SUM = P - N, where P is the sum of the positive parts and N that of
// the negative magnitudes. For result rows, not for the path of events.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <string>

#include "engine/numbers/exact_count.h"

namespace horatio {

using BigInteger = boost::multiprecision::cpp_int;

// REQUIRES of all here: no argument is OVERFLOW.
BigInteger to_big_integer(const ExactCount& count);

// (positive - negative) / (count * 10^decimals) as the nearest double, ties to even. REQUIRES: count > 0.
// O(limbs).
double quotient(const ExactCount& positive, const ExactCount& negative, const ExactCount& count,
                unsigned decimals);

}  // namespace horatio
