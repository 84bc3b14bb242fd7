// SPDX-License-Identifier: Apache-2.0
// A table to be read by people. Columns are as wide as the first rows need; what is wider later pushes its
// line out. Long numbers are abbreviated, here only: 1.2346e+45.
#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "operator/cli/result_printer.h"
#include "operator/cli/row_cells.h"

namespace horatio::process {
namespace {

constexpr std::size_t kMeasuredRows = 1000;
constexpr std::size_t kLongestNumber = 16;  // characters, with a sign
constexpr std::size_t kDigitsLeft = 5;      // of a longer one

// A number's first digits, as many as it takes to round to kDigitsLeft, and the power of ten of the first.
struct Digits {
  std::string text;
  std::int64_t exponent = 0;
};

Digits digits_of(std::string_view number) {
  const std::string_view mantissa = number.substr(0, number.find('e'));
  const std::string_view whole = mantissa.substr(0, mantissa.find('.'));
  Digits digits{{}, static_cast<std::int64_t>(whole.size()) - 1};
  if (mantissa.size() < number.size()) {
    const std::string_view power =
        number.substr(mantissa.size() + (number[mantissa.size() + 1] == '+' ? 2 : 1));
    std::int64_t exponent = 0;
    std::from_chars(power.data(), power.data() + power.size(), exponent);
    digits.exponent += exponent;
  }
  for (const char c : mantissa) {
    if (c != '.' && digits.text.size() <= kDigitsLeft) digits.text += c;
  }
  digits.text.resize(kDigitsLeft + 1, '0');
  return digits;
}

// The first five digits, the last of them rounded: 99999.7 becomes 1.0000 with the next exponent.
std::string abbreviated(std::string_view number) {
  const bool negative = number.starts_with('-');
  if (negative) number.remove_prefix(1);
  Digits digits = digits_of(number);
  int leading = 0;
  std::from_chars(digits.text.data(), digits.text.data() + kDigitsLeft, leading);
  if (digits.text.back() >= '5') ++leading;
  if (leading == 100'000) {
    leading = 10'000;
    ++digits.exponent;
  }
  std::string text = std::to_string(leading);
  text.resize(kDigitsLeft, '0');
  text.insert(1, ".");
  return (negative ? "-" : "") + text + (digits.exponent < 0 ? "e" : "e+") + std::to_string(digits.exponent);
}

// What is long because of its size or of its exponent; decimals alone are left as they are.
bool is_long(std::string_view number) {
  if (number.find('e') != std::string_view::npos) return number.size() > kLongestNumber;
  return number.substr(0, number.find('.')).size() > kLongestNumber;
}

// Terminals count characters, of which UTF-8 has one for each byte that does not continue another.
std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == '\x7F'; }

struct TableCell {
  std::string text;
  bool right = false;  // aligned
};

TableCell table_cell(const TextCell& cell) {
  TableCell shown{cell.text, cell.kind == TextClass::kNumber || cell.kind == TextClass::kTime};
  if (cell.kind == TextClass::kNumber && is_long(cell.text)) shown.text = abbreviated(cell.text);
  if (cell.kind == TextClass::kText && cell.text.empty()) shown.text = "\"\"";
  std::ranges::replace_if(shown.text, is_control, ' ');
  return shown;
}

class TablePrinter final : public ResultPrinter {
 public:
  TablePrinter(OutputFile& out, const Workload& workload, const TimeFormat& times)
      : out_(out), times_(times), cells_(workload) {
    std::vector<TableCell>& header = measured_.emplace_back();
    for (const std::string& name : cells_.header()) header.push_back({name, false});
    widths_.resize(header.size(), 0);
  }

  void accept(const ResultRow& row) override {
    ++rows_;
    std::vector<TableCell> line;
    for (const TextCell& cell : cells_.spread(row, times_)) line.push_back(table_cell(cell));
    if (printing_) return print(line);
    measured_.push_back(std::move(line));
    if (measured_.size() > kMeasuredRows) begin_printing();
  }

  void finish() override {
    if (!printing_) begin_printing();
    const std::string rows = rows_ == 1 ? " row" : " rows";
    out_.buffer() += "(" + std::to_string(rows_) + rows + ")\n";
    out_.written();
  }

 private:
  void begin_printing() {
    printing_ = true;
    for (const auto& line : measured_) {
      for (std::size_t i = 0; i < line.size(); ++i) widths_[i] = std::max(widths_[i], width_of(line[i].text));
    }
    align_header();
    print(measured_.front());
    print_rule();
    for (std::size_t i = 1; i < measured_.size(); ++i) print(measured_[i]);
    measured_.clear();
  }

  // A name stands over its values.
  void align_header() {
    for (std::size_t i = 1; i < measured_.size(); ++i) {
      for (std::size_t j = 0; j < widths_.size(); ++j) measured_[0][j].right |= measured_[i][j].right;
    }
  }

  void print(const std::vector<TableCell>& line) {
    std::string text;
    for (std::size_t i = 0; i < line.size(); ++i) {
      const std::size_t width = width_of(line[i].text);
      const std::string blanks(widths_[i] > width ? widths_[i] - width : 0, ' ');
      if (i > 0) text += "  ";
      text += line[i].right ? blanks + line[i].text : line[i].text + blanks;
    }
    text.erase(text.find_last_not_of(' ') + 1);
    out_.buffer() += text + '\n';
    out_.written();
  }

  void print_rule() {
    std::string text;
    for (std::size_t i = 0; i < widths_.size(); ++i)
      text += (i > 0 ? "  " : "") + std::string(widths_[i], '-');
    out_.buffer() += text + '\n';
  }

  OutputFile& out_;
  const TimeFormat& times_;
  RowCells cells_;
  std::vector<std::vector<TableCell>> measured_;  // the header first
  std::vector<std::size_t> widths_;
  bool printing_ = false;
};

}  // namespace

std::unique_ptr<ResultPrinter> make_table_printer(OutputFile& out, const Workload& workload,
                                                  const TimeFormat& times) {
  return std::make_unique<TablePrinter>(out, workload, times);
}

}  // namespace horatio::process
