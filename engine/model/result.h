// SPDX-License-Identifier: Apache-2.0
// Result rows: one per query, window and group that has a trend (rules 4, 5 and 10).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/model/query.h"
#include "engine/model/value.h"

namespace horatio {

enum class CellStatus : std::uint8_t { kOk = 0, kApprox = 1, kOverflow = 2 };

// One aggregate of a row. monostate is NULL, or the emptiness of an overflowed cell. Counts are unsigned 64-bit
// or, past that, decimal digits; DECIMAL sums are decimal text.
struct Cell {
  std::variant<std::monostate, std::uint64_t, std::int64_t, double, std::string> value;
  CellStatus status = CellStatus::kOk;
  double bound = 0;  // kApprox: absolute for sums and averages, relative for counts
};

struct ResultRow {
  QueryId query = 0;
  std::optional<WindowBounds> window;  // none: the query has no WITHIN
  KeyGroup key_group = 0;              // of the group
  std::vector<Value> group;            // by Query::group_by
  std::vector<Cell> cells;             // by Query::aggregates
};

class ResultSink {
 public:
  virtual ~ResultSink() = default;
  virtual void accept(const ResultRow& row) = 0;  // the row is valid during the call only
};

}  // namespace horatio
