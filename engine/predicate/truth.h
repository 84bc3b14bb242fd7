// SPDX-License-Identifier: Apache-2.0
// SQL's three-valued logic: AND is the least, OR the greatest of its operands.
#pragma once

#include <cstdint>

namespace horatio::predicate {

enum class Truth : std::uint8_t { kFalse = 0, kUnknown = 1, kTrue = 2 };

inline Truth truth_of(bool value) { return value ? Truth::kTrue : Truth::kFalse; }
inline Truth negation(Truth value) { return static_cast<Truth>(2 - static_cast<int>(value)); }

}  // namespace horatio::predicate
