// SPDX-License-Identifier: Apache-2.0
#include "engine/bench/answers.h"

#include <cstdio>
#include <type_traits>

namespace horatio::bench {
namespace {

// Digits of a cell, as a number to read back.
std::string digits(const Cell& cell) {
  return std::visit(
      [](const auto& value) -> std::string {
        using T = std::decay_t<decltype(value)>;
        if constexpr (std::is_same_v<T, std::monostate>) {
          return "";
        } else if constexpr (std::is_same_v<T, double>) {
          char text[40];
          std::snprintf(text, sizeof(text), "%.17g", value);
          return text;
        } else if constexpr (std::is_same_v<T, std::string>) {
          return value;
        } else {
          return std::to_string(value);
        }
      },
      cell.value);
}

bool is_near(const Cell& cell, const Wide& expected) {
  const std::string text = digits(cell);
  if (text.empty() || cell.status == CellStatus::kOverflow) return false;
  const Wide scale = expected == 0 ? Wide(1) : Wide(abs(expected));
  // All values that are not exact here are counts (relative bound) and averages of integers (no bound).
  return abs(Wide(text) - expected) <= scale * (Wide(cell.bound) + Wide("1e-15"));
}

bool matches(const Cell& cell, const Expected& expected) {
  if (std::holds_alternative<Null>(expected)) return digits(cell).empty() && cell.status == CellStatus::kOk;
  if (std::holds_alternative<Overflow>(expected)) return cell.status == CellStatus::kOverflow;
  if (const auto* exact = std::get_if<Exact>(&expected)) {
    return cell.status == CellStatus::kOk && digits(cell) == exact->str();
  }
  return is_near(cell, std::get<Wide>(expected));
}

std::string to_text(const Expected& expected) {
  if (std::holds_alternative<Null>(expected)) return "NULL";
  if (std::holds_alternative<Overflow>(expected)) return "OVERFLOW";
  if (const auto* exact = std::get_if<Exact>(&expected)) return exact->str();
  return std::get<Wide>(expected).str(20);
}

RowKey key_of(const ResultRow& row) {
  const Timestamp start = row.window ? row.window->start : 0;
  const std::int64_t group = row.group.empty() ? 0 : std::get<std::int64_t>(row.group.front());
  return {row.query, start, group};
}

std::string name(const RowKey& key) {
  return "query " + std::to_string(std::get<0>(key)) + ", window " + std::to_string(std::get<1>(key)) +
         ", group " + std::to_string(std::get<2>(key));
}

const Exact& largest_u64() {
  static const Exact largest = (Exact(1) << 64U) - 1;
  return largest;
}

}  // namespace

std::string clause(Numbers numbers) {
  if (numbers == Numbers::kExact) return "NUMBERS EXACT";
  return numbers == Numbers::kApprox ? "NUMBERS APPROX" : "NUMBERS U64";
}

Expected expected_count(const Exact& count, Numbers numbers) {
  if (numbers == Numbers::kU64 && count > largest_u64()) return Overflow{};
  if (numbers == Numbers::kApprox) return Wide(count);
  return count;
}

Expected expected_count(const Wide& count, Numbers numbers) {
  if (numbers == Numbers::kApprox) return count;
  if (count > Wide(largest_u64())) return Overflow{};
  return count.convert_to<Exact>();
}

void CheckingSink::accept(const ResultRow& row) {
  ++rows_;
  if (!fault_.empty()) return;
  const RowKey key = key_of(row);
  const auto expected = answers_.find(key);
  if (expected == answers_.end()) {
    fault_ = "unexpected row of " + name(key);
    return;
  }
  for (std::size_t i = 0; i < expected->second.size(); ++i) {
    if (i < row.cells.size() && matches(row.cells[i], expected->second[i])) continue;
    fault_ = "cell " + std::to_string(i) + " of " + name(key) + ": expected " +
             to_text(expected->second[i]).substr(0, 60) + ", got " + digits(row.cells[i]).substr(0, 60);
    return;
  }
}

std::string CheckingSink::fault() const {
  if (!fault_.empty() || rows_ == answers_.size()) return fault_;
  return "expected " + std::to_string(answers_.size()) + " rows, got " + std::to_string(rows_);
}

void SummingSink::accept(const ResultRow& row) {
  ++rows;
  for (const Cell& cell : row.cells) {
    if (const auto* value = std::get_if<std::uint64_t>(&cell.value)) sum += *value;
    if (const auto* text = std::get_if<std::string>(&cell.value)) sum += text->size();
    sum += static_cast<std::uint64_t>(cell.status) << 32U;
  }
}

}  // namespace horatio::bench
