// SPDX-License-Identifier: Apache-2.0
#include "bridge/frames/panes_reader.h"

#include <cmath>
#include <string>
#include <utility>

namespace horatio {
namespace {

// What the views of a batch point to: the message, and validity that had to be made.
struct Owned {
  std::shared_ptr<const void> message;
  std::vector<std::vector<std::byte>> validities;
};

Error block_error(std::size_t block, const std::string& what) {
  return {ErrorCode::kBadFrame,
          "PANES block " + std::to_string(block) + ": " + what,
          "send the columns that registerWorkload named",
          {}};
}

bool fits(ColumnEncoding encoding, AttributeKind kind) {
  switch (encoding) {
    case ColumnEncoding::kInt64:
      return kind == AttributeKind::kInt || kind == AttributeKind::kDecimal ||
             kind == AttributeKind::kTimestamp;
    case ColumnEncoding::kFloat64:
      return kind == AttributeKind::kFloat;
    case ColumnEncoding::kBool:
      return kind == AttributeKind::kBool;
    case ColumnEncoding::kText:
    case ColumnEncoding::kTextDictionary:
      return kind == AttributeKind::kString;
    case ColumnEncoding::kNull:
      return true;
    case ColumnEncoding::kUint64:
      return false;
  }
  return false;
}

ColumnView view_of(const ColumnData& column) {
  ColumnView view;
  view.validity = column.validity.empty() ? nullptr : column.validity.data();
  switch (column.encoding) {
    case ColumnEncoding::kInt64:
      view.encoding = ColumnView::Encoding::kInt64;
      break;
    case ColumnEncoding::kFloat64:
      view.encoding = ColumnView::Encoding::kFloat64;
      break;
    case ColumnEncoding::kBool:
      view.encoding = ColumnView::Encoding::kBool;
      break;
    case ColumnEncoding::kText:
      view.encoding = ColumnView::Encoding::kText;
      view.offsets = column.a.data();
      view.bytes = column.b.data();
      return view;
    case ColumnEncoding::kTextDictionary:
      view.encoding = ColumnView::Encoding::kTextDictionary;
      view.offsets = column.b.data();
      view.bytes = column.c.data();
      break;
    case ColumnEncoding::kUint64:
    case ColumnEncoding::kNull:
      return {};
  }
  view.values = column.a.data();
  return view;
}

bool all_finite(Bytes values) {
  bool finite = true;
  for (std::size_t i = 0; i < values.size() / sizeof(double); ++i) {
    finite &= std::isfinite(load<double>(values.data(), i));
  }
  return finite;
}

// Makes NULL of the values that are not finite; returns how many there were.
std::uint64_t hide_nonfinite(ColumnView& view, std::uint32_t rows, Owned& owned) {
  std::vector<std::byte> validity((rows + 7) / 8);
  std::uint64_t hidden = 0;
  for (std::uint32_t row = 0; row < rows; ++row) {
    if (view.is_null(row)) continue;
    if (std::isfinite(view.float_at(row))) {
      validity[row / 8] |= std::byte{1} << (row % 8);
    } else {
      ++hidden;
    }
  }
  view.validity = owned.validities.emplace_back(std::move(validity)).data();
  return hidden;
}

Status check_shape(const PanesBlock& block, std::size_t number, const Schema& schema,
                   const SentColumns& sent) {
  if (block.type >= schema.types.size() || block.type >= sent.size()) {
    return block_error(number, "type " + std::to_string(block.type) + ", the schema has " +
                                   std::to_string(schema.types.size()) + " types");
  }
  if (block.columns.size() == sent[block.type].size()) return {};
  return block_error(number, schema.types[block.type].name + " has " + std::to_string(block.columns.size()) +
                                 " columns, expected " + std::to_string(sent[block.type].size()));
}

EventBlock rows_of(const PanesBlock& block, std::size_t attributes) {
  EventBlock out;
  out.type = static_cast<TypeId>(block.type);
  out.rows = block.rows;
  out.times = block.times.data();
  out.key_groups = block.key_groups.data();
  out.arrivals = block.arrivals.data();
  out.columns.resize(attributes);
  return out;
}

Status read_columns(const PanesBlock& block, std::size_t number, const EventType& type,
                    const std::vector<AttributeId>& sent, Owned& owned, PanesEvents& events) {
  EventBlock& out = events.batch.blocks.emplace_back(rows_of(block, type.attributes.size()));
  for (std::size_t i = 0; i < sent.size(); ++i) {
    const ColumnData& column = block.columns[i];
    const Attribute& attribute = type.attributes[sent[i]];
    if (!fits(column.encoding, attribute.type.kind)) {
      return block_error(number, type.name + "." + attribute.name + " is " + to_string(attribute.type) +
                                     ", which encoding " + std::to_string(static_cast<int>(column.encoding)) +
                                     " does not hold");
    }
    out.columns[sent[i]] = view_of(column);
    if (column.encoding == ColumnEncoding::kFloat64 && !all_finite(column.a)) {
      events.nonfinite += hide_nonfinite(out.columns[sent[i]], block.rows, owned);
    }
  }
  events.rows += block.rows;
  return {};
}

}  // namespace

Result<PanesEvents> read_panes(const PanesFrame& frame, const Schema& schema, const SentColumns& sent,
                               std::shared_ptr<const void> message, std::size_t message_bytes) {
  auto owned = std::make_shared<Owned>();
  owned->message = std::move(message);
  PanesEvents events;
  events.batch.blocks.reserve(frame.blocks.size());
  for (std::size_t i = 0; i < frame.blocks.size(); ++i) {
    const PanesBlock& block = frame.blocks[i];
    if (Status status = check_shape(block, i, schema, sent); !status) return status.error();
    Status status = read_columns(block, i, schema.types[block.type], sent[block.type], *owned, events);
    if (!status) return status.error();
  }
  events.batch.bytes = message_bytes;
  for (const auto& validity : owned->validities) events.batch.bytes += validity.size();
  events.batch.owner = std::move(owned);
  return events;
}

}  // namespace horatio
