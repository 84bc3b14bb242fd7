// SPDX-License-Identifier: Apache-2.0
#include "engine/bench/stream.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace horatio::bench {
namespace {

struct Columns {
  std::vector<Timestamp> times;
  std::vector<std::uint32_t> arrivals;
  std::vector<std::int64_t> v, g;
  std::vector<std::byte> validity;
  bool nulls = false;

  void add(const Event& event, std::size_t arrival) {
    const std::size_t row = times.size();
    if (row % 8 == 0) validity.push_back(std::byte{0});
    if (!event.null_v) validity.back() |= std::byte{1} << (row % 8);
    nulls = nulls || event.null_v;
    times.push_back(event.time);
    arrivals.push_back(static_cast<std::uint32_t>(arrival));
    v.push_back(event.v);
    g.push_back(event.g);
  }
};

template <class T>
const std::byte* bytes_of(const std::vector<T>& values) {
  return reinterpret_cast<const std::byte*>(values.data());
}

EventBlock block_of(TypeId type, const Columns& columns) {
  EventBlock block = bench::block_of(type, columns.times, columns.arrivals);
  block.columns = {int_column(columns.v), int_column(columns.g)};
  if (columns.nulls) block.columns[0].validity = columns.validity.data();
  return block;
}

EventBatch make_batch(const Stream& stream, std::size_t begin, std::size_t end, std::size_t types) {
  auto columns = std::make_shared<std::vector<Columns>>(types);
  for (std::size_t i = begin; i < end; ++i) (*columns)[stream[i].type].add(stream[i], i - begin);
  EventBatch batch;
  for (std::size_t type = 0; type < types; ++type) {
    if (!(*columns)[type].times.empty())
      batch.blocks.push_back(block_of(static_cast<TypeId>(type), (*columns)[type]));
  }
  batch.bytes = (end - begin) * (sizeof(Timestamp) + sizeof(std::uint32_t) + 2 * sizeof(std::int64_t));
  batch.owner = std::move(columns);
  return batch;
}

}  // namespace

EventBlock block_of(TypeId type, const std::vector<Timestamp>& times,
                    const std::vector<std::uint32_t>& arrivals) {
  EventBlock block;
  block.type = type;
  block.rows = static_cast<std::uint32_t>(times.size());
  block.times = bytes_of(times);
  block.arrivals = bytes_of(arrivals);
  return block;
}

ColumnView int_column(const std::vector<std::int64_t>& values) {
  ColumnView view;
  view.encoding = ColumnView::Encoding::kInt64;
  view.values = bytes_of(values);
  return view;
}

std::vector<Delivery> deliver(const Stream& stream, std::size_t types) {
  std::vector<Delivery> deliveries;
  for (std::size_t begin = 0; begin < stream.size(); begin += kBatchRows) {
    const std::size_t end = std::min(begin + kBatchRows, stream.size());
    const Timestamp watermark = end < stream.size() ? stream[end].time - 1 : stream.back().time;
    deliveries.push_back({make_batch(stream, begin, end, types), watermark});
  }
  return deliveries;
}

std::string schema_text(std::size_t types) {
  std::string text = "STREAM s (";
  for (std::size_t type = 0; type < types; ++type) {
    text += (type == 0 ? "TYPE T" : ", TYPE T") + std::to_string(type) + " (v INT, g INT)";
  }
  return text + ");\n";
}

std::uint64_t Dice::next() {
  std::uint64_t mixed = state_ += 0x9e3779b97f4a7c15U;
  mixed = (mixed ^ (mixed >> 30U)) * 0xbf58476d1ce4e5b9U;
  mixed = (mixed ^ (mixed >> 27U)) * 0x94d049bb133111ebU;
  return mixed ^ (mixed >> 31U);
}

}  // namespace horatio::bench
