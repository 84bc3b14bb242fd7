// SPDX-License-Identifier: Apache-2.0
// What a hash is looked up by, and the numbers of its buckets: each key gets the next one. O(1).
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "engine/model/state_io.h"

namespace horatio::trend {

inline constexpr std::uint32_t kNoBucket = std::numeric_limits<std::uint32_t>::max();

// One ordinal, or several keys one after the other, each of a fixed kind.
class HashedKey {
 public:
  void clear() { bytes_.clear(); }
  // A hash over one ordinal alone has this one, others all that have been added.
  void set(std::int64_t ordinal) { ordinal_ = ordinal; }
  void set_bytes(std::string bytes) { bytes_ = std::move(bytes); }
  void add(std::int64_t ordinal) { bytes_.append(reinterpret_cast<const char*>(&ordinal), sizeof ordinal); }
  void add(std::string_view text) {
    add(static_cast<std::int64_t>(text.size()));
    bytes_.append(text);
  }
  std::int64_t ordinal() const { return ordinal_; }
  const std::string& bytes() const { return bytes_; }

 private:
  std::int64_t ordinal_ = 0;
  std::string bytes_;
};

class BucketMap {
 public:
  // `of_ordinals`: each key is one ordinal.
  explicit BucketMap(bool of_ordinals) : of_ordinals_(of_ordinals) {}

  std::size_t size() const { return of_ordinals_ ? ordinals_.size() : bytes_.size(); }
  void clear();

  std::uint32_t find(const HashedKey& key) {
    if (of_ordinals_) {
      const auto found = ordinals_.find(key.ordinal());
      if (found == ordinals_.end()) return kNoBucket;
      last_ = *found;
      return found->second;
    }
    const auto found = bytes_.find(key.bytes());
    return found == bytes_.end() ? kNoBucket : found->second;
  }
  // Its number is size() before the call if it is new.
  std::uint32_t find_or_add(const HashedKey& key) {
    // Usually an event goes where it has just looked.
    if (last_.second != kNoBucket && last_.first == key.ordinal()) return last_.second;
    const auto next = static_cast<std::uint32_t>(size());
    if (of_ordinals_) return ordinals_.try_emplace(key.ordinal(), next).first->second;
    const auto [entry, fresh] = bytes_.try_emplace(key.bytes(), next);
    if (fresh) note(entry->first);
    return entry->second;
  }

  std::size_t memory() const {
    return ordinals_.capacity() * (sizeof(OrdinalMap::value_type) + 1) +
           bytes_.capacity() * (sizeof(ByteMap::value_type) + 1) + key_bytes_;
  }

  std::vector<HashedKey> keys() const;  // by the numbers of their buckets

  void write(StateWriter& out) const;  // the keys by the numbers of their buckets
  void read(StateReader& in);          // REQUIRES: empty. The reader has failed if a key comes twice.

 private:
  using OrdinalMap = absl::flat_hash_map<std::int64_t, std::uint32_t>;
  using ByteMap = absl::flat_hash_map<std::string, std::uint32_t>;
  static constexpr std::size_t kInPlace = 15;  // bytes that a std::string holds without the heap

  void note(const std::string& key) {
    if (key.size() > kInPlace) key_bytes_ += key.capacity();
  }

  bool of_ordinals_;
  OrdinalMap ordinals_;  // one of them is used
  ByteMap bytes_;
  std::pair<std::int64_t, std::uint32_t> last_{0, kNoBucket};  // ordinal found last
  std::size_t key_bytes_ = 0;                                  // of keys beside the map
};

}  // namespace horatio::trend
