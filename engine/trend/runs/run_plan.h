// SPDX-License-Identifier: Apache-2.0
// What is counted of the runs of each type for all queries of a key space: their classes of local predicates
// on the type, equal ones once, and per class the weights that their aggregates sum (HAMLET's sharing of a
// Kleene sub-pattern by queries with equal predicates; trend-engine design, "Lazy stamps").
#pragma once

#include <cstdint>
#include <vector>

#include "engine/trend/runs/run_tally.h"
#include "engine/trend/trend_query.h"

namespace horatio::trend {

class RunPlan {
 public:
  struct Class {
    const TrendQuery* condition = nullptr;  // a query whose only class of the type it is; none: every event
    bool with_ties = true;                  // runs may have several events of one time before the newest
    TallyPlan weights;
  };
  struct OfType {
    std::vector<Class> classes;
    bool bare = false;  // one class, every event, no weights
  };

  explicit RunPlan(std::size_t types) : of_type_(types) {}

  // Adds a query that takes runs of the type. REQUIRES: it has at most one class of it; it outlives the plan.
  // O(classes).
  RunUse add(const TrendQuery& query, TypeId type, bool with_ties);

  // As if the query were the only one: what a tally of its own holds.
  static RunUse use_alone(const TrendQuery& query, TypeId type);

  const OfType& of(TypeId type) const { return of_type_[type]; }

 private:
  std::uint32_t class_of(const TrendQuery& query, TypeId type);

  std::vector<OfType> of_type_;
};

}  // namespace horatio::trend
