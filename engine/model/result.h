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

// One aggregate of a row. monostate is NULL, or the emptiness of an overflowed cell. Text holds what the other
// forms cannot, always as a number in decimal digits: exact counts past 64 bits and exact sums past 64 bits
// (digits, with a sign), DECIMAL sums and extremes (with all their decimals), averages and approximate values
// beyond the range of a double ("d.ddde+N" with 17 significant digits).
struct Cell {
  std::variant<std::monostate, std::uint64_t, std::int64_t, double, std::string> value;
  CellStatus status = CellStatus::kOk;
  double bound = 0;        // kApprox: absolute for sums and averages, relative for counts; may be infinite
  std::string bound_text = {};  // kApprox: the bound where it is beyond the range of a double, as in "1.2e+400"
};

struct ResultRow {
  QueryId query = 0;
  std::optional<WindowBounds> window;  // none: the query has no WITHIN; of EVENTS: their numbers
  KeyGroup key_group = 0;              // of the group
  std::vector<Value> group;            // by Query::group_by
  std::vector<Cell> cells;             // by Query::aggregates
  // EVENTS windows only: the time of the window's last event; kEndOfTime if the input ended before it was full.
  std::optional<Timestamp> time = {};
};

class ResultSink {
 public:
  virtual ~ResultSink() = default;
  virtual void accept(const ResultRow& row) = 0;  // the row is valid during the call only
};

}  // namespace horatio
