// SPDX-License-Identifier: Apache-2.0
// What is counted of the runs of each type for all queries of a key space: their classes of local predicates
// on the type, equal ones once, and per class the weights that their aggregates sum (HAMLET's sharing of a
// Kleene sub-pattern by queries with equal predicates; trend-engine design, "Lazy stamps"). Or, for graphlets
// (engine/trend/sharing/graphlets.h), one class of all events, beside the conditions that tell its queries
// apart. The types of a block (engine/trend/sharing/block.h) are one here: their runs are of all of them, in
// any order.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/trend/runs/run_tally.h"
#include "engine/trend/sharing/block.h"
#include "engine/trend/trend_query.h"

namespace horatio::trend {

// How the queries of a key space count the runs of a type.
enum class RunSharing : std::uint8_t {
  kNone,      // they do not
  kByClass,   // a tally for each class of predicates
  kTogether,  // one tally of all, of events on which those that share it agree
};

class RunPlan {
 public:
  // The predicates of queries of kTogether.
  struct Condition {
    const TrendQuery* query = nullptr;  // whose only class of each type it is; none: every event
    // Whether the event satisfies it.
    bool passes(const EventRef& event) const {
      return query == nullptr || !query->conditional(event.type()) ||
             query->satisfies(0, *event.block, event.row);
    }
  };
  struct Class {
    const TrendQuery* condition = nullptr;  // a query whose only class of the type it is; none: every event
    bool with_ties = true;                  // runs may have several events of one time before the newest
    TallyPlan weights;
  };
  struct OfType {
    std::vector<Class> classes;
    std::vector<Condition> conditions;  // of kTogether
    bool bare = false;                  // one class, every event, no weights
    std::optional<Block> block;         // whose types these are; none: it is one type
    // Its runs are bursts of HAMLET.
    bool is_together() const { return !conditions.empty(); }
    // Queries may disagree on an event, or their order counts, so events are kept until the run ends.
    bool is_buffered() const { return conditions.size() > 1 || block; }
    // Not all queries count the same events.
    bool tells_apart() const { return classes.size() > 1 || is_buffered(); }
  };

  // `block`: all queries that take one of its types take the block.
  explicit RunPlan(std::size_t types, const std::optional<Block>& block = std::nullopt);

  // The type that stands for all whose runs are one: the first of a block, else the type itself.
  TypeId leader_of(TypeId type) const { return leader_[type]; }

  // Adds a query that takes runs of the type, a leader. `sharing`: not kNone, the same for all queries of the
  // type; a block is always kTogether. REQUIRES: it has at most one class of it; it outlives the plan.
  // O(classes).
  RunUse add(const TrendQuery& query, TypeId type, RunSharing sharing, bool with_ties);

  // As if the query were the only one: what a tally of its own holds of a run of these types.
  static RunUse use_alone(const TrendQuery& query, const std::vector<TypeId>& types);

  const OfType& of(TypeId type) const { return of_type_[leader_[type]]; }

 private:
  // Its place among the types that the leader stands for.
  std::optional<std::size_t> place_of(TypeId type, TypeId leader) const;
  std::uint32_t class_of(const TrendQuery* condition, TypeId type);
  std::uint32_t condition_of(const TrendQuery& query, TypeId type);

  std::vector<TypeId> leader_;
  std::vector<OfType> of_type_;  // of leaders
};

}  // namespace horatio::trend
