// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/key_encoding.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

namespace horatio::trend {
namespace {

constexpr std::uint64_t kSign = KeyEncoding::kSign;

void append_ordered(std::uint64_t bits, std::string& key) {
  bits = KeyEncoding::big_endian(bits);
  char bytes[sizeof(bits)];
  std::memcpy(bytes, &bits, sizeof(bits));
  key.append(bytes, sizeof(bits));
}

std::uint64_t read_ordered(std::string_view bytes) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, bytes.data(), sizeof(bits));
  return KeyEncoding::big_endian(bits);
}

void append_float(double value, std::string& key) {
  const auto bits = std::bit_cast<std::uint64_t>(value == 0 ? 0.0 : value);
  append_ordered((bits & kSign) != 0 ? ~bits : bits ^ kSign, key);
}

double to_float(std::uint64_t ordered) {
  return std::bit_cast<double>((ordered & kSign) != 0 ? ordered ^ kSign : ~ordered);
}

void append_text(std::string_view text, std::string& key) {
  while (!text.empty()) {
    const std::size_t zero = text.find('\0');
    if (zero == std::string_view::npos) break;
    key.append(text.substr(0, zero));
    key.append("\x00\xFF", 2);
    text.remove_prefix(zero + 1);
  }
  key.append(text);
  key.append(2, '\0');
}

// Takes one text off the front of `key`; nothing if it is not closed.
std::optional<std::string> take_text(std::string_view& key) {
  std::string text;
  while (true) {
    const std::size_t zero = key.find('\0');
    if (zero == std::string_view::npos || zero + 1 == key.size()) return std::nullopt;
    text.append(key.substr(0, zero));
    const char mark = key[zero + 1];
    key.remove_prefix(zero + 2);
    if (mark == '\0') return text;
    if (mark != '\xFF') return std::nullopt;
    text.push_back('\0');
  }
}

std::optional<Value> take_value(AttributeKind kind, std::string_view& key) {
  switch (kind) {
    case AttributeKind::kString: {
      std::optional<std::string> text = take_text(key);
      if (!text) return std::nullopt;
      return Value{std::move(*text)};
    }
    case AttributeKind::kBool: {
      if (key.empty() || static_cast<unsigned char>(key[0]) > 1) return std::nullopt;
      const bool value = key[0] != '\0';
      key.remove_prefix(1);
      return Value{value};
    }
    default:
      break;
  }
  if (key.size() < sizeof(std::uint64_t)) return std::nullopt;
  const std::uint64_t ordered = read_ordered(key);
  key.remove_prefix(sizeof(std::uint64_t));
  if (kind != AttributeKind::kFloat) return Value{static_cast<std::int64_t>(ordered ^ kSign)};
  const double value = to_float(ordered);
  if (!std::isfinite(value) || (value == 0 && std::signbit(value))) return std::nullopt;
  return Value{value};
}

bool append_value(const ColumnView& column, AttributeKind kind, std::uint32_t row, std::string& key) {
  if (column.is_null(row)) return false;
  switch (kind) {
    case AttributeKind::kString:
      append_text(column.text_at(row), key);
      return true;
    case AttributeKind::kBool:
      key.push_back(column.bool_at(row) ? '\1' : '\0');
      return true;
    case AttributeKind::kFloat: {
      const double value = column.float_at(row);
      if (!std::isfinite(value)) return false;
      append_float(value, key);
      return true;
    }
    default:
      append_ordered(static_cast<std::uint64_t>(column.int_at(row)) ^ kSign, key);
      return true;
  }
}

bool is_integer(AttributeKind kind) {
  return kind == AttributeKind::kInt || kind == AttributeKind::kDecimal || kind == AttributeKind::kTimestamp;
}

bool same_attribute(const KeyAttribute& left, const KeyAttribute& right) {
  return left.name == right.name && left.type == right.type;
}

}  // namespace

KeyEncoding::KeyEncoding(std::span<const KeyAttribute> group_by, std::span<const KeyAttribute> equivalence)
    : attributes_(group_by.begin(), group_by.end()), group_attributes_(group_by.size()) {
  attributes_.insert(attributes_.end(), equivalence.begin(), equivalence.end());
  is_integer_ = attributes_.size() == 1 && is_integer(attributes_.front().type.kind);
  const std::size_t types = attributes_.empty() ? 0 : attributes_.front().of_type.size();
  for (std::size_t type = 0; type < types; ++type) {
    for (const KeyAttribute& key : attributes_)
      parts_.push_back({key.of_type[type].value_or(0), key.type.kind});
  }
}

bool KeyEncoding::encode_attributes(const EventBlock& block, std::uint32_t row, std::string& key,
                                    std::size_t& group_bytes) const {
  key.clear();
  group_bytes = 0;
  const std::size_t count = attributes_.size();
  const Part* parts = parts_.data() + block.type * count;
  for (std::size_t i = 0; i < count; ++i) {
    if (!append_value(block.columns[parts[i].attribute], parts[i].kind, row, key)) return false;
    if (i + 1 == group_attributes_) group_bytes = key.size();
  }
  return true;
}

std::optional<std::vector<Value>> KeyEncoding::decode(std::string_view key, std::size_t& group_bytes) const {
  const std::size_t size = key.size();
  std::vector<Value> values;
  group_bytes = 0;
  for (const KeyAttribute& attribute : attributes_) {
    std::optional<Value> value = take_value(attribute.type.kind, key);
    if (!value) return std::nullopt;
    values.push_back(std::move(*value));
    if (values.size() == group_attributes_) group_bytes = size - key.size();
  }
  if (!key.empty()) return std::nullopt;
  return values;
}

std::vector<Value> KeyEncoding::group(std::string_view key) const {
  std::vector<Value> values;
  values.reserve(group_attributes_);
  for (std::size_t i = 0; i < group_attributes_; ++i) {
    values.push_back(*take_value(attributes_[i].type.kind, key));
  }
  return values;
}

bool KeyEncoding::same(std::span<const KeyAttribute> group_by,
                       std::span<const KeyAttribute> equivalence) const {
  return group_by.size() == group_attributes_ && group_by.size() + equivalence.size() == attributes_.size() &&
         std::equal(group_by.begin(), group_by.end(), attributes_.begin(), same_attribute) &&
         std::equal(equivalence.begin(), equivalence.end(),
                    attributes_.begin() + static_cast<std::ptrdiff_t>(group_attributes_), same_attribute);
}

}  // namespace horatio::trend
