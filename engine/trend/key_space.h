// SPDX-License-Identifier: Apache-2.0
// The queries that have the same key attributes, and their partitions: an event's key is computed and looked
// up once for all of them, and the runs of its partition are counted once for all of them (the sharing groups
// of the trend-engine design). Queries that share a block (engine/trend/sharing/block.h) have a space of
// their own, so that nothing else ends its runs.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/trend/canonical_order.h"
#include "engine/trend/key_encoding.h"
#include "engine/trend/partition_table.h"
#include "engine/trend/running_query.h"
#include "engine/trend/runs/run_plan.h"
#include "engine/trend/vertices/shared/shared_loop.h"

namespace horatio::trend {

struct KeySpace {
  // A query that takes the events of a type in runs.
  struct RunMember {
    RunningQuery* query = nullptr;
    Evaluator* evaluator = nullptr;
    std::uint32_t slot = 0;
    RunUse use;
    std::uint64_t windows = 1;  // that an event is in, about
    bool is_exact = false;      // its numbers grow past 64 bits
  };
  // A Kleene loop whose events go to several queries at once.
  struct LoopOfType {
    SharedLoop* loop = nullptr;
    std::uint32_t run_type = 0;  // as of OfType
  };
  struct OfType {
    const RunPlan::OfType* plan = nullptr;  // of its runs
    TypeId leader = 0;                      // RunPlan::leader_of()
    std::vector<RunningQuery*> all;         // those that want its events
    // The same parted.
    std::vector<RunMember> in_runs;  // the same for all types of a block
    std::vector<RunningQuery*> one_by_one;
    std::vector<LoopOfType> loops;  // that queries share
    std::uint32_t run_type = 0;     // its place in Partition::opened_through
    // Types that come right before it, itself included where it repeats: per query of in_runs, rounded up.
    std::uint64_t predecessors = 1;
    bool is_kleene = false;  // two queries of in_runs or more repeat it: its runs are bursts of HAMLET
  };

  // `order`: in which all events of one time come; none: as they arrived. `block`: that all members take.
  // `schema` outlives the object.
  KeySpace(KeyEncoding keys, std::optional<CanonicalOrder> order, std::vector<RunningQuery*> members,
           const Schema& schema, RunSharing how, const std::optional<Block>& block);

  // Lets queries that have a Kleene loop with the same edge predicate share it.
  void share_loops(const LoopSharing& how);

  // Whether events of the type have a key.
  bool carries_keys(TypeId type) const;
  // Whether all events are of one partition, and none is counted in a run.
  bool is_straight() const { return !has_runs && encoding.attributes().empty(); }
  // How the query uses the runs of the type. REQUIRES: it takes them.
  const RunUse& use_of(const RunningQuery& query, TypeId type) const {
    return of_type[type].in_runs[query.in_runs[type] - 1].use;
  }
  // The types whose runs are counted, a line each: "  TYPE by (key attributes): queries".
  std::string describe_sharing(const Schema& schema) const;
  // Whether runs are of exactly these types together, ascending.
  bool shares(std::span<const TypeId> types) const;

  KeyEncoding encoding;
  std::optional<CanonicalOrder> canonical_order;
  const RunSharing sharing;            // of types of shared bursts; others by class, where at all
  std::vector<RunningQuery*> queries;  // by slot
  std::vector<OfType> of_type;
  RunPlan runs;
  std::uint32_t run_types = 0;  // so many places there are in Partition::opened_through
  bool has_runs = false;        // some type's runs are counted
  std::vector<std::unique_ptr<SharedLoop>> loops;
  PartitionTable partitions;
};

// Whether runs of the type are bursts that queries can share: two of them or more take it in runs and repeat
// it.
bool has_shared_bursts(std::span<RunningQuery* const> queries, TypeId type);

// Puts every query into one, as few as their keys and orders allow, and sets its space and slot. A block that
// `block_queries` queries or more have gets a space of its own.
std::vector<std::unique_ptr<KeySpace>> form_key_spaces(std::span<const std::unique_ptr<RunningQuery>> queries,
                                                       const Schema& schema, RunSharing sharing,
                                                       std::size_t block_queries);

}  // namespace horatio::trend
