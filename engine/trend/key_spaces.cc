// SPDX-License-Identifier: Apache-2.0
// Which queries have one key space: those with the same keys, as few spaces as their orders and blocks allow.
#include <algorithm>
#include <span>
#include <tuple>
#include <utility>

#include "engine/trend/key_space.h"

namespace horatio::trend {
namespace {

std::vector<RunningQuery*> members_with(std::span<const std::unique_ptr<RunningQuery>> queries,
                                        const KeyEncoding& keys) {
  std::vector<RunningQuery*> members;
  for (const auto& running : queries) {
    const Query& query = running->query();
    if (running->space == nullptr && keys.same(query.group_by, query.equivalence))
      members.push_back(running.get());
  }
  return members;
}

// Which of several events of one time ends a run for want of room shows in the last bits of all that share
// it: they must not differ to the run, or their order be known.
void order_runs(std::span<RunningQuery* const> queries, std::span<const CanonicalOrder> reads,
                const Schema& schema, RunSharing sharing, const std::optional<Block>& block,
                CanonicalOrder& order) {
  RunPlan runs(schema.types.size(), block);
  for (std::size_t type = 0; type < schema.types.size(); ++type) {
    const auto id = static_cast<TypeId>(type);
    const RunSharing run_sharing = has_shared_bursts(queries, id) ? sharing : RunSharing::kByClass;
    CanonicalOrder read(schema.types.size());
    for (std::size_t i = 0; i < queries.size(); ++i) {
      if (!queries[i]->takes_runs(id)) continue;
      if (runs.leader_of(id) == id)
        runs.add(*queries[i]->trend, id, run_sharing, queries[i]->evaluator->takes_ties(id));
      read = merged(std::move(read), reads[i]);
    }
    const auto& classes = runs.of(id).classes;
    const bool alike = classes.empty() || (classes.size() == 1 && classes.front().weights.integers.empty() &&
                                           runs.of(id).conditions.size() <= 1);
    if (!alike) order = merged(std::move(order), read);
  }
}

// By what the queries read, without the keys; by type alone where that is all they need.
CanonicalOrder order_of(std::span<RunningQuery* const> queries, const Schema& schema, RunSharing sharing,
                        const std::optional<Block>& block) {
  std::vector<CanonicalOrder> reads;
  for (const RunningQuery* query : queries) reads.push_back(canonical_order_of(query->query(), schema));
  CanonicalOrder order(schema.types.size());
  for (std::size_t i = 0; i < queries.size(); ++i) {
    if (!queries[i]->is_ordered() || queries[i]->evaluator->is_ordered_by_type()) continue;
    order = merged(std::move(order), reads[i]);
  }
  if (sharing != RunSharing::kNone) order_runs(queries, reads, schema, sharing, block, order);
  return order;
}

// A query that has no space yet, and the blocks that it could share.
struct Candidate {
  RunningQuery* query = nullptr;
  std::vector<Block> blocks;
};

std::vector<Candidate> candidates_of(const std::vector<RunningQuery*>& queries) {
  std::vector<Candidate> candidates;
  for (RunningQuery* query : queries)
    candidates.push_back({query, query->of_events() ? std::vector<Block>() : query->evaluator->blocks()});
  return candidates;
}

// The block that most of the queries have, of those the one of most types; nothing if fewer than `least` have
// one. Between blocks that are alike in this the order of the queries does not decide: floating results of a
// workload are the same in any order.
std::optional<Block> most_common_block(std::span<const Candidate> candidates, std::size_t least) {
  std::vector<std::pair<Block, std::size_t>> known;
  for (const Candidate& candidate : candidates) {
    for (const Block& block : candidate.blocks) {
      const auto found =
          std::find_if(known.begin(), known.end(), [&](const auto& other) { return other.first == block; });
      if (found == known.end()) {
        known.emplace_back(block, 1);
      } else {
        ++found->second;
      }
    }
  }
  const auto most = std::max_element(known.begin(), known.end(), [](const auto& left, const auto& right) {
    const auto size_of = [](const auto& of) { return std::pair(of.second, of.first.types.size()); };
    if (size_of(left) != size_of(right)) return size_of(left) < size_of(right);
    return std::tie(left.first.types, left.first.reads, left.first.entered) <
           std::tie(right.first.types, right.first.reads, right.first.entered);
  });
  if (most == known.end() || most->second < least) return std::nullopt;
  return std::move(most->first);
}

// Takes out those that have the block.
std::vector<RunningQuery*> taken_with(const Block& block, std::vector<Candidate>& candidates) {
  std::vector<RunningQuery*> taken;
  std::erase_if(candidates, [&](const Candidate& candidate) {
    const bool has =
        std::find(candidate.blocks.begin(), candidate.blocks.end(), block) != candidate.blocks.end();
    if (has) taken.push_back(candidate.query);
    return has;
  });
  return taken;
}

// Spaces of queries with the same keys.
class SpaceMaker {
 public:
  using Spaces = std::vector<std::unique_ptr<KeySpace>>;

