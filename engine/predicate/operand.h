// SPDX-License-Identifier: Apache-2.0
// The sorts of values that a condition computes with, and what the compiler knows of a subexpression.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/model/status.h"
#include "engine/predicate/node.h"
#include "engine/predicate/number.h"

namespace horatio::predicate {

// Of two numbers the greater sort is that of the result.
enum class Sort : std::uint8_t { kNull, kInteger, kDecimal, kFloat, kText, kTruth };

// A compiled subexpression. A number that depends on constants only is in `constant` too.
struct Operand {
  Sort sort = Sort::kNull;
  NodeId node = 0;
  std::optional<Number> constant;
};

inline bool is_number(Sort sort) {
  return sort == Sort::kInteger || sort == Sort::kDecimal || sort == Sort::kFloat;
}

const char* name_of(Sort sort);  // with its article

// kTypeMismatch: "A and B cannot be `what`".
Error mismatch(Sort left, Sort right, const char* what);

}  // namespace horatio::predicate
