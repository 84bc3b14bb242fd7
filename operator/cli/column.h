// SPDX-License-Identifier: Apache-2.0
// One attribute over the rows of a block while they are read: values are written in the form in which the
// engine reads them. A row may be written again until the next one is begun, which is how a row that turns
// out to be unreadable is dropped. Owned by one thread; immutable once viewed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/model/event_batch.h"
#include "engine/model/schema.h"
#include "operator/cli/text_dictionary.h"

namespace horatio::process {

class Column {
 public:
  // `dictionary` is used for text only and outlives the writing, not the reading.
  Column(AttributeKind kind, TextDictionary* dictionary);

  // Makes room for rows [0, rows). What is written stays.
  void reserve(std::uint32_t rows);

  // Before a row is written (again).
  void begin_row(std::uint32_t row) {
    if (!validity_.empty()) validity_[row >> 3U] |= static_cast<std::byte>(1U << (row & 7U));
  }
  void put_null(std::uint32_t row);
  void put_int(std::uint32_t row, std::int64_t value) { put(row, value); }
  void put_float(std::uint32_t row, double value) { put(row, value); }
  void put_bool(std::uint32_t row, bool value) { put(row, static_cast<std::uint8_t>(value)); }
  void put_text(std::uint32_t row, std::string_view text);

  // Ends the writing. The view points into this column.
  ColumnView view();
  std::size_t bytes() const;

 private:
  template <class T>
  void put(std::uint32_t row, T value) {
    std::memcpy(values_.data() + row * sizeof(T), &value, sizeof(T));
  }
  bool is_text() const { return kind_ == AttributeKind::kString; }
  bool has_codes() const { return dictionary_ != nullptr; }
  void put_plain_text(std::uint32_t row, std::string_view text);
  void spell_out_codes(std::uint32_t rows);

  AttributeKind kind_;
  std::size_t width_;  // bytes of a value; 0: plain text
  TextDictionary* dictionary_;
  std::uint32_t capacity_ = 0;
  std::vector<std::byte> values_;
  std::vector<std::byte> validity_;  // empty: no NULL so far
  std::vector<std::uint32_t> offsets_;
  std::string text_;
  std::shared_ptr<const TextTable> table_;
};

}  // namespace horatio::process
