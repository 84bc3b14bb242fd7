// SPDX-License-Identifier: Apache-2.0
// What expressions give, and which operands go together.
#pragma once

#include <cstdint>
#include <string_view>

#include "engine/model/expression.h"

namespace horatio {

// kUnknown: a fault has been added, and no more are to follow from it. kSpan: a difference of times.
enum class Sort : std::uint8_t { kUnknown, kInteger, kNumber, kText, kBool, kTime, kSpan, kCondition };

// "a number", "a STRING": as the subject of an error.
std::string_view words_for(Sort sort);

Sort sort_of(AttributeType type);
bool is_numeric(Sort sort);

// What + - * / give for these operands; kUnknown: they do not go together.
Sort arithmetic_sort(Expression::Kind op, Sort left, Sort right);

// A TIMESTAMP is counted in time units, so it compares with an integer.
bool comparable(Sort left, Sort right);

// What to do about operands that do not go together; may be empty.
std::string_view comparison_remedy(Sort left, Sort right);

}  // namespace horatio
