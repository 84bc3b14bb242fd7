// SPDX-License-Identifier: Apache-2.0
#include "engine/plan/gather.h"

#include <cstring>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace horatio {
namespace {

using Bytes = std::vector<std::byte>;

// Owns what the views of a gathered batch point to. Views are set once nothing grows any more.
struct Storage {
  struct Column {
    Bytes validity, values, offsets, text;
    bool any_value = false;
    bool any_null = false;
  };
  struct Block {
    Bytes times, key_groups, arrivals;
    std::uint32_t rows = 0;
    std::vector<Column> columns;
  };
  std::vector<Block> blocks;  // by type
};

template <class T>
void append(Bytes& bytes, T value) {
  const std::size_t at = bytes.size();
  bytes.resize(at + sizeof(T));
  std::memcpy(bytes.data() + at, &value, sizeof(T));
}

void append_text(Storage::Column& column, std::string_view text) {
  if (column.offsets.empty()) append(column.offsets, std::uint32_t{0});
  const std::size_t at = column.text.size();
  column.text.resize(at + text.size());
  if (!text.empty()) std::memcpy(column.text.data() + at, text.data(), text.size());
  append(column.offsets, static_cast<std::uint32_t>(column.text.size()));
}

void append_cell(Storage::Column& column, const ColumnView& view, AttributeKind kind, std::uint32_t from,
                 std::uint32_t to) {
  if (to % 8 == 0) column.validity.push_back(std::byte{0});
  const bool null = view.is_null(from);
  (null ? column.any_null : column.any_value) = true;
  if (!null) column.validity.back() |= std::byte{1} << (to % 8);
  switch (kind) {
    case AttributeKind::kString:
      append_text(column, null ? std::string_view() : view.text_at(from));
      break;
    case AttributeKind::kBool:
      append(column.values, static_cast<char>(!null && view.bool_at(from)));
      break;
    case AttributeKind::kFloat:
      append(column.values, null ? 0.0 : view.float_at(from));
      break;
    default:
      append(column.values, null ? std::int64_t{0} : view.int_at(from));
  }
}

void append_row(Storage::Block& block, const EventRef& event, const EventType& type, std::uint32_t arrival) {
  append(block.times, event.time);
  append(block.key_groups, event.block->key_group(event.row));
  append(block.arrivals, arrival);
  block.columns.resize(type.attributes.size());
  for (std::size_t a = 0; a < type.attributes.size(); ++a) {
    append_cell(block.columns[a], event.block->columns[a], type.attributes[a].type.kind, event.row,
                block.rows);
  }
  ++block.rows;
}

void make_room(std::span<const EventRef> events, const Schema& schema, Storage& storage) {
  std::vector<std::size_t> rows(schema.types.size());
  for (const EventRef& event : events) ++rows[event.type()];
  for (std::size_t type = 0; type < rows.size(); ++type) {
    Storage::Block& block = storage.blocks[type];
    if (rows[type] == 0) continue;
    block.times.reserve(rows[type] * sizeof(Timestamp));
    block.key_groups.reserve(rows[type] * sizeof(KeyGroup));
    block.arrivals.reserve(rows[type] * sizeof(std::uint32_t));
    block.columns.resize(schema.types[type].attributes.size());
    for (std::size_t a = 0; a < block.columns.size(); ++a) {
      const AttributeKind kind = schema.types[type].attributes[a].type.kind;
      block.columns[a].validity.reserve((rows[type] + 7) / 8);
      if (kind == AttributeKind::kString) {
        block.columns[a].offsets.reserve((rows[type] + 1) * sizeof(std::uint32_t));
      } else {
        block.columns[a].values.reserve(rows[type] *
                                        (kind == AttributeKind::kBool ? 1 : sizeof(std::int64_t)));
      }
    }
  }
}

// Rows may lie anywhere in the memory of many batches, so those of a later event are fetched meanwhile.
void look_ahead(const EventRef& event) {
  const auto width = [](ColumnView::Encoding encoding) {
    if (encoding == ColumnView::Encoding::kBool) return std::size_t{1};
    const bool is_coded = encoding == ColumnView::Encoding::kTextDictionary;
    return is_coded ? sizeof(std::uint32_t) : sizeof(std::int64_t);
  };
  const EventBlock& block = *event.block;
  if (block.key_groups != nullptr) __builtin_prefetch(block.key_groups + event.row * sizeof(KeyGroup));
  for (const ColumnView& column : block.columns) {
    if (column.validity != nullptr) __builtin_prefetch(column.validity + event.row / 8);
    if (column.values != nullptr) __builtin_prefetch(column.values + event.row * width(column.encoding));
    if (column.offsets != nullptr && column.values == nullptr)
      __builtin_prefetch(column.offsets + event.row * sizeof(std::uint32_t));
  }
}

ColumnView view_of(const Storage::Column& column, AttributeKind kind) {
  ColumnView view;
  if (!column.any_value) return view;
  switch (kind) {
    case AttributeKind::kString:
      view.encoding = ColumnView::Encoding::kText;
      break;
    case AttributeKind::kBool:
      view.encoding = ColumnView::Encoding::kBool;
      break;
    case AttributeKind::kFloat:
      view.encoding = ColumnView::Encoding::kFloat64;
      break;
    default:
      view.encoding = ColumnView::Encoding::kInt64;
  }
  if (column.any_null) view.validity = column.validity.data();
  view.values = column.values.data();
  view.offsets = column.offsets.data();
  view.bytes = column.text.data();
  return view;
}

EventBlock view_of(const Storage::Block& stored, TypeId number, const EventType& type) {
  EventBlock block;
  block.type = number;
  block.rows = stored.rows;
  block.times = stored.times.data();
  block.key_groups = stored.key_groups.data();
  block.arrivals = stored.arrivals.data();
  for (std::size_t a = 0; a < type.attributes.size(); ++a) {
    block.columns.push_back(view_of(stored.columns[a], type.attributes[a].type.kind));
  }
  return block;
}

std::size_t bytes_of(const Storage::Block& block) {
  std::size_t bytes = block.times.capacity() + block.key_groups.capacity() + block.arrivals.capacity();
  for (const Storage::Column& column : block.columns) {
    bytes += sizeof(column) + column.validity.capacity() + column.values.capacity() +
             column.offsets.capacity() + column.text.capacity();
  }
  return bytes;
}

}  // namespace

EventBatch gather(std::span<const EventRef> events, const Schema& schema) {
  auto storage = std::make_shared<Storage>();
  storage->blocks.resize(schema.types.size());
  make_room(events, schema, *storage);
  constexpr std::size_t kAhead = 12;
  for (std::size_t i = 0; i < events.size(); ++i) {
    if (i + kAhead < events.size()) look_ahead(events[i + kAhead]);
    const TypeId type = events[i].type();
    append_row(storage->blocks[type], events[i], schema.types[type], static_cast<std::uint32_t>(i));
  }
  EventBatch batch;
  for (std::size_t type = 0; type < storage->blocks.size(); ++type) {
    const Storage::Block& block = storage->blocks[type];
    if (block.rows == 0) continue;
    batch.blocks.push_back(view_of(block, static_cast<TypeId>(type), schema.types[type]));
    batch.bytes += bytes_of(block);
  }
  batch.owner = std::move(storage);
  return batch;
}

}  // namespace horatio
