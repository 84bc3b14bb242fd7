// SPDX-License-Identifier: Apache-2.0
// Workload 2, over the types and values of stock().
#include <algorithm>
#include <array>
#include <utility>

#include "engine/bench/hamlet/queries.h"
#include "engine/bench/stream.h"

namespace horatio::bench::figures {
namespace {

constexpr TypeId kFlat = 0, kUp = 1, kDown = 2, kBlock = 3;
constexpr std::int64_t kRare = 4;  // Block, LargeBlock, Surge, Plunge
constexpr std::size_t kSymbol = 0, kExchange = 1, kPrice = 2, kSize = 3;

const std::array<std::vector<TypeId>, 3> kKleene = {{{kFlat}, {kFlat, kUp}, {kFlat, kUp, kDown}}};
constexpr std::array<const char*, 5> kAggregates = {"COUNT(*)", "COUNT(Flat)", "AVG(Flat.price)",
                                                    "MAX(Flat.size)", "SUM(Flat.size)"};

// Queries with the same Kleene sub-pattern agree on most of its events: 8 trades in 100 are of 1,000 shares
// and more, 3 of 2,000; the price of one symbol is about 14 dollars, of the others higher.
std::vector<Condition> conditions_of(const KleeneQuery& query, Dice& dice) {
  std::vector<Condition> conditions;
  if (dice.below(3) == 0) conditions.push_back({query.before.front(), kSize, false, 500});
  const std::int64_t size = dice.below(4);
  if (size < 2) conditions.push_back({kFlat, kSize, true, size == 0 ? 1000 : 2000});
  if (dice.below(4) == 0) conditions.push_back({query.kleene.back(), kPrice, false, 140'000});
  return conditions;
}

KleeneQuery diverse_query(Dice& dice) {
  const auto rare = [](std::int64_t number) { return static_cast<TypeId>(kBlock + number % kRare); };
  KleeneQuery query;
  query.kleene = kKleene[static_cast<std::size_t>(dice.below(kKleene.size()))];
  const std::int64_t first = dice.below(kRare), step = 1 + dice.below(kRare - 1);
  query.before = {rare(first)};
  if (dice.below(3) == 0) query.after = {rare(first + step)};
  query.group = {dice.below(2) == 0 ? kSymbol : kExchange};
  query.aggregate = kAggregates[static_cast<std::size_t>(dice.below(kAggregates.size()))];
  query.slide = 5 * kMinute;
  query.size = (1 + dice.below(4)) * query.slide;
  query.conditions = conditions_of(query, dice);
  return query;
}

}  // namespace

Queries diverse(std::size_t count) {
  Queries queries;
  for (Dice dice(2013); queries.size() < count;) {
    KleeneQuery query = diverse_query(dice);
    if (std::ranges::find(queries, query) == queries.end()) queries.push_back(std::move(query));
  }
  return queries;
}

}  // namespace horatio::bench::figures
