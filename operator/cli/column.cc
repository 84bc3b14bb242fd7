// SPDX-License-Identifier: Apache-2.0
#include "operator/cli/column.h"

namespace horatio::process {
namespace {

std::size_t width_of(AttributeKind kind) {
  switch (kind) {
    case AttributeKind::kBool:
      return 1;
    case AttributeKind::kString:
      return sizeof(std::uint32_t);  // a code
    case AttributeKind::kInt:
    case AttributeKind::kFloat:
    case AttributeKind::kDecimal:
    case AttributeKind::kTimestamp:
      return 8;
  }
  return 8;
}

ColumnView::Encoding encoding_of(AttributeKind kind) {
  switch (kind) {
    case AttributeKind::kFloat:
      return ColumnView::Encoding::kFloat64;
    case AttributeKind::kBool:
      return ColumnView::Encoding::kBool;
    case AttributeKind::kString:
      return ColumnView::Encoding::kText;
    case AttributeKind::kInt:
    case AttributeKind::kDecimal:
    case AttributeKind::kTimestamp:
      return ColumnView::Encoding::kInt64;
  }
  return ColumnView::Encoding::kAbsent;
}

template <class T>
const std::byte* bytes_of(const std::vector<T>& values) {
  return reinterpret_cast<const std::byte*>(values.data());
}

}  // namespace

Column::Column(AttributeKind kind, TextDictionary* dictionary)
    : kind_(kind),
      width_(width_of(kind)),
      dictionary_(kind == AttributeKind::kString && dictionary != nullptr && !dictionary->closed()
                      ? dictionary
                      : nullptr) {
  if (is_text() && !has_codes()) width_ = 0;
}

void Column::reserve(std::uint32_t rows) {
  capacity_ = rows;
  values_.resize(rows * width_);
  if (width_ == 0) offsets_.resize(rows + std::size_t{1});
  if (!validity_.empty()) validity_.resize((rows + std::size_t{7}) / 8, std::byte{0xFF});
}

void Column::put_null(std::uint32_t row) {
  if (validity_.empty()) validity_.assign((capacity_ + std::size_t{7}) / 8, std::byte{0xFF});
  validity_[row >> 3U] &= ~static_cast<std::byte>(1U << (row & 7U));
  if (width_ == 0) put_plain_text(row, {});
}

void Column::put_text(std::uint32_t row, std::string_view text) {
  if (has_codes()) {
    if (const auto code = dictionary_->code_of(text); code.has_value()) return put(row, *code);
    spell_out_codes(row);
  }
  put_plain_text(row, text);
}

void Column::put_plain_text(std::uint32_t row, std::string_view text) {
  text_.resize(offsets_[row]);
  text_ += text;
  offsets_[row + std::size_t{1}] = static_cast<std::uint32_t>(text_.size());
}

// The dictionary is full: the rows before `rows` become plain text as well.
void Column::spell_out_codes(std::uint32_t rows) {
  const std::shared_ptr<const TextTable> table = dictionary_->table();
  dictionary_ = nullptr;
  width_ = 0;
  offsets_.assign(capacity_ + std::size_t{1}, 0);
  for (std::uint32_t row = 0; row < rows; ++row) {
    const bool null = !validity_.empty() &&
                      (validity_[row >> 3U] & static_cast<std::byte>(1U << (row & 7U))) == std::byte{0};
    put_plain_text(row, null ? std::string_view{} : table->text(load<std::uint32_t>(values_.data(), row)));
  }
  values_.clear();
}

ColumnView Column::view() {
  ColumnView view;
  view.encoding = has_codes() ? ColumnView::Encoding::kTextDictionary : encoding_of(kind_);
  view.validity = validity_.empty() ? nullptr : validity_.data();
  view.values = values_.data();
  if (is_text()) {
    if (has_codes()) table_ = dictionary_->table();
    view.offsets = bytes_of(has_codes() ? table_->offsets : offsets_);
    view.bytes = reinterpret_cast<const std::byte*>(has_codes() ? table_->bytes.data() : text_.data());
  }
  return view;
}

std::size_t Column::bytes() const {
  return values_.capacity() + validity_.capacity() + offsets_.capacity() * sizeof(std::uint32_t) +
         text_.capacity();
}

}  // namespace horatio::process
