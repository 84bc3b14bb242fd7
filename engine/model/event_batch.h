// SPDX-License-Identifier: Apache-2.0
// Events in columns. A batch is a set of blocks, one per event type; a block has one view per attribute of its
// type. Views point into memory that EventBatch::owner keeps alive (a frame, or vectors of a file reader), so
// events are read in place. Values may be unaligned and are little-endian; they are read with memcpy.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

#include "engine/model/schema.h"

namespace horatio {

// Unaligned read of element `index` of an array of T.
template <class T>
T load(const std::byte* base, std::size_t index) {
  T value;
  std::memcpy(&value, base + index * sizeof(T), sizeof(T));
  return value;
}

// One attribute over the rows of a block. INT, DECIMAL (scaled) and TIMESTAMP are kInt64; BOOL is one byte.
struct ColumnView {
  enum class Encoding : std::uint8_t { kAbsent, kInt64, kFloat64, kBool, kText, kTextDictionary };

  Encoding encoding = Encoding::kAbsent;     // kAbsent: every row is NULL
  const std::byte* validity = nullptr;       // bit i (LSB first) set: row i is not NULL; nullptr: none is NULL
  const std::byte* values = nullptr;         // kInt64, kFloat64, kBool: values; kTextDictionary: u32 codes
  const std::byte* offsets = nullptr;        // text: u32 offsets into bytes, one more than texts
  const std::byte* bytes = nullptr;          // text: UTF-8

  bool is_null(std::uint32_t row) const {
    if (encoding == Encoding::kAbsent) return true;
    return validity != nullptr && ((static_cast<unsigned>(validity[row >> 3]) >> (row & 7U)) & 1U) == 0;
  }
  // REQUIRES for all below: !is_null(row) and the matching encoding.
  std::int64_t int_at(std::uint32_t row) const { return load<std::int64_t>(values, row); }
  double float_at(std::uint32_t row) const { return load<double>(values, row); }
  bool bool_at(std::uint32_t row) const { return values[row] != std::byte{0}; }
  std::string_view text_at(std::uint32_t row) const {
    const std::uint32_t slot = encoding == Encoding::kTextDictionary ? load<std::uint32_t>(values, row) : row;
    const auto begin = load<std::uint32_t>(offsets, slot);
    const auto end = load<std::uint32_t>(offsets, slot + 1);
    return {reinterpret_cast<const char*>(bytes) + begin, end - begin};
  }
};

// The rows of one event type.
struct EventBlock {
  TypeId type = 0;
  std::uint32_t rows = 0;
  const std::byte* times = nullptr;       // i64
  const std::byte* key_groups = nullptr;  // u16; nullptr: all rows are of key group 0
  const std::byte* arrivals = nullptr;    // u32, the row's place of arrival within the batch, distinct over its blocks
  std::vector<ColumnView> columns;        // one per attribute of the type, by AttributeId

  Timestamp time(std::uint32_t row) const { return load<std::int64_t>(times, row); }
  KeyGroup key_group(std::uint32_t row) const {
    return key_groups == nullptr ? KeyGroup{0} : load<std::uint16_t>(key_groups, row);
  }
  std::uint32_t arrival(std::uint32_t row) const { return load<std::uint32_t>(arrivals, row); }
};

struct EventBatch {
  std::vector<EventBlock> blocks;
  std::shared_ptr<const void> owner;  // keeps what the views point to alive
  std::size_t bytes = 0;              // memory that `owner` holds, for accounting
};

// One event of a batch, with its time at hand.
struct EventRef {
  Timestamp time = 0;
  const EventBlock* block = nullptr;
  std::uint32_t row = 0;
  TypeId type() const { return block->type; }
};

}  // namespace horatio
