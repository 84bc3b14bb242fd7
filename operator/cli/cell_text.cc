// SPDX-License-Identifier: Apache-2.0
#include "operator/cli/cell_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string_view>
#include <variant>

#include "engine/model/scientific.h"

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

double scaled(std::int64_t unscaled, AttributeType type) {
  const double power = type.kind == AttributeKind::kDecimal ? std::pow(10.0, type.scale) : 1.0;
  return static_cast<double>(unscaled) / power;
}

// An APPROX value, whatever form it came in; a text has the form already.
TextClass append_approximation(std::string& out, const Cell& cell, AttributeType type) {
  double number = 0;
  if (const auto* text = std::get_if<std::string>(&cell.value)) return out += *text, TextClass::kNumber;
  if (const auto* real = std::get_if<double>(&cell.value)) number = *real;
  if (const auto* integer = std::get_if<std::int64_t>(&cell.value)) number = scaled(*integer, type);
  if (const auto* count = std::get_if<std::uint64_t>(&cell.value)) number = static_cast<double>(*count);
  if (std::holds_alternative<std::monostate>(cell.value) || !std::isfinite(number)) return TextClass::kNull;
  append_scientific(out, number);
  return TextClass::kNumber;
}

struct Scientific {
  double mantissa = 0;
  std::int64_t exponent = 0;
};

Scientific read_scientific(std::string_view text) {
  Scientific number;
  const std::size_t e = std::min(text.find('e'), text.size());
  std::from_chars(text.data(), text.data() + e, number.mantissa);
  const std::string_view exponent = text.substr(std::min(e + 1, text.size()));
  const std::size_t plus = exponent.starts_with('+') ? 1 : 0;
  std::from_chars(exponent.data() + plus, exponent.data() + exponent.size(), number.exponent);
  return number;
}

// A bound as text is beyond every double, an infinite one included.
bool exceeds(const Cell& cell, const Cell& other) {
  if (cell.bound_text.empty() || other.bound_text.empty()) {
    if (cell.bound_text.empty() != other.bound_text.empty()) return other.bound_text.empty();
    return cell.bound > other.bound;
  }
  const Scientific a = read_scientific(cell.bound_text);
  const Scientific b = read_scientific(other.bound_text);
  return a.exponent != b.exponent ? a.exponent > b.exponent : a.mantissa > b.mantissa;
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
  if (cell.status == CellStatus::kApprox) return append_approximation(out, cell, type);
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

void append_status(std::string& out, const Cell& cell) {
  switch (cell.status) {
    case CellStatus::kOk:
      out += "OK";
      return;
    case CellStatus::kOverflow:
      out += "OVERFLOW";
      return;
    case CellStatus::kApprox:
      out += "APPROX(";
      if (cell.bound_text.empty()) {
        append_shortest_scientific(out, cell.bound);
      } else {
        out += cell.bound_text;
      }
      out += ')';
      return;
  }
}

void append_row_status(std::string& out, const ResultRow& row) {
  const Cell ok;
  const Cell* worst = &ok;
  for (const Cell& cell : row.cells) {
    const bool worse = cell.status > worst->status;
    if (worse || (cell.status == worst->status && exceeds(cell, *worst))) worst = &cell;
  }
  append_status(out, *worst);
}

}  // namespace horatio::process
