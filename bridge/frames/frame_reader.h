// SPDX-License-Identifier: Apache-2.0
// Fills frame structs from a frame's elements: types of elements, ranges of numbers, limits of lists. What
// the columns hold is checked afterwards (frame_check.h). Remembers the first fault; after it, every call
// does nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bridge/frames/elements.h"
#include "bridge/frames/frame_codec.h"

namespace horatio {

class FrameReader {
 public:
  // Reads from the element after the envelope on. REQUIRES: elements[0] is the outer array, of at least 5
  // elements, and all of its content is there.
  FrameReader(FrameKind kind, std::span<const Element> elements, const FrameLimits& limits);

  void operator()(const char* name, std::uint64_t& value);
  void operator()(const char* name, std::uint32_t& value);
  void operator()(const char* name, std::int64_t& value);
  void operator()(const char* name, bool& value);
  void operator()(const char* name, std::string& value);
  void operator()(const char* name, Bytes& value);
  void operator()(const char* name, SessionState& value);
  void operator()(const char* name, ColumnEncoding& value);
  void operator()(const char* name, std::vector<PaneSlice>& panes);
  void operator()(const char* name, std::vector<PanesBlock>& blocks);
  void operator()(const char* name, std::vector<ColumnData>& columns);
  void operator()(const char* name, std::vector<ResultCellColumn>& cells);

  // All elements have been read: what a newer minor version appended to the body is not there.
  bool at_end() const { return position_ >= end_; }
  const std::optional<Error>& error() const { return error_; }

 private:
  const Element* next(const char* name, Element::Type wanted, const char* wanted_text);
  template <class Column>
  void read_columns(std::vector<Column>& columns, std::size_t count);
  template <class Column>
  void read_column_list(const char* name, std::size_t elements_each, std::vector<Column>& columns);
  void read_block(PanesBlock& block);
  void fail(ErrorCode code, const char* name, const std::string& what);

  FrameKind kind_;
  std::span<const Element> elements_;
  FrameLimits limits_;
  std::size_t position_;
  std::size_t end_;             // of the array that is being read
  const char* list_ = nullptr;  // where we are, for messages: in this list of columns
  std::optional<std::size_t> block_, column_;
  std::optional<Error> error_;
};

}  // namespace horatio
