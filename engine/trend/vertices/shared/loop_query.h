// SPDX-License-Identifier: Apache-2.0
// The Kleene sub-pattern that several queries share (kleene_loop.h) as a query of its own: B+ with their edge
// predicate, no local predicates, and all that their aggregates need of the events of B.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/trend/trend_query.h"
#include "engine/trend/vertices/mass.h"
#include "engine/trend/vertices/shared/kleene_loop.h"

namespace horatio::trend {

// Where a member finds what its components sum up over events of the loop: by component of the member, that
// of the loop; kNoComponent: it is about other events.
struct LoopUse {
  std::vector<std::uint32_t> linear, extremes;
};

struct LoopQuery {
  struct Member {
    const TrendQuery* query = nullptr;
    KleeneLoop loop;
  };

  // REQUIRES: is_same() of any two; at least one.
  explicit LoopQuery(std::span<const Member> members);

  std::unique_ptr<Query> query;  // `trend` refers to it
  std::unique_ptr<TrendQuery> trend;
  std::vector<LoopUse> uses;  // by member
};

// Adds the value of a snapshot for a member times the trends that begin with that snapshot. O(components)
// products.
template <class Num>
void add_product(const LoopUse& use, const Components& components, const Mass<Num>& value,
                 const Mass<Num>& trends, Mass<Num>& sum) {
  if (value.trends.is_zero() || trends.trends.is_zero()) return;
  sum.trends.add_product(value.trends, trends.trends);
  for (std::size_t c = 0; c < components.linear.size(); ++c) {
    sum.linear()[c].add_product(value.linear()[c], trends.trends);
    if (use.linear[c] != kNoComponent)
      sum.linear()[c].add_product(value.trends, trends.linear()[use.linear[c]]);
  }
  for (std::size_t c = 0; c < components.extremes.size(); ++c) {
    const bool is_maximum = components.extremes[c].is_maximum;
    sum.extremes()[c].add(value.extremes()[c], is_maximum);
    if (use.extremes[c] != kNoComponent)
      sum.extremes()[c].add(trends.extremes()[use.extremes[c]], is_maximum);
  }
}

}  // namespace horatio::trend
