// SPDX-License-Identifier: Apache-2.0
#include "bridge/frames/frame_json.h"

#include <cmath>
#include <type_traits>

#include "bridge/frames/frame_codec.h"
#include "bridge/frames/frame_fields.h"
#include "engine/model/event_batch.h"

namespace horatio {
namespace {

using nlohmann::json;

std::string hexadecimal(Bytes bytes) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  for (const std::byte b : bytes) {
    text += kDigits[std::to_integer<unsigned>(b) >> 4U];
    text += kDigits[std::to_integer<unsigned>(b) & 15U];
  }
  return text;
}

template <class T>
json numbers(Bytes bin) {
  json list = json::array();
  for (std::size_t i = 0; i < bin.size() / sizeof(T); ++i) {
    const T number = load<T>(bin.data(), i);
    if (std::is_same_v<T, double> && !std::isfinite(static_cast<double>(number))) {
      list.push_back("inf");  // JSON has no number for it
    } else {
      list.push_back(number);
    }
  }
  return list;
}

std::string text_at(Bytes offsets, Bytes bytes, std::size_t index) {
  const auto begin = load<std::uint32_t>(offsets.data(), index);
  const auto end = load<std::uint32_t>(offsets.data(), index + 1);
  return {reinterpret_cast<const char*>(bytes.data()) + begin, end - begin};
}

json value_at(const ColumnData& column, std::size_t row) {
  const auto valid = [&column](std::size_t i) {
    return (std::to_integer<unsigned>(column.validity[i / 8]) >> (i % 8)) & 1U;
  };
  if (!column.validity.empty() && valid(row) == 0) return nullptr;
  switch (column.encoding) {
    case ColumnEncoding::kInt64:
      return load<std::int64_t>(column.a.data(), row);
    case ColumnEncoding::kFloat64:
      return load<double>(column.a.data(), row);
    case ColumnEncoding::kBool:
      return column.a[row] != std::byte{0};
    case ColumnEncoding::kText:
      return text_at(column.a, column.b, row);
    case ColumnEncoding::kTextDictionary:
      return text_at(column.b, column.c, load<std::uint32_t>(column.a.data(), row));
    case ColumnEncoding::kUint64:
      return load<std::uint64_t>(column.a.data(), row);
    case ColumnEncoding::kNull:
      break;
  }
  return nullptr;
}

json block_json(const PanesBlock& block) {
  json panes = json::array();
  for (const PaneSlice& pane : block.panes) {
    panes.push_back({{"start", pane.start}, {"first_row", pane.first_row}, {"rows", pane.rows}});
  }
  json columns = json::array();
  for (const ColumnData& column : block.columns) columns.push_back(to_json(column, block.rows));
  return {{"type", block.type},
          {"rows", block.rows},
          {"panes", panes},
          {"key_groups", numbers<std::uint16_t>(block.key_groups)},
          {"times", numbers<std::int64_t>(block.times)},
          {"arrivals", numbers<std::uint32_t>(block.arrivals)},
          {"columns", columns}};
}

json result_json(const ResultFrame& frame) {
  json group = json::array();
  for (const ColumnData& column : frame.group) group.push_back(to_json(column, frame.rows));
  json cells = json::array();
  for (const ResultCellColumn& cell : frame.cells) {
    cells.push_back({{"column", to_json(cell.values, frame.rows)},
                     {"status", numbers<std::uint8_t>(cell.status)},
                     {"bounds", numbers<double>(cell.bounds)}});
  }
  json bound_texts = json::array();
  for (const ColumnData& column : frame.bound_texts) bound_texts.push_back(to_json(column, frame.rows));
  return {{"query", frame.query},
          {"rows", frame.rows},
          {"windowed", frame.windowed},
          {"starts", numbers<std::int64_t>(frame.starts)},
          {"ends", numbers<std::int64_t>(frame.ends)},
          {"key_groups", numbers<std::uint16_t>(frame.key_groups)},
          {"shed", numbers<double>(frame.shed)},
          {"partial", numbers<std::uint8_t>(frame.partial)},
          {"group", group},
          {"cells", cells},
          {"times", numbers<std::int64_t>(frame.times)},
          {"bound_texts", bound_texts}};
}

struct ScalarFields {
  json body = json::object();
  template <class T>
  void operator()(const char* name, const T& value) {
    body[name] = value;
  }
  void operator()(const char* name, const Bytes& value) { body[name] = hexadecimal(value); }
  void operator()(const char* name, SessionState value) { body[name] = static_cast<unsigned>(value); }
};

template <class Body>
json body_json(const Body& body) {
  ScalarFields fields;
  visit_fields(fields, body);
  return fields.body;
}

json body_json(const PanesFrame& frame) {
  json blocks = json::array();
  for (const PanesBlock& block : frame.blocks) blocks.push_back(block_json(block));
  return {{"oldest_arrival_ns", frame.oldest_arrival_ns},
          {"oldest_ingest_ms", frame.oldest_ingest_ms},
          {"blocks", blocks}};
}

json body_json(const ResultFrame& frame) { return result_json(frame); }

}  // namespace

json to_json(const ColumnData& column, std::size_t rows) {
  static constexpr const char* kNames[] = {"INT64",           "FLOAT64", "BOOL", "TEXT",
                                           "TEXT_DICTIONARY", "UINT64",  "NULL"};
  json values = json::array();
  for (std::size_t row = 0; row < rows; ++row) values.push_back(value_at(column, row));
  return {{"encoding", kNames[static_cast<std::size_t>(column.encoding)]}, {"values", values}};
}

json to_json(const Frame& frame) {
  return {{"kind", to_string(frame.header.kind)},
          {"session", frame.header.session},
          {"seq", frame.header.seq},
          {"body", std::visit([](const auto& body) { return body_json(body); }, frame.body)}};
}

}  // namespace horatio
