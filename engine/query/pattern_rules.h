// SPDX-License-Identifier: Apache-2.0
// What the shape of a pattern must be, whatever its types are: where NOT, NOT ... FOR and AND can stand.
#pragma once

#include "engine/query/fault_list.h"
#include "engine/query/syntax.h"

namespace horatio {

// Without what says nothing: A{1} and SEQ(A) are A, an OR in an OR is one OR (and an AND in an AND, which can
// only be refused, one AND). SEQ(NOT A) stays, since NOT needs its SEQ.
syntax::Pattern simplified(syntax::Pattern pattern);

// Adds a fault for each NOT, FOR and AND that cannot stand where it does (rules 6 and 7 of the language), at
// its place and with what to write instead. REQUIRES: `pattern` is simplified. O(size).
void check_pattern(const syntax::Pattern& pattern, FaultList& faults);

}  // namespace horatio
