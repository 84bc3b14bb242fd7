// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/testing/key_splitter.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>

namespace horatio::oracle {
namespace {

// The attributes by which the stream is split: some that every query groups by (rule 5). None: it is not
// split.
std::vector<std::string> stream_key(const Workload& workload, std::mt19937_64& random) {
  std::vector<std::string> key;
  for (const KeyAttribute& candidate : workload.queries.front().group_by) {
    const bool common = std::ranges::all_of(workload.queries, [&](const Query& query) {
      return std::ranges::find(query.group_by, candidate.name, &KeyAttribute::name) != query.group_by.end();
    });
    if (common && random() % 3 != 0) key.push_back(candidate.name);
  }
  return key;
}

std::size_t hash_of(const Value& value) {
  if (const auto* f = std::get_if<double>(&value))
    return std::isfinite(*f) ? std::hash<double>()(*f + 0.0) : 0;
  return std::hash<Value>()(value);
}

}  // namespace

KeySplitter::KeySplitter(const Workload& workload, std::mt19937_64& random)
    : key_(stream_key(workload, random)) {
  const KeyGroup sizes[] = {1, 2, 5, 16};
  groups_ = key_.empty() ? KeyGroup{1} : sizes[random() % 4];
}

KeyGroup KeySplitter::of_event(const Schema& schema, const PlainEvent& event) const {
  std::size_t hash = 0;
  for (const std::string& name : key_) {
    const auto id = schema.types[event.type].find(name);
    hash = hash * 31 + (id ? hash_of(event.attributes[*id]) : 0);
  }
  return static_cast<KeyGroup>(hash % groups_);
}

KeyGroup KeySplitter::of_group(const Query& query, const std::vector<Value>& group) const {
  std::size_t hash = 0;
  for (const std::string& name : key_) {
    const auto it = std::ranges::find(query.group_by, name, &KeyAttribute::name);
    hash = hash * 31 + hash_of(group[static_cast<std::size_t>(it - query.group_by.begin())]);
  }
  return static_cast<KeyGroup>(hash % groups_);
}

}  // namespace horatio::oracle
