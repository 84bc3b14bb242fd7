// SPDX-License-Identifier: Apache-2.0
// AND: from the totals of both operands to those of the unordered pairs of trends (rule 7).
#pragma once

#include "engine/trend/totals.h"

namespace horatio::trend {

// With C12 = `both` trends that match both operands: COUNT = C1 C2 - C12 (C12 + 1) / 2, which is rule 7's
// C1'C2' + C1'C12 + C2'C12 + C12 (C12 - 1) / 2 without small differences of large numbers. Components are
// sums over both trends of a pair; they are asked for only where C12 is 0. (The dual product alone would be
// wrong for C12 > 0: a pair never holds one trend twice.)
void combine_pairs(const Components& components, const Totals& first, const Totals& second,
                   const Number& both, Totals& pairs);

}  // namespace horatio::trend
