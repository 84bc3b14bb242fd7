// SPDX-License-Identifier: Apache-2.0
// A single value outside of columns: a part of a key, a constant. NULL is monostate; DECIMAL is its scaled integer.
#pragma once

#include <cstdint>
#include <string>
#include <variant>

namespace horatio {

using Value = std::variant<std::monostate, std::int64_t, double, bool, std::string>;

// Order of result rows: NULL first, numbers by value (-0.0 and 0.0 are equal), text by bytes, false before true.
// REQUIRES: both of one attribute type.
int compare(const Value& left, const Value& right);

}  // namespace horatio
