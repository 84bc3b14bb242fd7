// SPDX-License-Identifier: Apache-2.0
#include "engine/bench/hamlet/bursts.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace horatio::bench::figures {
namespace {

using Types = std::vector<TypeId>;
using Attributes = std::vector<std::size_t>;

struct SharingSet {
  std::size_t queries = 0;
  Types kleene, others;

  void add(const KleeneQuery& query) {
    ++queries;
    kleene = query.kleene;
    others.insert(others.end(), query.before.begin(), query.before.end());
    others.insert(others.end(), query.after.begin(), query.after.end());
  }
};

bool has(const Types& types, TypeId type) { return std::ranges::count(types, type) != 0; }

void count(const Data& data, const SharingSet& set, const Attributes& keys, Timestamp pane, Bursts& bursts) {
  std::map<std::vector<std::int64_t>, Timestamp> active;  // by partition: the pane of its burst
  std::vector<std::int64_t> key(keys.size());
  for (const Row& row : data.rows) {
    const bool kleene = has(set.kleene, row.type);
    if (!kleene && !has(set.others, row.type)) continue;
    std::ranges::transform(keys, key.begin(), [&](std::size_t attribute) { return row.values[attribute]; });
    if (!kleene) {
      active.erase(key);
      continue;
    }
    ++bursts.events;
    const auto [burst, fresh] = active.try_emplace(key, row.time / pane);
    if (fresh || burst->second != row.time / pane) ++bursts.count;
    burst->second = row.time / pane;
  }
}

}  // namespace

Bursts bursts_of(const Data& data, const Queries& queries, Timestamp pane) {
  std::map<std::tuple<Types, Attributes, Attributes>, SharingSet> sets;
  for (const KleeneQuery& query : queries) sets[{query.kleene, query.group, query.same}].add(query);
  Bursts bursts;
  for (const auto& [name, set] : sets) {
    if (set.queries < 2) continue;
    Attributes keys = std::get<1>(name);
    keys.insert(keys.end(), std::get<2>(name).begin(), std::get<2>(name).end());
    count(data, set, keys, pane, bursts);
  }
  return bursts;
}

}  // namespace horatio::bench::figures
