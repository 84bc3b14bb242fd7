// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/vertices/index/bucket_map.h"

#include <vector>

namespace horatio::trend {
namespace {

template <class Map>
auto by_bucket(const Map& map) {
  std::vector<const typename Map::key_type*> keys(map.size());
  for (const auto& [key, bucket] : map) keys[bucket] = &key;
  return keys;
}

}  // namespace

void BucketMap::clear() {
  ordinals_.clear();
  bytes_.clear();
  last_.second = kNoBucket;
  key_bytes_ = 0;
}

std::vector<HashedKey> BucketMap::keys() const {
  std::vector<HashedKey> keys(size());
  for (const auto& [key, bucket] : ordinals_) keys[bucket].set(key);
  for (const auto& [key, bucket] : bytes_) keys[bucket].set_bytes(key);
  return keys;
}

void BucketMap::write(StateWriter& out) const {
  out.number(static_cast<std::uint32_t>(size()));
  for (const std::int64_t* key : by_bucket(ordinals_)) out.number(*key);
  for (const std::string* key : by_bucket(bytes_)) out.text(*key);
}

void BucketMap::read(StateReader& in) {
  const auto count = in.count<std::uint32_t>(of_ordinals_ ? sizeof(std::int64_t) : sizeof(std::uint32_t));
  for (std::uint32_t bucket = 0; bucket < count && !in.failed(); ++bucket) {
    if (of_ordinals_) {
      if (!ordinals_.try_emplace(in.number<std::int64_t>(), bucket).second) in.fail();
      continue;
    }
    const auto [entry, fresh] = bytes_.try_emplace(std::string(in.text()), bucket);
    fresh ? note(entry->first) : in.fail();
  }
}

}  // namespace horatio::trend
