// SPDX-License-Identifier: Apache-2.0
// Result rows into RESULT frames of a good size. One thread.
#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <vector>

#include "bridge/frames/column_builder.h"
#include "bridge/frames/frame.h"
#include "engine/model/result.h"

namespace horatio {

// Rows of one query that will be one frame.
class ResultRows {
 public:
  void add(const ResultRow& row);
  std::uint32_t rows() const { return rows_; }
  std::size_t bytes() const;
  std::string encode(const FrameHeader& header);

 private:
  struct CellColumn {
    ColumnBuilder values;
    std::string status;
    std::string bounds;
    bool all_ok = true;
    bool exact = true;
    void add(const Cell& cell);
  };

  QueryId query_ = 0;
  std::uint32_t rows_ = 0;
  bool windowed_ = false;
  std::string starts_, ends_, key_groups_;
  std::vector<ColumnBuilder> group_;
  std::vector<CellColumn> cells_;
};

// Collects the rows that an engine emits, by query. A query's rows keep their order over its frames; rows of
// different queries may change places, so take all frames before the watermark that made them due is
// answered:
//
//   do done = engine.emit(encoder, n); while (!done && !encoder.has_full_frame());
//   while (encoder.has_full_frame() || (done && !encoder.empty())) send(encoder.take(header));
//
// A frame holds about `frame_bytes`, and one row at least.
class ResultEncoder final : public ResultSink {
 public:
  explicit ResultEncoder(std::size_t queries, std::size_t frame_bytes = 192U << 10)
      : frame_bytes_(frame_bytes), open_(queries) {}

  // REQUIRES: row.query < queries; the rows of a query have the same number of group values and cells, and
  // either all have a window or none has.
  void accept(const ResultRow& row) override;

  bool empty() const { return rows_ == 0; }
  bool has_full_frame() const { return !full_.empty(); }
  std::size_t rows() const { return rows_; }    // that wait
  std::size_t bytes() const { return bytes_; }  // that their frames will take, about

  // The next frame, encoded: the oldest full one, else what there is of some query. REQUIRES: !empty().
  std::string take(const FrameHeader& header);

 private:
  ResultRows next();

  std::size_t frame_bytes_;
  std::size_t rows_ = 0;
  std::size_t bytes_ = 0;
  std::vector<ResultRows> open_;  // by query
  std::deque<ResultRows> full_;
};

}  // namespace horatio
