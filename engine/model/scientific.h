// SPDX-License-Identifier: Apache-2.0
// Numbers in the form that cells and bounds of results have where digits alone do not serve: one digit before
// the point, the exponent with its sign and without padding. Pure.
#pragma once

#include <string>

namespace horatio {

// Appends `value` with 17 significant digits, which read back as the same double: "-2.5000000000000000e+0";
// both zeros are "0.0000000000000000e+0". REQUIRES: finite.
void append_scientific(std::string& out, double value);

// The same with as few digits as read back as the same double: "1.2e-3", "0e+0"; "inf" where it is infinite.
void append_shortest_scientific(std::string& out, double value);

}  // namespace horatio
