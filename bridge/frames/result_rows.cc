// SPDX-License-Identifier: Apache-2.0
#include "bridge/frames/result_rows.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <string_view>
#include <utility>

#include "bridge/frames/column_bytes.h"
#include "bridge/frames/frame_codec.h"

namespace horatio {
namespace {

Bytes view_unless(bool absent, const std::string& bytes) { return absent ? Bytes{} : view(bytes); }

}  // namespace

void ResultRows::CellColumn::add(const Cell& cell) {
  switch (cell.value.index()) {
    case 1:
      values.append(std::get<1>(cell.value));
      break;
    case 2:
      values.append(std::get<2>(cell.value));
      break;
    case 3:
      values.append(std::get<3>(cell.value));
      break;
    case 4:
      values.append(std::string_view(std::get<4>(cell.value)));
      break;
    default:
      values.append_null();
  }
  status.push_back(static_cast<char>(cell.status));
  const bool text_bound = !cell.bound_text.empty();
  put(bounds, text_bound ? std::numeric_limits<double>::infinity() : cell.bound);
  if (text_bound) {
    bound_texts.append(std::string_view(cell.bound_text));
  } else {
    bound_texts.append_null();
  }
  all_ok = all_ok && cell.status == CellStatus::kOk;
  exact = exact && cell.status != CellStatus::kApprox;
  within_doubles = within_doubles && !text_bound;
}

std::size_t ResultRows::CellColumn::bytes() const {
  return values.bytes() + bound_texts.bytes() + (all_ok ? 0 : status.size()) + (exact ? 0 : bounds.size());
}

void ResultRows::add(const ResultRow& row) {
  if (rows_ == 0) {
    query_ = row.query;
    windowed_ = row.window.has_value();
    timed_ = row.time.has_value();
    group_.resize(row.group.size());
    cells_.resize(row.cells.size());
  }
  assert(row.query == query_ && row.window.has_value() == windowed_ && row.time.has_value() == timed_);
  assert(row.group.size() == group_.size() && row.cells.size() == cells_.size());
  if (row.window) {
    put(starts_, row.window->start);
    put(ends_, row.window->end);
  }
  put(key_groups_, row.key_group);
  if (row.time) put(times_, *row.time);
  for (std::size_t i = 0; i < group_.size(); ++i) group_[i].append(row.group[i]);
  for (std::size_t i = 0; i < cells_.size(); ++i) cells_[i].add(row.cells[i]);
  ++rows_;
}

std::size_t ResultRows::bytes() const {
  std::size_t sum = starts_.size() + ends_.size() + key_groups_.size() + times_.size();
  for (const ColumnBuilder& column : group_) sum += column.bytes();
  for (const CellColumn& cell : cells_) sum += cell.bytes();
  return sum;
}

std::string ResultRows::encode(const FrameHeader& header) {
  ResultFrame frame;
  frame.query = query_;
  frame.rows = rows_;
  frame.windowed = windowed_;
  frame.starts = view(starts_);
  frame.ends = view(ends_);
  frame.key_groups = view(key_groups_);
  for (ColumnBuilder& column : group_) {
    frame.group.push_back(column.finish(ColumnBuilder::Texts::kDictionaryIfSmaller));
  }
  for (CellColumn& cell : cells_) {
    frame.cells.push_back({cell.values.finish(ColumnBuilder::Texts::kPlain),
                           view_unless(cell.all_ok, cell.status), view_unless(cell.exact, cell.bounds)});
  }
  frame.times = view(times_);
  const auto within = [](const CellColumn& cell) { return cell.within_doubles; };
  if (!std::ranges::all_of(cells_, within)) {
    for (CellColumn& cell : cells_)
      frame.bound_texts.push_back(cell.bound_texts.finish(ColumnBuilder::Texts::kPlain));
  }
  return encode_frame({header, std::move(frame)});
}

}  // namespace horatio
