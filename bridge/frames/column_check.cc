// SPDX-License-Identifier: Apache-2.0
#include <cstddef>

#include "bridge/frames/frame_check.h"
#include "engine/model/event_batch.h"

namespace horatio {
namespace {

std::string size_fault(const char* name, Bytes bin, std::size_t rows, std::size_t needed) {
  if (bin.size() == needed) return {};
  return std::string(name) + " has " + std::to_string(bin.size()) + " bytes, " + std::to_string(rows) +
         " rows need " + std::to_string(needed);
}

std::string empty_fault(const char* name, Bytes bin) {
  if (bin.empty()) return {};
  return std::string(name) + " has " + std::to_string(bin.size()) + " bytes and must be empty";
}

std::string validity_fault(Bytes validity, std::size_t rows) {
  return validity.empty() ? std::string{} : size_fault("validity", validity, rows, (rows + 7) / 8);
}

std::string bool_fault(Bytes values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (std::to_integer<unsigned>(values[i]) > 1) {
      return "a is " + std::to_string(std::to_integer<unsigned>(values[i])) + " at row " + std::to_string(i) +
             ", a BOOL is 0 or 1";
    }
  }
  return {};
}

// Offsets ascend from 0 to the size of the bytes.
std::string offsets_fault(const char* name, Bytes offsets, std::size_t texts, Bytes bytes) {
  std::uint32_t last = 0;
  bool ascend = load<std::uint32_t>(offsets.data(), 0) == 0;
  for (std::size_t i = 1; i <= texts; ++i) {
    const auto offset = load<std::uint32_t>(offsets.data(), i);
    ascend = ascend && last <= offset;
    last = offset;
  }
  if (!ascend) return std::string(name) + " has text offsets that do not ascend from 0";
  if (last == bytes.size()) return {};
  return std::string(name) + " ends at byte " + std::to_string(last) + ", the texts have " +
         std::to_string(bytes.size());
}

std::string text_fault(const ColumnData& column, std::size_t rows) {
  std::string fault = size_fault("a", column.a, rows, (rows + 1) * 4);
  if (fault.empty()) fault = offsets_fault("a", column.a, rows, column.b);
  if (fault.empty()) fault = empty_fault("c", column.c);
  return fault;
}

std::string codes_fault(Bytes codes, std::size_t rows, std::size_t words) {
  for (std::size_t i = 0; i < rows; ++i) {
    if (const auto code = load<std::uint32_t>(codes.data(), i); code >= words) {
      return "a has code " + std::to_string(code) + " at row " + std::to_string(i) + ", the dictionary has " +
             std::to_string(words) + " texts";
    }
  }
  return {};
}

std::string dictionary_fault(const ColumnData& column, std::size_t rows) {
  std::string fault = size_fault("a", column.a, rows, rows * 4);
  if (!fault.empty()) return fault;
  if (column.b.empty() || column.b.size() % 4 != 0) {
    return "b has " + std::to_string(column.b.size()) + " bytes, which is no list of text offsets";
  }
  const std::size_t words = column.b.size() / 4 - 1;
  fault = offsets_fault("b", column.b, words, column.c);
  return fault.empty() ? codes_fault(column.a, rows, words) : fault;
}

std::string fixed_fault(const ColumnData& column, std::size_t rows, std::size_t width) {
  std::string fault = size_fault("a", column.a, rows, rows * width);
  if (fault.empty()) fault = empty_fault("b", column.b);
  if (fault.empty()) fault = empty_fault("c", column.c);
  return fault;
}

}  // namespace

std::string column_fault(const ColumnData& column, std::uint32_t rows, bool of_result) {
  if (column.encoding == ColumnEncoding::kUint64 && !of_result)
    return "encoding is UINT64, which only RESULT has";
  if (column.encoding == ColumnEncoding::kNull) {
    std::string fault = empty_fault("validity", column.validity);
    return fault.empty() ? fixed_fault(column, rows, 0) : fault;
  }
  if (std::string fault = validity_fault(column.validity, rows); !fault.empty()) return fault;
  switch (column.encoding) {
    case ColumnEncoding::kText:
      return text_fault(column, rows);
    case ColumnEncoding::kTextDictionary:
      return dictionary_fault(column, rows);
    case ColumnEncoding::kBool: {
      std::string fault = fixed_fault(column, rows, 1);
      return fault.empty() ? bool_fault(column.a) : fault;
    }
    default:
      return fixed_fault(column, rows, 8);
  }
}

}  // namespace horatio
