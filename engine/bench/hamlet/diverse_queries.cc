// SPDX-License-Identifier: Apache-2.0
// Workload 2, over the types and values of stock().
#include <array>

#include "engine/bench/hamlet/queries.h"

namespace horatio::bench::figures {
namespace {

constexpr TypeId kFlat = 0, kUp = 1, kDown = 2, kBlock = 3;
constexpr TypeId kRare = 4;  // Block, LargeBlock, Surge, Plunge
constexpr std::size_t kSymbol = 0, kExchange = 1, kPrice = 2, kSize = 3;
constexpr std::int64_t kBig = 4000;  // shares: 2 trades in 100 are as large

const std::array<std::vector<TypeId>, 4> kKleene = {
    {{kFlat}, {kFlat, kUp}, {kFlat, kDown}, {kFlat, kUp, kDown}}};
const std::array<std::vector<std::size_t>, 3> kGroups = {{{kSymbol}, {kExchange}, {kSymbol, kExchange}}};
constexpr std::array<const char*, 5> kAggregates = {"COUNT(*)", "COUNT(Flat)", "AVG(Flat.price)",
                                                    "MAX(Flat.size)", "SUM(Flat.size)"};

// None on most: queries with the same Kleene sub-pattern agree on most of its events.
std::vector<Condition> conditions_of(std::size_t i, const KleeneQuery& query) {
  std::vector<Condition> conditions;
  if (i % 3 == 1) conditions.push_back({query.before.front(), kSize, false, 200});
  if (i % 4 == 2) conditions.push_back({kFlat, kSize, true, kBig});
  if (i % 8 == 5) conditions.push_back({query.kleene.back(), kSize, true, 2 * kBig});
  if (i % 8 == 7 && query.kleene.size() > 1) conditions.push_back({kUp, kPrice, false, 140'000});
  return conditions;
}

bool uses(const KleeneQuery& query, TypeId type) {
  for (const TypeId of : query.kleene) {
    if (of == type) return true;
  }
  return false;
}

}  // namespace

Queries diverse(std::size_t count) {
  Queries queries;
  for (std::size_t i = 0; i < count; ++i) {
    KleeneQuery query;
    query.kleene = kKleene[i % kKleene.size()];
    const auto first = static_cast<TypeId>(i / 4 % kRare);
    query.before = {static_cast<TypeId>(kBlock + first)};
    if (i % 3 == 2) query.after = {static_cast<TypeId>(kBlock + (first + 1 + i / 16 % 3) % kRare)};
    query.group = kGroups[i / 4 % kGroups.size()];
    query.aggregate = kAggregates[i / 12 % kAggregates.size()];
    query.slide = 5 * kMinute;
    query.size = static_cast<Timestamp>(1 + i / 5 % 4) * query.slide;
    query.conditions = conditions_of(i, query);
    std::erase_if(query.conditions, [&](const Condition& condition) {
      return condition.type < kBlock && !uses(query, condition.type);
    });
    queries.push_back(query);
  }
  return queries;
}

}  // namespace horatio::bench::figures
