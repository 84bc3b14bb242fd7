// SPDX-License-Identifier: Apache-2.0
#include "operator/cli/cell_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <variant>

namespace horatio::process {
namespace {

template <class Integer>
void append_integer(std::string& out, Integer value) {
  std::array<char, 24> digits{};
  const auto written = std::to_chars(digits.data(), digits.data() + digits.size(), value);
  out.append(digits.data(), written.ptr);
}

// `unscaled` * 10^-scale with all its decimals: digits before the point, at least one.
void append_decimal(std::string& out, std::int64_t unscaled, unsigned scale) {
  std::string digits;
  append_integer(digits, unscaled);
  if (unscaled < 0) {
    out += '-';
    digits.erase(0, 1);
  }
  if (digits.size() <= scale) digits.insert(0, scale + 1 - digits.size(), '0');
  if (scale > 0) digits.insert(digits.size() - scale, 1, '.');
  out += digits;
}

TextClass append_typed_integer(std::string& out, std::int64_t value, AttributeType type, TimeFormat times) {
  if (type.kind == AttributeKind::kTimestamp) {
    append_time(out, value, times);
    return TextClass::kTime;
  }
  append_decimal(out, value, type.kind == AttributeKind::kDecimal ? type.scale : 0U);
  return TextClass::kNumber;
}

TextClass append_text(std::string& out, const std::string& text, AttributeType type) {
  out += text;
  return type.kind == AttributeKind::kString ? TextClass::kText : TextClass::kNumber;
}

}  // namespace

void append_float(std::string& out, double value) {
  constexpr int kSignificantDigits = 17;
  std::array<char, 40> digits{};
  const auto written = std::to_chars(digits.data(), digits.data() + digits.size(), value == 0 ? 0.0 : value,
                                     std::chars_format::general, kSignificantDigits);
  out.append(digits.data(), written.ptr);
}

TextClass append_value(std::string& out, const Value& value, AttributeType type, TimeFormat times) {
  if (const auto* integer = std::get_if<std::int64_t>(&value))
    return append_typed_integer(out, *integer, type, times);
  if (const auto* text = std::get_if<std::string>(&value)) return append_text(out, *text, type);
  if (const auto* number = std::get_if<double>(&value)) return append_float(out, *number), TextClass::kNumber;
  if (const auto* truth = std::get_if<bool>(&value))
    return out += *truth ? "true" : "false", TextClass::kBool;
  return TextClass::kNull;
}

TextClass append_cell(std::string& out, const Cell& cell, AttributeType type, TimeFormat times) {
  if (cell.status == CellStatus::kOverflow) return TextClass::kNull;
  if (const auto* integer = std::get_if<std::int64_t>(&cell.value)) {
    return append_typed_integer(out, *integer, type, times);
  }
  if (const auto* count = std::get_if<std::uint64_t>(&cell.value))
    return append_integer(out, *count), TextClass::kNumber;
  if (const auto* text = std::get_if<std::string>(&cell.value)) return append_text(out, *text, type);
  if (const auto* number = std::get_if<double>(&cell.value)) {
    if (!std::isfinite(*number)) return TextClass::kNull;
    return append_float(out, *number), TextClass::kNumber;
  }
  return TextClass::kNull;
}

void append_status(std::string& out, CellStatus status, double bound) {
  switch (status) {
    case CellStatus::kOk:
      out += "OK";
      return;
    case CellStatus::kOverflow:
      out += "OVERFLOW";
      return;
    case CellStatus::kApprox:
      out += "APPROX(";
      append_float(out, bound);
      out += ')';
      return;
  }
}

void append_row_status(std::string& out, const ResultRow& row) {
  CellStatus worst = CellStatus::kOk;
  double bound = 0;
  for (const Cell& cell : row.cells) {
    worst = std::max(worst, cell.status);
    if (cell.status == CellStatus::kApprox) bound = std::max(bound, cell.bound);
  }
  append_status(out, worst, bound);
}

}  // namespace horatio::process
