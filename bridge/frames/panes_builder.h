// SPDX-License-Identifier: Apache-2.0
// Events into a PANES frame, as the C++ tests send it; the JVM has its own, faster sender.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "bridge/frames/column_builder.h"
#include "bridge/frames/frame.h"
#include "engine/model/schema.h"
#include "engine/model/value.h"

namespace horatio {

class PanesBuilder {
 public:
  // Appends an event; its arrival number is the number of rows before it. `values` are those of the type's
  // columns, in their order (the same number for all events of a type).
  void add(TypeId type, Timestamp time, Timestamp pane_start, KeyGroup key_group,
           std::span<const Value> values);

  std::uint32_t rows() const { return rows_; }

  // The frame, with no ingest time; the builder is empty afterwards.
  std::string encode(std::uint64_t session, std::uint64_t seq, std::int64_t oldest_arrival_ns);

 private:
  struct Block {
    std::vector<PaneSlice> panes;
    std::string key_groups, times, arrivals;
    std::vector<ColumnBuilder> columns;
    std::uint32_t rows = 0;
  };

  std::uint32_t rows_ = 0;
  std::map<TypeId, Block> blocks_;
};

}  // namespace horatio
