// SPDX-License-Identifier: Apache-2.0
// Values of one column, one after the other, into the layout of the wire (FRAMES.md, "Columns").
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "bridge/frames/frame.h"
#include "engine/model/value.h"

namespace horatio {

// The first value that is not NULL sets the encoding; without one it is NULL. A value of another kind turns
// the whole column into TEXT (a count past 64 bits among smaller ones): integers in digits, floating point
// numbers with 17 digits as scientific.h writes them. Amortised O(1) per value.
class ColumnBuilder {
 public:
  void append_null();
  void append(std::int64_t value);
  void append(std::uint64_t value);
  void append(double value);
  void append(bool value);
  void append(std::string_view value);
  void append(const char*) = delete;  // would be a bool
  void append(const Value& value);

  std::uint32_t rows() const { return rows_; }
  std::size_t bytes() const { return validity_.size() + a_.size() + b_.size(); }

  enum class Texts : std::uint8_t { kPlain, kDictionaryIfSmaller };
  // The column so far; views into the builder, until the next call of append or finish. O(bytes).
  ColumnData finish(Texts texts);

 private:
  template <class T>
  void append_fixed(ColumnEncoding encoding, T value);
  bool prepare(ColumnEncoding encoding);
  void append_text(std::string_view text);
  void append_filler();
  void add_row(bool valid);
  void become_text();
  bool is_valid(std::uint32_t row) const;
  std::string text_of(std::uint32_t row) const;
  bool make_dictionary();

  ColumnEncoding encoding_ = ColumnEncoding::kNull;
  std::uint32_t rows_ = 0;
  std::uint32_t nulls_ = 0;
  std::string validity_;
  std::string a_, b_;
  std::string codes_, word_offsets_, words_;  // of the dictionary that finish() made
};

}  // namespace horatio
