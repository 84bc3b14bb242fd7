// SPDX-License-Identifier: Apache-2.0
#include "engine/bench/hamlet/rows.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "engine/bench/stream.h"

namespace horatio::bench::figures {
namespace {

struct Columns {
  std::vector<Timestamp> times;
  std::vector<std::uint32_t> arrivals;
  std::array<std::vector<std::int64_t>, kAttributes> values;

  void add(const Row& row, std::size_t arrival) {
    times.push_back(row.time);
    arrivals.push_back(static_cast<std::uint32_t>(arrival));
    for (std::size_t a = 0; a < kAttributes; ++a) values[a].push_back(row.values[a]);
  }
};

EventBlock block_of(TypeId type, const Columns& columns) {
  EventBlock block = bench::block_of(type, columns.times, columns.arrivals);
  for (const std::vector<std::int64_t>& values : columns.values) block.columns.push_back(int_column(values));
  return block;
}

EventBatch make_batch(std::span<const Row> rows, std::size_t types) {
  auto columns = std::make_shared<std::vector<Columns>>(types);
  for (std::size_t i = 0; i < rows.size(); ++i) (*columns)[rows[i].type].add(rows[i], i);
  EventBatch batch;
  for (std::size_t type = 0; type < types; ++type) {
    if (!(*columns)[type].times.empty())
      batch.blocks.push_back(block_of(static_cast<TypeId>(type), (*columns)[type]));
  }
  batch.bytes =
      rows.size() * (sizeof(Timestamp) + sizeof(std::uint32_t) + kAttributes * sizeof(std::int64_t));
  batch.owner = std::move(columns);
  return batch;
}

}  // namespace

std::string schema_text(const Data& data) {
  std::string attributes;
  for (const std::string& name : data.attributes)
    attributes += (attributes.empty() ? "" : ", ") + name + " INT";
  std::string text;
  for (const std::string& type : data.types) {
    text += (text.empty() ? "STREAM s (\n  TYPE " : ",\n  TYPE ") + type + " (" + attributes + ")";
  }
  return text + "\n);\n";
}

std::vector<Slot> cut(const Data& data, Timestamp span) {
  std::vector<Slot> slots;
  const Row* next = data.rows.data();
  const Row* const end = next + data.rows.size();
  for (Timestamp from = 0; next != end; from += span) {
    const Row* const first = next;
    next = std::find_if(first, end, [&](const Row& row) { return row.time >= from + span; });
    const std::span<const Row> rows(first, next);
    slots.push_back({make_batch(rows, data.types.size()), rows, from + span - 1});
  }
  if (!slots.empty()) slots.back().watermark = kEndOfTime;
  return slots;
}

void speed_up(Data& data, double per_minute) {
  if (data.rows.empty()) return;
  const Timestamp first = data.rows.front().time;
  const auto span = static_cast<double>(data.rows.back().time - first + 1);
  const double wanted = static_cast<double>(data.rows.size()) / per_minute * static_cast<double>(kMinute);
  for (Row& row : data.rows) {
    row.time = static_cast<Timestamp>(static_cast<double>(row.time - first) * wanted / span);
  }
}

void separate(Data& data) {
  Timestamp before = -1;
  for (Row& row : data.rows) before = row.time = std::max(row.time, before + 1);
}

}  // namespace horatio::bench::figures
