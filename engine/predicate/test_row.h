// SPDX-License-Identifier: Apache-2.0
// For the predicate's tests: one event with a column of every type, and expressions over it by hand.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "engine/model/event_batch.h"
#include "engine/model/expression.h"
#include "engine/model/value.h"

namespace horatio::predicate::test {

using Kind = Expression::Kind;

inline Expression leaf(Kind kind, std::string text = {}) {
  Expression e;
  e.kind = kind;
  e.text = std::move(text);
  return e;
}

inline Expression node(Kind kind, std::vector<Expression> children) {
  Expression e;
  e.kind = kind;
  e.children = std::move(children);
  return e;
}

inline Expression attribute(AttributeId id, AttributeType type) {
  Expression e = leaf(Kind::kAttribute);
  e.attribute = id;
  e.type = type;
  return e;
}

// The attributes of the test's event type, two of each numeric type.
enum Column : AttributeId { kI, kJ, kF, kG, kD, kE, kS, kZ, kB, kT, kColumns };

inline constexpr AttributeType kTypes[kColumns] = {{AttributeKind::kInt},        {AttributeKind::kInt},
                                                   {AttributeKind::kFloat},      {AttributeKind::kFloat},
                                                   {AttributeKind::kDecimal, 2}, {AttributeKind::kDecimal, 5},
                                                   {AttributeKind::kString},     {AttributeKind::kString},
                                                   {AttributeKind::kBool},       {AttributeKind::kTimestamp}};

inline Expression column(Column id) { return attribute(id, kTypes[id]); }
inline Expression integer(std::string text) { return leaf(Kind::kInteger, std::move(text)); }
inline Expression decimal(std::string text) { return leaf(Kind::kDecimal, std::move(text)); }
inline Expression text(std::string value) { return leaf(Kind::kString, std::move(value)); }
inline Expression null() { return leaf(Kind::kNull); }

// One row; columns that are not set are NULL.
class Row {
 public:
  Row() : values_(kColumns) {}
  Row& set(Column id, Value value) {
    values_[id] = std::move(value);
    return *this;
  }
  Row& at(std::int64_t time) {
    time_ = time;
    return *this;
  }
  const Value& operator[](Column id) const { return values_[id]; }
  std::int64_t time() const { return time_; }

  // REQUIRES: the row outlives what it hands out.
  EventBlock block() {
    EventBlock result;
    result.rows = 1;
    result.times = reinterpret_cast<const std::byte*>(&time_);
    for (AttributeId id = 0; id < kColumns; ++id) result.columns.push_back(view(id));
    return result;
  }

 private:
  ColumnView view(AttributeId id) {
    static constexpr std::byte kNone{0};
    ColumnView column;
    const auto* bytes = reinterpret_cast<const std::byte*>(&slots_[id]);
    if (const auto* i = std::get_if<std::int64_t>(&values_[id])) {
      column.encoding = ColumnView::Encoding::kInt64;
      std::memcpy(&slots_[id], i, sizeof *i);
    } else if (const auto* f = std::get_if<double>(&values_[id])) {
      column.encoding = ColumnView::Encoding::kFloat64;
      std::memcpy(&slots_[id], f, sizeof *f);
    } else if (const auto* b = std::get_if<bool>(&values_[id])) {
      column.encoding = ColumnView::Encoding::kBool;
      slots_[id] = *b ? 1 : 0;
    } else if (const auto* s = std::get_if<std::string>(&values_[id])) {
      column.encoding = ColumnView::Encoding::kText;
      slots_[id] = std::uint64_t{s->size()} << 32;  // two u32 offsets: 0 and the size
      column.offsets = bytes;
      column.bytes = reinterpret_cast<const std::byte*>(s->data());
    } else if (id % 2 == 0) {
      column.validity = &kNone;  // NULL both ways: by a bit and by absence
    }
    column.values = bytes;
    return column;
  }

  std::vector<Value> values_;
  std::uint64_t slots_[kColumns] = {};
  std::int64_t time_ = 0;
};

}  // namespace horatio::predicate::test
