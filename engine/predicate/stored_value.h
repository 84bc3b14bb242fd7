// SPDX-License-Identifier: Apache-2.0
// An attribute's value, kept of an event after its block has gone: 16 bytes. Text is a view: who keeps the
// value keeps the bytes.
#pragma once

#include <cassert>
#include <cmath>
#include <cstdint>
#include <string_view>

#include "engine/model/event_batch.h"

namespace horatio {

class StoredValue {
 public:
  enum class Kind : std::uint8_t { kNull, kInteger, kFloat, kBool, kText };

  StoredValue() = default;                     // NULL
  static StoredValue of(std::int64_t value) {  // INT, scaled DECIMAL, TIMESTAMP
    StoredValue stored(Kind::kInteger);
    stored.integer_ = value;
    return stored;
  }
  static StoredValue of(double value) {  // NULL if NaN or infinite
    if (!std::isfinite(value)) return {};
    StoredValue stored(Kind::kFloat);
    stored.floating_ = value;
    return stored;
  }
  static StoredValue of(bool value) {
    StoredValue stored(Kind::kBool);
    stored.integer_ = value ? 1 : 0;
    return stored;
  }
  static StoredValue of(std::string_view value) {  // REQUIRES: less than 2^32 bytes
    StoredValue stored(Kind::kText);
    stored.text_ = value.data();
    stored.size_ = static_cast<std::uint32_t>(value.size());
    return stored;
  }
  static StoredValue of(const char*) = delete;  // would be a bool
  static StoredValue of(const ColumnView& column, std::uint32_t row) {
    if (column.is_null(row)) return {};
    switch (column.encoding) {
      case ColumnView::Encoding::kInt64:
        return of(column.int_at(row));
      case ColumnView::Encoding::kFloat64:
        return of(column.float_at(row));
      case ColumnView::Encoding::kBool:
        return of(column.bool_at(row));
      default:
        return of(column.text_at(row));
    }
  }

  Kind kind() const { return kind_; }
  bool is_null() const { return kind_ == Kind::kNull; }
  // REQUIRES of each: a value of that kind.
  std::int64_t integer() const { return assert(kind_ == Kind::kInteger), integer_; }
  double floating() const { return assert(kind_ == Kind::kFloat), floating_; }
  bool boolean() const { return assert(kind_ == Kind::kBool), integer_ != 0; }
  std::string_view text() const { return assert(kind_ == Kind::kText), std::string_view(text_, size_); }

 private:
  explicit StoredValue(Kind kind) : kind_(kind) {}

  union {
    std::int64_t integer_ = 0;
    double floating_;
    const char* text_;
  };
  std::uint32_t size_ = 0;
  Kind kind_ = Kind::kNull;
};

static_assert(sizeof(StoredValue) == 16);

}  // namespace horatio
