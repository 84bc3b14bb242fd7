// SPDX-License-Identifier: Apache-2.0
#include "bridge/frames/column_builder.h"

#include <charconv>
#include <unordered_map>

#include "bridge/frames/column_bytes.h"
#include "engine/model/event_batch.h"
#include "engine/model/scientific.h"

namespace horatio {
namespace {

template <class T>
T get(const std::string& bytes, std::size_t index) {
  return load<T>(reinterpret_cast<const std::byte*>(bytes.data()), index);
}

template <class T>
std::string decimal(T value) {
  char digits[32];
  const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
  return {digits, end};
}

std::string decimal(double value) {
  std::string text;
  append_scientific(text, value);
  return text;
}

std::size_t width_of(ColumnEncoding encoding) { return encoding == ColumnEncoding::kBool ? 1 : 8; }

}  // namespace

void ColumnBuilder::append(std::int64_t value) { append_fixed(ColumnEncoding::kInt64, value); }
void ColumnBuilder::append(std::uint64_t value) { append_fixed(ColumnEncoding::kUint64, value); }
void ColumnBuilder::append(double value) { append_fixed(ColumnEncoding::kFloat64, value); }
void ColumnBuilder::append(bool value) { append_fixed(ColumnEncoding::kBool, std::uint8_t{value}); }

void ColumnBuilder::append(std::string_view value) {
  if (!prepare(ColumnEncoding::kText)) become_text();
  append_text(value);
}

void ColumnBuilder::append(const Value& value) {
  switch (value.index()) {
    case 1:
      return append(std::get<1>(value));
    case 2:
      return append(std::get<2>(value));
    case 3:
      return append(std::get<3>(value));
    case 4:
      return append(std::string_view(std::get<4>(value)));
    default:
      return append_null();
  }
}

void ColumnBuilder::append_null() {
  append_filler();
  add_row(false);
}

template <class T>
void ColumnBuilder::append_fixed(ColumnEncoding encoding, T value) {
  if (!prepare(encoding)) {
    become_text();
    return append_text(decimal(value));
  }
  put(a_, value);
  add_row(true);
}

// True if the column has this encoding, now or already.
bool ColumnBuilder::prepare(ColumnEncoding encoding) {
  if (encoding_ != ColumnEncoding::kNull) return encoding_ == encoding;
  encoding_ = encoding;
  if (encoding == ColumnEncoding::kText) put(a_, std::uint32_t{0});
  for (std::uint32_t row = 0; row < rows_; ++row) append_filler();
  return true;
}

void ColumnBuilder::append_text(std::string_view text) {
  b_.append(text);
  put(a_, static_cast<std::uint32_t>(b_.size()));
  add_row(true);
}

void ColumnBuilder::append_filler() {
  if (encoding_ == ColumnEncoding::kNull) return;
  if (encoding_ == ColumnEncoding::kText) return put(a_, static_cast<std::uint32_t>(b_.size()));
  a_.append(width_of(encoding_), '\0');
}

void ColumnBuilder::add_row(bool valid) {
  if (rows_ % 8 == 0) validity_.push_back('\0');
  if (valid) validity_.back() = static_cast<char>(validity_.back() | (1 << (rows_ % 8)));
  nulls_ += valid ? 0 : 1;
  ++rows_;
}

void ColumnBuilder::become_text() {
  if (encoding_ == ColumnEncoding::kText) return;
  std::string offsets;
  std::string texts;
  put(offsets, std::uint32_t{0});
  for (std::uint32_t row = 0; row < rows_; ++row) {
    if (is_valid(row)) texts += text_of(row);
    put(offsets, static_cast<std::uint32_t>(texts.size()));
  }
  encoding_ = ColumnEncoding::kText;
  a_ = std::move(offsets);
  b_ = std::move(texts);
}

bool ColumnBuilder::is_valid(std::uint32_t row) const { return ((validity_[row / 8] >> (row % 8)) & 1) != 0; }

std::string ColumnBuilder::text_of(std::uint32_t row) const {
  switch (encoding_) {
    case ColumnEncoding::kInt64:
      return decimal(get<std::int64_t>(a_, row));
    case ColumnEncoding::kUint64:
      return decimal(get<std::uint64_t>(a_, row));
    case ColumnEncoding::kFloat64:
      return decimal(get<double>(a_, row));
    default:
      return decimal(get<std::uint8_t>(a_, row));
  }
}

// Fills the dictionary if it takes less than the texts; false if it does not.
bool ColumnBuilder::make_dictionary() {
  codes_.clear();
  words_.clear();
  word_offsets_.clear();
  put(word_offsets_, std::uint32_t{0});
  std::unordered_map<std::string_view, std::uint32_t> code_of;
  for (std::uint32_t row = 0; row < rows_; ++row) {
    const auto begin = get<std::uint32_t>(a_, row);
    const std::string_view word(b_.data() + begin, get<std::uint32_t>(a_, row + 1) - begin);
    const auto [place, added] = code_of.try_emplace(word, static_cast<std::uint32_t>(code_of.size()));
    if (added) {
      words_.append(word);
      put(word_offsets_, static_cast<std::uint32_t>(words_.size()));
      if (words_.size() + word_offsets_.size() >= b_.size()) return false;
    }
    put(codes_, place->second);
  }
  return rows_ > 0;
}

ColumnData ColumnBuilder::finish(Texts texts) {
  ColumnData column;
  column.encoding = encoding_;
  if (encoding_ == ColumnEncoding::kNull) return column;
  if (nulls_ > 0) column.validity = view(validity_);
  const bool may_code = encoding_ == ColumnEncoding::kText && texts == Texts::kDictionaryIfSmaller;
  if (may_code && make_dictionary()) {
    column.encoding = ColumnEncoding::kTextDictionary;
    column.a = view(codes_);
    column.b = view(word_offsets_);
    column.c = view(words_);
  } else {
    column.a = view(a_);
    column.b = view(b_);
  }
  return column;
}

}  // namespace horatio
