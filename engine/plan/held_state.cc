// SPDX-License-Identifier: Apache-2.0
#include "engine/plan/held_state.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "engine/plan/gather.h"

namespace horatio {
namespace {

Error malformed(const std::string& what) {
  return {ErrorCode::kBadState,
          "held events: " + what,
          "restore from an undamaged snapshot that a program of the same or an older format wrote",
          {}};
}

std::string_view raw(const std::byte* bytes, std::size_t size) {
  return {reinterpret_cast<const char*>(bytes), size};
}

std::size_t value_size(AttributeKind kind) { return kind == AttributeKind::kBool ? 1 : sizeof(std::int64_t); }

// REQUIRES: a column as gather() makes them.
void write_column(const ColumnView& column, AttributeKind kind, std::uint32_t rows, StateWriter& out) {
  const bool present = column.encoding != ColumnView::Encoding::kAbsent;
  out.number(static_cast<std::uint8_t>(present));
  if (!present) return;
  out.number(static_cast<std::uint8_t>(column.validity != nullptr));
  if (column.validity != nullptr) out.bytes(raw(column.validity, (rows + 7) / 8));
  if (kind != AttributeKind::kString) {
    out.bytes(raw(column.values, rows * value_size(kind)));
    return;
  }
  out.bytes(raw(column.offsets, (std::size_t{rows} + 1) * sizeof(std::uint32_t)));
  out.bytes(raw(column.bytes, load<std::uint32_t>(column.offsets, rows)));
}

void write_block(const EventBlock& block, const EventType& type, StateWriter& out) {
  out.text(type.name);
  out.number(block.rows);
  out.bytes(raw(block.times, block.rows * sizeof(Timestamp)));
  out.bytes(raw(block.arrivals, block.rows * sizeof(std::uint32_t)));
  out.number(static_cast<std::uint16_t>(type.attributes.size()));
  for (std::size_t a = 0; a < type.attributes.size(); ++a) {
    const Attribute& attribute = type.attributes[a];
    out.text(attribute.name);
    out.number(static_cast<std::uint8_t>(attribute.type.kind));
    out.number(attribute.type.scale);
    write_column(block.columns[a], attribute.type.kind, block.rows, out);
  }
}

// Views into the stored bytes, which the batch's owner keeps a copy of.
class BatchReader {
 public:
  BatchReader(StateReader& in, const Schema& schema) : in_(in), schema_(schema) {}

  Result<EventBatch> read(KeyGroup key_group) {
    EventBatch batch;
    const auto blocks = in_.count<std::uint16_t>(1);
    for (std::uint16_t i = 0; i < blocks; ++i) {
      if (Status block = read_block(batch, key_group); !block.ok()) return block.error();
    }
    if (in_.failed()) return malformed("truncated");
    return batch;
  }

 private:
  Status read_block(EventBatch& batch, KeyGroup key_group) {
    const std::optional<TypeId> type = schema_.find(in_.text());
    EventBlock block;
    block.rows = in_.count<std::uint32_t>(sizeof(Timestamp) + sizeof(std::uint32_t));
    block.times = taken(block.rows * sizeof(Timestamp));
    block.arrivals = taken(block.rows * sizeof(std::uint32_t));
    if (type) block.columns.resize(schema_.types[*type].attributes.size());
    const auto attributes = in_.number<std::uint16_t>();
    for (std::uint16_t a = 0; a < attributes && !in_.failed(); ++a) {
      if (Status read = read_attribute(block, type); !read.ok()) return read;
    }
    if (in_.failed()) return malformed("truncated");
    if (!type || block.rows == 0) return {};
    block.type = *type;
    keep_key_group(block, key_group);
    batch.blocks.push_back(std::move(block));
    return {};
  }

  Status read_attribute(EventBlock& block, std::optional<TypeId> type) {
    const std::string name(in_.text());
    AttributeType stored;
    stored.kind = static_cast<AttributeKind>(in_.number<std::uint8_t>());
    stored.scale = in_.number<std::uint8_t>();
    ColumnView view;
    if (Status read = read_column(view, stored.kind, block.rows); !read.ok()) return read;
    if (!type) return {};
    const EventType& event_type = schema_.types[*type];
    const std::optional<AttributeId> attribute = event_type.find(name);
    if (!attribute) return {};
    const AttributeType now = event_type.attributes[*attribute].type;
    if (now != stored) {
      return Error{ErrorCode::kBadState,
                   "held events: attribute " + name + " of type " + event_type.name + " was " +
                       to_string(stored) + " and is now " + to_string(now),
                   "keep the type of an attribute, or give the changed one a new name",
                   {}};
    }
    block.columns[*attribute] = view;
    return {};
  }

  Status read_column(ColumnView& view, AttributeKind kind, std::uint32_t rows) {
    if (kind > AttributeKind::kTimestamp) return malformed("an attribute of an unknown type");
    if (in_.number<std::uint8_t>() == 0) return {};
    if (in_.number<std::uint8_t>() != 0) view.validity = taken((std::size_t{rows} + 7) / 8);
    if (kind == AttributeKind::kString) return read_text(view, rows);
    view.encoding = kind == AttributeKind::kBool    ? ColumnView::Encoding::kBool
                    : kind == AttributeKind::kFloat ? ColumnView::Encoding::kFloat64
                                                    : ColumnView::Encoding::kInt64;
    view.values = taken(rows * value_size(kind));
    return {};
  }

  Status read_text(ColumnView& view, std::uint32_t rows) {
    view.encoding = ColumnView::Encoding::kText;
    view.offsets = taken((std::size_t{rows} + 1) * sizeof(std::uint32_t));
    if (in_.failed()) return malformed("truncated");
    std::uint32_t end = 0;
    for (std::uint32_t row = 0; row <= rows; ++row) {
      const auto offset = load<std::uint32_t>(view.offsets, row);
      if (offset < end || (row == 0 && offset != 0)) return malformed("text offsets are not ascending");
      end = offset;
    }
    view.bytes = taken(end);
    return {};
  }

  void keep_key_group(EventBlock& block, KeyGroup key_group) {
    key_groups_.push_back(std::make_unique<std::vector<KeyGroup>>(block.rows, key_group));
    block.key_groups = reinterpret_cast<const std::byte*>(key_groups_.back()->data());
  }

  const std::byte* taken(std::size_t size) {
    return reinterpret_cast<const std::byte*>(in_.bytes(size).data());
  }

  StateReader& in_;
  const Schema& schema_;
  std::vector<std::unique_ptr<std::vector<KeyGroup>>> key_groups_;
};

}  // namespace

void write_held(std::span<const EventRef> events, const Schema& schema, StateWriter& out) {
  const EventBatch batch = gather(events, schema);
  out.number(static_cast<std::uint16_t>(batch.blocks.size()));
  for (const EventBlock& block : batch.blocks) write_block(block, schema.types[block.type], out);
}

Result<EventBatch> read_held(StateReader& in, const Schema& schema, KeyGroup key_group) {
  BatchReader reader(in, schema);
  Result<EventBatch> read = reader.read(key_group);
  if (!read.ok()) return read;
  // The views point into the caller's bytes: copy the rows out.
  std::vector<EventRef> events;
  for (const EventBlock& block : read->blocks) {
    for (std::uint32_t row = 0; row < block.rows; ++row) events.push_back({block.time(row), &block, row});
  }
  const auto arrival = [](const EventRef& event) { return event.block->arrival(event.row); };
  std::sort(events.begin(), events.end(),
            [&](const EventRef& left, const EventRef& right) { return arrival(left) < arrival(right); });
  return gather(events, schema);
}

}  // namespace horatio
