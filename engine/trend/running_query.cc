// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/running_query.h"

#include <string_view>

namespace horatio::trend {
namespace {

// FNV-1a, fixed for all time: it is written into snapshots.
class Fnv {
 public:
  void add(std::string_view text) {
    for (const char c : text) add(static_cast<std::uint8_t>(c));
  }
  void add(std::uint8_t byte) { hash_ = (hash_ ^ byte) * 0x100000001B3U; }
  std::uint64_t value() const { return hash_; }

 private:
  std::uint64_t hash_ = 0xCBF29CE484222325U;
};

}  // namespace

std::uint64_t fingerprint_of(const Query& query) {
  Fnv hash;
  hash.add(query.canonical);
  for (const auto* attributes : {&query.group_by, &query.equivalence}) {
    hash.add(std::uint8_t{0xFF});
    for (const KeyAttribute& attribute : *attributes) {
      hash.add(static_cast<std::uint8_t>(attribute.type.kind));
      hash.add(attribute.type.scale);
    }
  }
  return hash.value();
}

}  // namespace horatio::trend
