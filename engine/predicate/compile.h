// SPDX-License-Identifier: Apache-2.0
// From a bound expression to a Program: sorts of operands are decided here, once (INT, DECIMAL and FLOAT
// compute differently), and whatever depends on constants only is computed.
#pragma once

#include <vector>

#include "engine/model/expression.h"
#include "engine/model/status.h"
#include "engine/predicate/program.h"

namespace horatio::predicate {

inline constexpr int kDeepestExpression = 1000;

// kTypeMismatch where operands do not go together or the whole is no condition; kInvalidClause for a literal
// past its limits; kTooLarge past kDeepestExpression levels. O(size), and O(width^2) for literals.
Result<Program> compile(const Expression& condition);

// The same for a pair of events: what is marked `next` is read of the later one, all else of the earlier one,
// for which `slots` gains the attributes read, each once; Node::attribute is the index into it.
Result<Program> compile_pair(const Expression& condition, std::vector<AttributeId>& slots);

// REQUIRES: the kind of a comparison.
Comparison comparison_of(Expression::Kind kind);

}  // namespace horatio::predicate
