// SPDX-License-Identifier: Apache-2.0
#include "engine/plan/test_stream.h"

#include <algorithm>
#include <array>
#include <boost/test/unit_test.hpp>
#include <charconv>
#include <deque>
#include <span>
#include <sstream>
#include <utility>

#include "engine/query/parser.h"

namespace horatio::testing {
namespace {

struct Memory {
  std::deque<std::vector<std::byte>> pieces;
  std::size_t size = 0;
};

template <class T>
const std::byte* keep(Memory& memory, const std::vector<T>& values) {
  const auto bytes = std::as_bytes(std::span(values));
  memory.size += bytes.size();
  return memory.pieces.emplace_back(bytes.begin(), bytes.end()).data();
}

ColumnView column_of(const std::vector<Value>& values, AttributeKind kind, Memory& memory) {
  std::vector<std::uint8_t> validity((values.size() + 7) / 8), bools;
  std::vector<std::int64_t> integers;
  std::vector<double> doubles;
  std::vector<std::uint32_t> offsets{0};
  std::vector<char> text;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Value& value = values[i];
    if (value.index() != 0) validity[i / 8] = static_cast<std::uint8_t>(validity[i / 8] | 1U << (i % 8));
    integers.push_back(value.index() == 1 ? std::get<1>(value) : 0);
    doubles.push_back(value.index() == 2 ? std::get<2>(value) : 0);
    bools.push_back(value.index() == 3 && std::get<3>(value));
    if (value.index() == 4) text.insert(text.end(), std::get<4>(value).begin(), std::get<4>(value).end());
    offsets.push_back(static_cast<std::uint32_t>(text.size()));
  }
  ColumnView view;
  view.validity = keep(memory, validity);
  switch (kind) {
    case AttributeKind::kString:
      view.encoding = ColumnView::Encoding::kText;
      view.offsets = keep(memory, offsets);
      view.bytes = keep(memory, text);
      break;
    case AttributeKind::kBool:
      view.encoding = ColumnView::Encoding::kBool;
      view.values = keep(memory, bools);
      break;
    case AttributeKind::kFloat:
      view.encoding = ColumnView::Encoding::kFloat64;
      view.values = keep(memory, doubles);
      break;
    default:
      view.encoding = ColumnView::Encoding::kInt64;
      view.values = keep(memory, integers);
  }
  return view;
}

EventBlock block_of(const std::vector<TestEvent>& events, TypeId id, const EventType& type, Memory& memory) {
  std::vector<Timestamp> times;
  std::vector<std::uint32_t> arrivals;
  std::vector<KeyGroup> key_groups;
  std::vector<std::vector<Value>> columns(type.attributes.size());
  for (std::size_t i = 0; i < events.size(); ++i) {
    const TestEvent& event = events[i];
    if (event.type != type.name) continue;
    times.push_back(event.time);
    arrivals.push_back(static_cast<std::uint32_t>(i));
    key_groups.push_back(event.key_group);
    for (std::size_t a = 0; a < columns.size(); ++a) {
      columns[a].push_back(a < event.values.size() ? event.values[a] : Value{});
    }
  }
  EventBlock block;
  block.type = id;
  block.rows = static_cast<std::uint32_t>(times.size());
  block.times = keep(memory, times);
  block.arrivals = keep(memory, arrivals);
  block.key_groups = keep(memory, key_groups);
  for (std::size_t a = 0; a < columns.size(); ++a) {
    block.columns.push_back(column_of(columns[a], type.attributes[a].type.kind, memory));
  }
  return block;
}

std::string shortest(double value) {
  std::array<char, 32> text{};
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr};
}

std::string text_of(const Cell& cell) {
  if (cell.status == CellStatus::kOverflow) return "OVERFLOW";
  const std::string mark = cell.status == CellStatus::kApprox ? "~" : "";
  switch (cell.value.index()) {
    case 1:
      return std::to_string(std::get<1>(cell.value)) + mark;
    case 2:
      return std::to_string(std::get<2>(cell.value)) + mark;
    case 3:
      return shortest(std::get<3>(cell.value)) + mark;
    case 4:
      return std::get<4>(cell.value) + mark;
    default:
      return "NULL" + mark;
  }
}

