// SPDX-License-Identifier: Apache-2.0
// Values of result rows as text, the same in every format: integers whole, FLOAT with 17 significant digits,
// DECIMAL(n) with n decimals, approximations as d.dddde+N with 17 digits (engine/model/scientific.h), times
// as the input writes them. Pure.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/model/result.h"
#include "engine/model/schema.h"
#include "engine/model/value.h"
#include "operator/cli/time_text.h"

namespace horatio::process {

// How a text stands in a row, which decides about quotes.
enum class TextClass : std::uint8_t { kNull, kNumber, kBool, kTime, kText };

void append_float(std::string& out, double value);

// Both append the bare text, unquoted. `type`: of the attribute or of the aggregate's values.
TextClass append_value(std::string& out, const Value& value, AttributeType type, TimeFormat times);
TextClass append_cell(std::string& out, const Cell& cell, AttributeType type, TimeFormat times);

// OK, APPROX(bound), OVERFLOW. The bound is in the shortest form that reads back as the same number: 1.2e-3.
void append_status(std::string& out, const Cell& cell);

// The worst of the row's cells; of APPROX cells the one with the largest bound.
void append_row_status(std::string& out, const ResultRow& row);

}  // namespace horatio::process
