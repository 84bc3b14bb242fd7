// SPDX-License-Identifier: Apache-2.0
// Exact values as decimal text.
#pragma once

#include <string>

#include "engine/numbers/exact_count.h"

namespace horatio {

// REQUIRES of both: no argument is OVERFLOW. Divide and conquer: 64 KiB take about a tenth of a second.
std::string decimal_text(const ExactCount& count);

// (positive - negative) / 10^decimals with that many decimals: "-0.05", "12.50", without a point if decimals
// is 0. Zero has no sign.
std::string decimal_text(const ExactCount& positive, const ExactCount& negative, unsigned decimals);

}  // namespace horatio
