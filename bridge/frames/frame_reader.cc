// SPDX-License-Identifier: Apache-2.0
#include "bridge/frames/frame_reader.h"

#include <limits>

#include "bridge/frames/frame_fields.h"
#include "bridge/frames/utf8.h"
#include "engine/model/event_batch.h"

namespace horatio {
namespace {

constexpr std::size_t kFirstBodyElement = 6;  // the outer array itself and the five of the envelope
constexpr std::size_t kPaneBytes = 16;
constexpr std::size_t kColumnElements = 5;
constexpr std::size_t kCellElements = 7;

std::string counted(std::size_t number, const char* unit) { return std::to_string(number) + " " + unit; }

}  // namespace

std::string describe(const Element& element) {
  switch (element.type) {
    case Element::Type::kUnsigned:
      return std::to_string(element.number);
    case Element::Type::kNegative:
      return std::to_string(static_cast<std::int64_t>(element.number));
    case Element::Type::kBool:
      return element.number != 0 ? "true" : "false";
    case Element::Type::kText:
      return "a str of " + counted(element.size, "bytes");
    case Element::Type::kBinary:
      return "a bin of " + counted(element.size, "bytes");
    case Element::Type::kArray:
      return "an array of " + counted(element.size, "elements");
    case Element::Type::kOther:
      break;
  }
  return "nil or a float";
}

FrameReader::FrameReader(FrameKind kind, std::span<const Element> elements, const FrameLimits& limits)
    : kind_(kind),
      elements_(elements),
      limits_(limits),
      position_(kFirstBodyElement),
      end_(elements.front().end) {}

void FrameReader::operator()(const char* name, std::uint64_t& value) {
  const Element* element = next(name, Element::Type::kUnsigned, "an unsigned number");
  if (element != nullptr) value = element->number;
}

void FrameReader::operator()(const char* name, std::uint32_t& value) {
  std::uint64_t wide = 0;
  (*this)(name, wide);
  if (wide > std::numeric_limits<std::uint32_t>::max()) {
    return fail(ErrorCode::kBadFrame, name, "is " + std::to_string(wide) + ", which takes more than 32 bits");
  }
  if (!error_) value = static_cast<std::uint32_t>(wide);
}

void FrameReader::operator()(const char* name, std::int64_t& value) {
  const bool negative = position_ < end_ && elements_[position_].type == Element::Type::kNegative;
  const Element* element =
      next(name, negative ? Element::Type::kNegative : Element::Type::kUnsigned, "a whole number");
  if (element == nullptr) return;
  if (!negative && element->number > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
    return fail(ErrorCode::kBadFrame, name,
                "is " + std::to_string(element->number) + ", which takes more than 63 bits");
  }
  value = static_cast<std::int64_t>(element->number);
}

void FrameReader::operator()(const char* name, bool& value) {
  const Element* element = next(name, Element::Type::kBool, "true or false");
  if (element != nullptr) value = element->number != 0;
}

void FrameReader::operator()(const char* name, std::string& value) {
  const Element* element = next(name, Element::Type::kText, "a str");
  if (element == nullptr) return;
  const std::string_view text{reinterpret_cast<const char*>(element->data), element->size};
  if (!is_utf8(text)) return fail(ErrorCode::kBadFrame, name, "is not UTF-8");
  value.assign(text);
}

void FrameReader::operator()(const char* name, Bytes& value) {
  const Element* element = next(name, Element::Type::kBinary, "a bin");
  if (element != nullptr) value = {element->data, element->size};
}

void FrameReader::operator()(const char* name, SessionState& value) {
  std::uint64_t number = 0;
  (*this)(name, number);
  if (number > static_cast<std::uint64_t>(SessionState::kWaitsForResultCredit)) {
    return fail(ErrorCode::kBadFrame, name, "is " + std::to_string(number) + ", the last one known is 2");
  }
  value = static_cast<SessionState>(number);
}

void FrameReader::operator()(const char* name, ColumnEncoding& value) {
  std::uint64_t number = 0;
  (*this)(name, number);
  if (number > static_cast<std::uint64_t>(ColumnEncoding::kNull)) {
    return fail(ErrorCode::kBadFrame, name, "is " + std::to_string(number) + ", the last one known is 6");
  }
  value = static_cast<ColumnEncoding>(number);
}

void FrameReader::operator()(const char* name, std::vector<PaneSlice>& panes) {
  Bytes table;
  (*this)(name, table);
  if (table.size() % kPaneBytes != 0) {
    return fail(ErrorCode::kBadFrame, name,
                "has " + counted(table.size(), "bytes") + ", which is not a multiple of 16");
  }
  panes.resize(table.size() / kPaneBytes);
  for (std::size_t i = 0; i < panes.size(); ++i) {
    const std::byte* entry = table.data() + i * kPaneBytes;
    panes[i] = {load<std::int64_t>(entry, 0), load<std::uint32_t>(entry, 2), load<std::uint32_t>(entry, 3)};
  }
}

void FrameReader::operator()(const char* name, std::vector<PanesBlock>& blocks) {
  const Element* list = next(name, Element::Type::kArray, "an array");
  if (list == nullptr) return;
  if (list->size > limits_.blocks) {
    return fail(ErrorCode::kLimitExceeded, name,
                "has " + counted(list->size, "blocks") + ", at most " + std::to_string(limits_.blocks) +
                    " are taken");
  }
  const std::size_t after = position_;
  position_ = static_cast<std::size_t>(list - elements_.data()) + 1;
  end_ = list->end;
  blocks.resize(list->size);
  for (std::size_t i = 0; i < blocks.size() && !error_; ++i) {
    block_ = i;
    read_block(blocks[i]);
    end_ = list->end;
  }
  block_.reset();
  position_ = after;
  end_ = elements_.front().end;
}

void FrameReader::operator()(const char* name, std::vector<ColumnData>& columns) {
  read_column_list(name, kColumnElements, columns);
}

void FrameReader::operator()(const char* name, std::vector<ResultCellColumn>& cells) {
  read_column_list(name, kCellElements, cells);
}

// The next element, if it is of the wanted type; moves behind it and all that is in it.
const Element* FrameReader::next(const char* name, Element::Type wanted, const char* wanted_text) {
  if (error_) return nullptr;
  if (position_ >= end_) {
    fail(ErrorCode::kBadFrame, name, "is missing");
    return nullptr;
  }
  const Element& element = elements_[position_];
  if (element.type != wanted) {
    fail(ErrorCode::kBadFrame, name, "is " + describe(element) + ", expected " + wanted_text);
    return nullptr;
  }
  position_ = element.type == Element::Type::kArray ? element.end : position_ + 1;
  return &element;
}

void FrameReader::read_block(PanesBlock& block) {
  const Element* array = next("block", Element::Type::kArray, "an array");
  if (array == nullptr) return;
  const std::size_t after = position_;
  position_ = static_cast<std::size_t>(array - elements_.data()) + 1;
  end_ = array->end;
  visit_fields(*this, block);
  std::uint32_t count = 0;
  (*this)("column_count", count);
  if (count > limits_.columns) {
    return fail(
        ErrorCode::kLimitExceeded, "column_count",
        "is " + std::to_string(count) + ", at most " + std::to_string(limits_.columns) + " are taken");
  }
  if (const std::size_t left = end_ - position_; !error_ && left < count * kColumnElements) {
    return fail(
        ErrorCode::kBadFrame, "column_count",
        "is " + std::to_string(count) + ", but " + counted(left, "elements") + " follow, 5 per column");
  }
  read_columns(block.columns, count);
  position_ = after;
}

template <class Column>
void FrameReader::read_columns(std::vector<Column>& columns, std::size_t count) {
  if (error_) return;
  columns.resize(count);
  for (std::size_t i = 0; i < count && !error_; ++i) {
    column_ = i;
    visit_fields(*this, columns[i]);
  }
  column_.reset();
}

template <class Column>
void FrameReader::read_column_list(const char* name, std::size_t elements_each,
                                   std::vector<Column>& columns) {
  const Element* list = next(name, Element::Type::kArray, "an array");
  if (list == nullptr) return;
  if (list->size % elements_each != 0) {
    return fail(
        ErrorCode::kBadFrame, name,
        "has " + counted(list->size, "elements") + ", " + std::to_string(elements_each) + " per column");
  }
  if (list->size / elements_each > limits_.columns) {
    return fail(ErrorCode::kLimitExceeded, name,
                "has " + counted(list->size / elements_each, "columns") + ", at most " +
                    std::to_string(limits_.columns) + " are taken");
  }
  const std::size_t after = position_;
  position_ = static_cast<std::size_t>(list - elements_.data()) + 1;
  end_ = list->end;
  list_ = name;
  read_columns(columns, list->size / elements_each);
  list_ = nullptr;
  position_ = after;
  end_ = elements_.front().end;
}

void FrameReader::fail(ErrorCode code, const char* name, const std::string& what) {
  if (error_) return;
  std::string where = to_string(kind_);
  if (block_) where += " block " + std::to_string(*block_);
  if (list_ != nullptr) where += std::string(" ") + list_;
  if (column_) where += " column " + std::to_string(*column_);
  error_ = Error{code, where + ": " + name + " " + what, {}, {}};
}

}  // namespace horatio
