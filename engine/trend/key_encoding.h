// SPDX-License-Identifier: Apache-2.0
// Keys of partitions as byte strings: the GROUP BY attributes, then the equivalence attributes. Bytes compare
// as the values do (numbers by value, text by UTF-8 bytes), each attribute delimits itself, and equal values
// have equal bytes (0.0 and -0.0 are one key, rule 5). So one string serves as hash key, as order of rows and
// in snapshots.
//
// Bytes: INT, DECIMAL, TIMESTAMP: 8, big endian, sign bit flipped. FLOAT: 8, big endian, sign bit flipped or,
// if negative, all bits. BOOL: 1. STRING: its bytes, 0x00 written as 0x00 0xFF, closed by 0x00 0x00.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/model/event_batch.h"
#include "engine/model/query.h"
#include "engine/model/value.h"

namespace horatio::trend {

class KeyEncoding {
 public:
  static constexpr std::uint64_t kSign = std::uint64_t{1} << 63U;
  // From a number to its bytes in big endian, and back.
  static std::uint64_t big_endian(std::uint64_t bits) {
    if constexpr (std::endian::native == std::endian::little) bits = __builtin_bswap64(bits);
    return bits;
  }

  KeyEncoding(std::span<const KeyAttribute> group_by, std::span<const KeyAttribute> equivalence);

  // Replaces `key` by the row's key and `group_bytes` by the length of its GROUP BY part; false if an
  // attribute is NULL (a NaN or infinite FLOAT reads as NULL). REQUIRES: the row's type carries all
  // attributes.
  bool encode(const EventBlock& block, std::uint32_t row, std::string& key, std::size_t& group_bytes) const {
    if (is_integer_) return encode_integer(block, row, key, group_bytes);
    if (!attributes_.empty()) return encode_attributes(block, row, key, group_bytes);
    key.clear();
    group_bytes = 0;
    return true;
  }

  // The values of a whole key; nothing if the bytes are no key of these attributes. `group_bytes` is set as
  // above.
  std::optional<std::vector<Value>> decode(std::string_view key, std::size_t& group_bytes) const;

  // Whether decode() takes the bytes; `group_bytes` is set likewise.
  bool is_key(std::string_view key, std::size_t& group_bytes) const {
    if (!is_integer_) return decode(key, group_bytes).has_value();
    group_bytes = group_attributes_ * sizeof(std::uint64_t);
    return key.size() == sizeof(std::uint64_t);
  }

  // The GROUP BY values. REQUIRES: `key` comes from encode() or passed decode().
  std::vector<Value> group(std::string_view key) const;

  std::size_t group_attributes() const { return group_attributes_; }
  const std::vector<KeyAttribute>& attributes() const { return attributes_; }
  // Whether another query's keys are the same attributes in the same roles.
  bool same(std::span<const KeyAttribute> group_by, std::span<const KeyAttribute> equivalence) const;

 private:
  // One attribute of the key in one type: what encode() needs, close together.
  struct Part {
    AttributeId attribute = 0;
    AttributeKind kind = AttributeKind::kInt;
  };

  // A key of one integer is the common case, and worth no call.
  bool encode_integer(const EventBlock& block, std::uint32_t row, std::string& key,
                      std::size_t& group_bytes) const {
    const ColumnView& column = block.columns[parts_[block.type].attribute];
    if (column.is_null(row)) return false;
    const std::uint64_t bytes = big_endian(static_cast<std::uint64_t>(column.int_at(row)) ^ kSign);
    if (key.size() != sizeof(bytes)) key.resize(sizeof(bytes));
    std::memcpy(key.data(), &bytes, sizeof(bytes));
    group_bytes = group_attributes_ * sizeof(bytes);
    return true;
  }
  bool encode_attributes(const EventBlock& block, std::uint32_t row, std::string& key,
                         std::size_t& group_bytes) const;

  std::vector<KeyAttribute> attributes_;
  std::size_t group_attributes_;
  bool is_integer_ = false;  // one attribute, INT, DECIMAL or TIMESTAMP
  std::vector<Part> parts_;  // by type, then attribute
};

}  // namespace horatio::trend
