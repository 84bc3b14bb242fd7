// SPDX-License-Identifier: Apache-2.0
// Alternatives as the algebra of constraints on an edge: sets of negations under "or" (union) and "and"
// (pairwise union of the sets), kept minimal: a set that contains another is implied by it.
#pragma once

#include <cstdint>

#include "engine/automaton/guarded_positions.h"

namespace horatio::automaton {

// Drops sets that contain another, sorts the rest. O(n^2).
void minimise(Alternatives& sets);

// One of either holds.
Alternatives either(const Alternatives& left, const Alternatives& right);

// One of each holds, and all of `between`.
Alternatives both(const Alternatives& left, std::uint64_t between, const Alternatives& right);

}  // namespace horatio::automaton
