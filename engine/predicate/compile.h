// SPDX-License-Identifier: Apache-2.0
// From a bound expression to a Program: sorts of operands are decided here, once (INT, DECIMAL and FLOAT
// compute differently), and whatever depends on constants only is computed.
#pragma once

#include "engine/model/expression.h"
#include "engine/model/status.h"
#include "engine/predicate/program.h"

namespace horatio::predicate {

inline constexpr int kDeepestExpression = 1000;

// kTypeMismatch where operands do not go together or the whole is no condition; kInvalidClause for a literal
// past its limits; kTooLarge past kDeepestExpression levels. O(size), and O(width^2) for literals.
Result<Program> compile(const Expression& condition);

}  // namespace horatio::predicate
