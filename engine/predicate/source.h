// SPDX-License-Identifier: Apache-2.0
// Where a predicate reads its attributes: a row of a block, or a pair of a stored earlier event and a later
// row. Nothing stands for NULL, and a FLOAT that is NaN or infinite is NULL. Passed by value.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "engine/model/event_batch.h"
#include "engine/predicate/node.h"
#include "engine/predicate/stored_value.h"

namespace horatio::predicate {

// REQUIRES of all: the column is encoded as the node's kind says.
struct RowSource {
  const EventBlock& block;
  std::uint32_t row;

  std::int64_t time(const Node&) const { return block.time(row); }
  std::optional<std::int64_t> integer(const Node& node) const {
    const ColumnView& column = block.columns[node.attribute];
    if (column.is_null(row)) return std::nullopt;
    return column.int_at(row);
  }
  std::optional<double> floating(const Node& node) const {
    const ColumnView& column = block.columns[node.attribute];
    if (column.is_null(row)) return std::nullopt;
    const double value = column.float_at(row);
    return std::isfinite(value) ? std::optional<double>(value) : std::nullopt;
  }
  std::optional<bool> boolean(const Node& node) const {
    const ColumnView& column = block.columns[node.attribute];
    if (column.is_null(row)) return std::nullopt;
    return column.bool_at(row);
  }
  std::optional<std::string_view> text(const Node& node) const {
    const ColumnView& column = block.columns[node.attribute];
    if (column.is_null(row)) return std::nullopt;
    return column.text_at(row);
  }
};

// The same as the template, without the detour over std::optional: what most predicates cost.
inline Truth leaf_truth(const Node& node, RowSource source) {
  if (node.kind == Node::Kind::kTruth) return node.truth;
  if (node.kind == Node::Kind::kTimeRange) return truth_of(node.integers.contains(source.time(node)));
  const ColumnView& column = source.block.columns[node.attribute];
  if (column.is_null(source.row)) return Truth::kUnknown;
  if (node.kind == Node::Kind::kIntegerRange)
    return truth_of(node.integers.contains(column.int_at(source.row)));
  if (node.kind == Node::Kind::kBoolColumn) return truth_of(column.bool_at(source.row));
  const double value = column.float_at(source.row);
  return std::isfinite(value) ? truth_of(node.doubles.contains(value)) : Truth::kUnknown;
}

struct EventPair {
  std::span<const StoredValue> earlier;  // by slot
  Timestamp earlier_time;
  RowSource later;
};

struct PairSource {
  const EventPair& pair;

  std::int64_t time(const Node& node) const { return node.next ? pair.later.time(node) : pair.earlier_time; }
  std::optional<std::int64_t> integer(const Node& node) const {
    if (node.next) return pair.later.integer(node);
    const StoredValue& value = pair.earlier[node.attribute];
    return value.is_null() ? std::nullopt : std::optional(value.integer());
  }
  std::optional<double> floating(const Node& node) const {
    if (node.next) return pair.later.floating(node);
    const StoredValue& value = pair.earlier[node.attribute];
    return value.is_null() ? std::nullopt : std::optional(value.floating());
  }
  std::optional<bool> boolean(const Node& node) const {
    if (node.next) return pair.later.boolean(node);
    const StoredValue& value = pair.earlier[node.attribute];
    return value.is_null() ? std::nullopt : std::optional(value.boolean());
  }
  std::optional<std::string_view> text(const Node& node) const {
    if (node.next) return pair.later.text(node);
    const StoredValue& value = pair.earlier[node.attribute];
    return value.is_null() ? std::nullopt : std::optional(value.text());
  }
};

// A pair of which one attribute (or the time) of the earlier event is known: `key` is whatever is read of it.
struct KeyPair {
  StoredValue key;
  RowSource later;
};

struct KeySource {
  const KeyPair& pair;

  std::int64_t time(const Node& node) const { return node.next ? pair.later.time(node) : pair.key.integer(); }
  std::optional<std::int64_t> integer(const Node& node) const {
    return node.next ? pair.later.integer(node) : pair.key.integer();
  }
  std::optional<double> floating(const Node& node) const {
    return node.next ? pair.later.floating(node) : pair.key.floating();
  }
  std::optional<bool> boolean(const Node& node) const {
    return node.next ? pair.later.boolean(node) : pair.key.boolean();
  }
  std::optional<std::string_view> text(const Node& node) const {
    return node.next ? pair.later.text(node) : pair.key.text();
  }
};

}  // namespace horatio::predicate
