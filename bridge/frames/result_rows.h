// SPDX-License-Identifier: Apache-2.0
// Result rows into RESULT frames.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "bridge/frames/column_builder.h"
#include "bridge/frames/frame.h"
#include "engine/model/result.h"

namespace horatio {

// Rows of one query that will be one frame. How many (64 to 240 KiB are a good size) and under which credit
// is up to who sends them. Amortised O(values) per row.
class ResultRows {
 public:
  // REQUIRES: all rows are of one query, with the same number of group values and of cells, and either all
  // have a window or none has, and so for a time.
  void add(const ResultRow& row);
  std::uint32_t rows() const { return rows_; }
  std::size_t bytes()
      const;  // of the columns; the frame takes no more than this and its heads, 5 bytes per bin
  // REQUIRES: rows() > 0.
  std::string encode(const FrameHeader& header);

 private:
  struct CellColumn {
    ColumnBuilder values;
    std::string status;
    std::string bounds;
    ColumnBuilder bound_texts;
    bool all_ok = true;
    bool exact = true;
    bool within_doubles = true;  // the bounds
    void add(const Cell& cell);
    std::size_t bytes() const;
  };

  QueryId query_ = 0;
  std::uint32_t rows_ = 0;
  bool windowed_ = false;
  bool timed_ = false;
  std::string starts_, ends_, key_groups_, times_;
  std::vector<ColumnBuilder> group_;
  std::vector<CellColumn> cells_;
};

}  // namespace horatio