std::string text_of(const Value& value) {
  switch (value.index()) {
    case 1:
      return std::to_string(std::get<1>(value));
    case 2:
      return std::to_string(std::get<2>(value));
    case 3:
      return std::get<3>(value) ? "true" : "false";
    case 4:
      return std::get<4>(value);
    default:
      return "NULL";
  }
}

}  // namespace

std::vector<TestEvent> letters(std::string_view text, bool runs) {
  std::vector<TestEvent> events;
  Timestamp time = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!runs || i == 0 || text[i] != text[i - 1]) ++time;
    events.push_back({std::string(1, text[i]), time, {}, 0});
  }
  return events;
}

std::vector<TestEvent> written(std::string_view text) {
  std::vector<TestEvent> events;
  std::istringstream words{std::string(text)};
  for (std::string word; words >> word;) {
    const std::size_t first = std::min(word.find(':'), word.size());
    const std::size_t second = std::min(word.find(':', first + 1), word.size());
    TestEvent event{word.substr(0, 1), std::stoll(word.substr(1, first - 1)), {Value{}, Value{}}, 0};
    if (second > first + 1) event.values[0] = word.substr(first + 1, second - first - 1);
    if (word.size() > second + 1) event.values[1] = std::int64_t{std::stoll(word.substr(second + 1))};
    events.push_back(std::move(event));
  }
  return events;
}

EventBatch batch_of(const std::vector<TestEvent>& events, const Schema& schema) {
  auto memory = std::make_shared<Memory>();
  EventBatch batch;
  for (std::size_t type = 0; type < schema.types.size(); ++type) {
    batch.blocks.push_back(block_of(events, static_cast<TypeId>(type), schema.types[type], *memory));
  }
  batch.bytes = memory->size;
  batch.owner = std::move(memory);
  return batch;
}

std::shared_ptr<const Workload> workload_of(std::string_view text) {
  ParsedWorkload parsed = parse_workload(text);
  for (const WorkloadFault& fault : parsed.faults) BOOST_ERROR(to_string(fault, "test.hql"));
  BOOST_REQUIRE(parsed.faults.empty());
  return std::make_shared<const Workload>(std::move(parsed.workload));
}

void RowText::accept(const ResultRow& row) {
  std::string text = workload_.queries[row.query].name + "|";
  text += row.window ? std::to_string(row.window->start) + "|" + std::to_string(row.window->end) : "";
  text += "|";
  for (std::size_t i = 0; i < row.group.size(); ++i) text += (i == 0 ? "" : ",") + text_of(row.group[i]);
  for (const Cell& cell : row.cells) text += "|" + text_of(cell);
  if (row.time) text += *row.time == kEndOfTime ? "|@end" : "|@" + std::to_string(*row.time);
  rows.push_back(text);
}

TestStream::TestStream(std::shared_ptr<const Workload> workload, const EngineOptions& options)
    : workload_(std::move(workload)) {
  Result<std::unique_ptr<Engine>> made = Engine::make(workload_, options);
  if (!made.ok()) BOOST_ERROR(made.error().message);
  BOOST_REQUIRE(made.ok());
  engine_ = std::move(*made);
}

TestStream& TestStream::send(const std::vector<TestEvent>& events) {
  const Status applied = engine_->apply(batch_of(events, workload_->schema));
  if (!applied.ok()) BOOST_ERROR(applied.error().message);
  return *this;
}

std::vector<std::string> TestStream::watermark(Timestamp watermark, std::size_t max_events,
                                               std::size_t max_rows) {
  while (true) {
    const Result<bool> advanced = engine_->advance(watermark, max_events);
    if (!advanced.ok()) BOOST_ERROR(advanced.error().message);
    BOOST_REQUIRE(advanced.ok());
    if (*advanced) break;
  }
  RowText sink(*workload_);
  while (!engine_->emit(sink, max_rows)) {
  }
  return sink.rows;
}

std::string TestStream::snapshot(KeyGroup key_group) const {
  std::string bytes;
  engine_->snapshot(key_group, bytes);
  return bytes;
}

void TestStream::restore(KeyGroup key_group, std::string_view bytes) {
  const Status restored = engine_->restore(key_group, std::as_bytes(std::span(bytes)));
  if (!restored.ok()) BOOST_ERROR(restored.error().message);
  BOOST_REQUIRE(restored.ok());
}

}  // namespace horatio::testing