  SpaceMaker(const KeyEncoding& keys, const Schema& schema, RunSharing sharing, std::size_t block_queries,
             Spaces& spaces)
      : keys_(keys), schema_(schema), sharing_(sharing), block_queries_(block_queries), spaces_(spaces) {}

  // `ordered`: they need the canonical order.
  void add(std::vector<RunningQuery*> queries, bool ordered) {
    if (sharing_ != RunSharing::kNone) {
      std::vector<Candidate> candidates = candidates_of(queries);
      while (const std::optional<Block> block = most_common_block(candidates, block_queries_)) {
        add(taken_with(*block, candidates), ordered, RunSharing::kTogether, block);
      }
      queries.clear();
      for (const Candidate& candidate : candidates) queries.push_back(candidate.query);
    }
    if (!queries.empty()) add(std::move(queries), ordered, sharing_, std::nullopt);
  }

 private:
  // Where nothing depends on the order of ties, those of bursts are still sorted by type.
  void add(std::vector<RunningQuery*> queries, bool ordered, RunSharing sharing,
           const std::optional<Block>& block) {
    std::optional<CanonicalOrder> order;
    if (ordered) {
      order = order_of(queries, schema_, sharing, block);
    } else if (sharing == RunSharing::kTogether && !queries.front()->is_in_arrival_order()) {
      order = CanonicalOrder(schema_.types.size());
    }
    spaces_.push_back(
        std::make_unique<KeySpace>(keys_, std::move(order), std::move(queries), schema_, sharing, block));
  }

  const KeyEncoding& keys_;
  const Schema& schema_;
  const RunSharing sharing_;
  const std::size_t block_queries_;
  Spaces& spaces_;
};

}  // namespace

std::vector<std::unique_ptr<KeySpace>> form_key_spaces(std::span<const std::unique_ptr<RunningQuery>> queries,
                                                       const Schema& schema, RunSharing sharing,
                                                       std::size_t block_queries) {
  std::vector<std::unique_ptr<KeySpace>> spaces;
  for (const auto& running : queries) {
    if (running->space != nullptr) continue;
    const KeyEncoding keys(running->query().group_by, running->query().equivalence);
    std::vector<RunningQuery*> members = members_with(queries, keys);
    const bool ordered = std::any_of(members.begin(), members.end(),
                                     [](const RunningQuery* query) { return query->is_ordered(); });
    SpaceMaker maker(keys, schema, sharing, block_queries, spaces);
    if (!ordered && sharing != RunSharing::kTogether) {
      maker.add(std::move(members), false);
      continue;
    }
    const auto arrival = std::stable_partition(members.begin(), members.end(), [](const RunningQuery* query) {
      return !query->is_in_arrival_order();
    });
    std::vector<RunningQuery*> as_arrived(arrival, members.end());
    members.erase(arrival, members.end());
    maker.add(std::move(members), ordered);
    maker.add(std::move(as_arrived), false);
  }
  return spaces;
}

}  // namespace horatio::trend
