// SPDX-License-Identifier: Apache-2.0
#include "bridge/frames/frame_check.h"

#include <algorithm>
#include <vector>

#include "engine/model/event_batch.h"

namespace horatio {
namespace {

Error bad_frame(std::string where, const std::string& fault) {
  return Error{ErrorCode::kBadFrame, std::move(where) + ": " + fault, {}, {}};
}

std::string in_block(std::size_t block) { return "PANES block " + std::to_string(block); }

std::string bin_fault(const char* name, Bytes bin, std::size_t rows, std::size_t width) {
  if (bin.size() == rows * width) return {};
  return std::string(name) + " has " + std::to_string(bin.size()) + " bytes, " + std::to_string(rows) +
         " rows need " + std::to_string(rows * width);
}

// The same for bins that are absent if nothing is to be said.
std::string optional_bin_fault(const char* name, Bytes bin, std::size_t rows, std::size_t width) {
  return bin.empty() ? std::string{} : bin_fault(name, bin, rows, width);
}

std::string byte_fault(const char* name, Bytes bytes, unsigned largest) {
  const auto at =
      std::ranges::find_if(bytes, [largest](std::byte b) { return std::to_integer<unsigned>(b) > largest; });
  if (at == bytes.end()) return {};
  return std::string(name) + " is " + std::to_string(std::to_integer<unsigned>(*at)) + " at row " +
         std::to_string(at - bytes.begin()) + ", at most " + std::to_string(largest) + " is known";
}

std::string first_of(std::initializer_list<std::string> faults) {
  const auto* at = std::ranges::find_if(faults, [](const std::string& fault) { return !fault.empty(); });
  return at == faults.end() ? std::string{} : *at;
}

std::string pane_table_fault(const PanesBlock& block) {
  std::uint64_t next = 0;
  for (std::size_t i = 0; i < block.panes.size(); ++i) {
    const PaneSlice& pane = block.panes[i];
    const std::string entry = "entry " + std::to_string(i) + " of the pane table ";
    if (pane.rows == 0) return entry + "has no rows";
    if (pane.first_row != next) {
      return entry + "begins at row " + std::to_string(pane.first_row) + ", expected row " +
             std::to_string(next);
    }
    next += pane.rows;
  }
  if (next == block.rows) return {};
  return "the pane table covers " + std::to_string(next) + " of " + std::to_string(block.rows) + " rows";
}

std::string block_fault(const PanesBlock& block) {
  if (block.rows == 0) return "has no rows";
  return first_of({pane_table_fault(block), bin_fault("key_groups", block.key_groups, block.rows, 2),
                   bin_fault("times", block.times, block.rows, 8),
                   bin_fault("arrivals", block.arrivals, block.rows, 4)});
}

Status check_block(const PanesBlock& block, std::size_t number) {
  if (std::string fault = block_fault(block); !fault.empty()) return bad_frame(in_block(number), fault);
  for (std::size_t i = 0; i < block.columns.size(); ++i) {
    if (std::string fault = column_fault(block.columns[i], block.rows, false); !fault.empty()) {
      return bad_frame(in_block(number) + " column " + std::to_string(i), fault);
    }
  }
  return {};
}

// Arrival numbers are distinct and below the rows of the frame: a permutation.
Status check_arrivals(const PanesFrame& frame, std::size_t total) {
  std::vector<bool> seen(total);
  for (std::size_t i = 0; i < frame.blocks.size(); ++i) {
    const PanesBlock& block = frame.blocks[i];
    for (std::uint32_t row = 0; row < block.rows; ++row) {
      const auto arrival = load<std::uint32_t>(block.arrivals.data(), row);
      const bool twice = arrival < total && seen[arrival];
      if (arrival >= total || twice) {
        return bad_frame(
            in_block(i),
            "arrivals has " + std::to_string(arrival) + " at row " + std::to_string(row) +
                (twice ? " a second time" : ", the frame has " + std::to_string(total) + " rows"));
      }
      seen[arrival] = true;
    }
  }
  return {};
}

Status check_row_limit(const char* kind, std::uint64_t rows, const FrameLimits& limits) {
  if (rows <= limits.rows) return {};
  return Error{ErrorCode::kLimitExceeded,
               std::string(kind) + " has " + std::to_string(rows) + " rows, at most " +
                   std::to_string(limits.rows) + " are taken",
               "send smaller frames",
               {}};
}

std::string result_bins_fault(const ResultFrame& frame) {
  const std::size_t window_width = frame.windowed ? 8 : 0;
  return first_of({bin_fault("starts", frame.starts, frame.rows, window_width),
                   bin_fault("ends", frame.ends, frame.rows, window_width),
                   bin_fault("key_groups", frame.key_groups, frame.rows, 2),
                   optional_bin_fault("shed", frame.shed, frame.rows, 8),
                   optional_bin_fault("partial", frame.partial, frame.rows, 1),
                   byte_fault("partial", frame.partial, 1),
                   optional_bin_fault("times", frame.times, frame.rows, 8)});
}

std::string cell_fault(const ResultCellColumn& cell, std::uint32_t rows) {
  return first_of({column_fault(cell.values, rows, true), optional_bin_fault("status", cell.status, rows, 1),
                   byte_fault("status", cell.status, 2), optional_bin_fault("bounds", cell.bounds, rows, 8)});
}

std::string bound_text_fault(const ColumnData& column, std::uint32_t rows) {
  if (column.encoding != ColumnEncoding::kText && column.encoding != ColumnEncoding::kNull) {
    return "is no TEXT";
  }
  return column_fault(column, rows, true);
}

// None at all, or a column for each of the cells.
Status check_bound_texts(const ResultFrame& frame) {
  if (!frame.bound_texts.empty() && frame.bound_texts.size() != frame.cells.size()) {
    return bad_frame("RESULT bound_texts", "has " + std::to_string(frame.bound_texts.size()) +
                                               " columns, cells has " + std::to_string(frame.cells.size()));
  }
  for (std::size_t i = 0; i < frame.bound_texts.size(); ++i) {
    if (std::string fault = bound_text_fault(frame.bound_texts[i], frame.rows); !fault.empty()) {
      return bad_frame("RESULT bound_texts column " + std::to_string(i), fault);
    }
  }
  return {};
}

}  // namespace

Status check_panes(const PanesFrame& frame, const FrameLimits& limits) {
  std::uint64_t total = 0;
  for (const PanesBlock& block : frame.blocks) total += block.rows;
  if (Status status = check_row_limit("PANES", total, limits); !status) return status;
  for (std::size_t i = 0; i < frame.blocks.size(); ++i) {
    if (Status status = check_block(frame.blocks[i], i); !status) return status;
  }
  return check_arrivals(frame, static_cast<std::size_t>(total));
}

Status check_result(const ResultFrame& frame, const FrameLimits& limits) {
  if (Status status = check_row_limit("RESULT", frame.rows, limits); !status) return status;
  if (std::string fault = result_bins_fault(frame); !fault.empty()) return bad_frame("RESULT", fault);
  for (std::size_t i = 0; i < frame.group.size(); ++i) {
    if (std::string fault = column_fault(frame.group[i], frame.rows, true); !fault.empty()) {
      return bad_frame("RESULT group column " + std::to_string(i), fault);
    }
  }
  for (std::size_t i = 0; i < frame.cells.size(); ++i) {
    if (std::string fault = cell_fault(frame.cells[i], frame.rows); !fault.empty()) {
      return bad_frame("RESULT cells column " + std::to_string(i), fault);
    }
  }
  return check_bound_texts(frame);
}

}  // namespace horatio
