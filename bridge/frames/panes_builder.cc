// SPDX-License-Identifier: Apache-2.0
#include "bridge/frames/panes_builder.h"

#include <cassert>
#include <limits>
#include <utility>

#include "bridge/frames/column_bytes.h"
#include "bridge/frames/frame_codec.h"

namespace horatio {
void PanesBuilder::add(TypeId type, Timestamp time, Timestamp pane_start, KeyGroup key_group,
                       std::span<const Value> values) {
  Block& block = blocks_[type];
  if (block.rows == 0) block.columns.resize(values.size());
  assert(block.columns.size() == values.size());
  if (block.panes.empty() || block.panes.back().start != pane_start) {
    block.panes.push_back({pane_start, block.rows, 0});
  }
  ++block.panes.back().rows;
  put(block.key_groups, key_group);
  put(block.times, time);
  put(block.arrivals, rows_);
  for (std::size_t i = 0; i < values.size(); ++i) block.columns[i].append(values[i]);
  ++block.rows;
  ++rows_;
}

std::string PanesBuilder::encode(std::uint64_t session, std::uint64_t seq, std::int64_t oldest_arrival_ns) {
  PanesFrame frame{oldest_arrival_ns, std::numeric_limits<std::int64_t>::min(), {}};
  for (auto& [type, block] : blocks_) {
    PanesBlock& out = frame.blocks.emplace_back();
    out.type = type;
    out.rows = block.rows;
    out.panes = block.panes;
    out.key_groups = view(block.key_groups);
    out.times = view(block.times);
    out.arrivals = view(block.arrivals);
    for (ColumnBuilder& column : block.columns) {
      out.columns.push_back(column.finish(ColumnBuilder::Texts::kDictionaryIfSmaller));
    }
  }
  std::string bytes = encode_frame({{FrameKind::kPanes, session, seq}, std::move(frame)});
  blocks_.clear();
  rows_ = 0;
  return bytes;
}

}  // namespace horatio
