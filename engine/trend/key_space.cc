// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/key_space.h"

#include <algorithm>
#include <set>
#include <span>
#include <utility>

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
  RunPlan runs(schema.types.size(), sharing, block);
  for (std::size_t type = 0; type < schema.types.size(); ++type) {
    const auto id = static_cast<TypeId>(type);
    CanonicalOrder read(schema.types.size());
    for (std::size_t i = 0; i < queries.size(); ++i) {
      if (!queries[i]->takes_runs(id)) continue;
      if (runs.leader_of(id) == id) runs.add(*queries[i]->trend, id, queries[i]->evaluator->takes_ties(id));
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

// The types whose events a trend of the query can have right before one of the type.
std::uint64_t predecessors_of(const TrendQuery& query, TypeId type) {
  std::set<TypeId> before;
  const auto& places = query.query().pattern.places;
  const GuardedPositions& positions = query.branches().front().positions;
  for (std::size_t from = 0; from < positions.places.size(); ++from) {
    for (const automaton::Edge& edge : positions.follow[from]) {
      if (places[positions.places[edge.to]].type == type) before.insert(places[positions.places[from]].type);
    }
  }
  return before.size();
}

// Whether an event of the type can follow one of the same place: it has a Kleene plus of its own.
bool repeats(const TrendQuery& query, TypeId type) {
  const auto& places = query.query().pattern.places;
  const GuardedPositions& positions = query.branches().front().positions;
  for (std::size_t from = 0; from < positions.places.size(); ++from) {
    if (places[positions.places[from]].type != type) continue;
    const auto& follow = positions.follow[from];
    const bool loops = std::any_of(follow.begin(), follow.end(),
                                   [from](const automaton::Edge& edge) { return edge.to == from; });
    if (loops) return true;
  }
  return false;
}

bool is_kleene(std::span<const KeySpace::RunMember> members, TypeId type) {
  return std::count_if(members.begin(), members.end(), [type](const KeySpace::RunMember& member) {
           return repeats(*member.query->trend, type);
         }) > 1;
}

// "B", or "(B, C)" of a block.
std::string name_of_run(const RunPlan::OfType& plan, TypeId type, const Schema& schema) {
  if (!plan.block) return schema.types[type].name;
  std::string text;
  for (const TypeId member : plan.block->types)
    text += (text.empty() ? "(" : ", ") + schema.types[member].name;
  return text + ")";
}

std::uint64_t predecessors_of(std::span<const KeySpace::RunMember> members, TypeId type) {
  std::uint64_t sum = 0;
  for (const KeySpace::RunMember& member : members) sum += predecessors_of(*member.query->trend, type);
  return std::max<std::uint64_t>(1, (sum + members.size() - 1) / members.size());
}

}  // namespace

KeySpace::KeySpace(KeyEncoding keys, std::optional<CanonicalOrder> order, std::vector<RunningQuery*> members,
                   const Schema& schema, RunSharing how, const std::optional<Block>& block)
    : encoding(std::move(keys)),
      canonical_order(std::move(order)),
      sharing(how),
      queries(std::move(members)),
      of_type(schema.types.size()),
      runs(schema.types.size(), how, block),
      partitions(queries.size(), encoding.attributes().size() > encoding.group_attributes()) {
  for (std::size_t slot = 0; slot < queries.size(); ++slot) {
    queries[slot]->space = this;
    queries[slot]->slot = static_cast<std::uint32_t>(slot);
    if (block) queries[slot]->evaluator->take_block(*block);
  }
  for (std::size_t type = 0; type < of_type.size(); ++type) {
    const auto id = static_cast<TypeId>(type);
    of_type[type].leader = runs.leader_of(id);
    of_type[type].plan = &runs.of(id);
    for (RunningQuery* query : queries) {
      if (!query->trend->in_pattern(id) && !(query->is_contiguous() && carries_keys(id))) continue;
      of_type[type].all.push_back(query);
      if (sharing == RunSharing::kNone || !query->takes_runs(id)) {
        of_type[type].one_by_one.push_back(query);
        continue;
      }
      const TypeId leader = runs.leader_of(id);
      of_type[type].in_runs.push_back({query, query->evaluator.get(), query->slot,
                                       leader == id
                                           ? runs.add(*query->trend, id, query->evaluator->takes_ties(id))
                                           : use_of(*query, leader)});
      query->in_runs[type] = static_cast<std::uint32_t>(of_type[type].in_runs.size());
    }
    if (of_type[type].in_runs.empty()) continue;
    of_type[type].run_type = run_types++;
    OfType& leading = of_type[runs.leader_of(id)];
    leading.predecessors = std::max(leading.predecessors, predecessors_of(of_type[type].in_runs, id));
    leading.is_kleene = runs.of(id).block || is_kleene(of_type[type].in_runs, id);
  }
}

bool KeySpace::carries_keys(TypeId type) const {
  const auto& attributes = encoding.attributes();
  return std::all_of(attributes.begin(), attributes.end(),
                     [type](const KeyAttribute& key) { return key.of_type[type].has_value(); });
}

bool KeySpace::shares(std::span<const TypeId> types) const {
  const TypeId first = types.front();
  if (of_type[first].in_runs.empty()) return false;
  const auto& block = runs.of(first).block;
  return block ? std::equal(types.begin(), types.end(), block->types.begin(), block->types.end())
               : types.size() == 1;
}

std::string KeySpace::describe_sharing(const Schema& schema) const {
  std::string keys;
  for (const KeyAttribute& key : encoding.attributes()) keys += (keys.empty() ? "" : ", ") + key.name;
  if (!keys.empty()) keys = " by (" + keys + ")";
  std::string text;
  for (std::size_t type = 0; type < of_type.size(); ++type) {
    const auto& members = of_type[type].in_runs;
    const auto id = static_cast<TypeId>(type);
    if (members.empty() || runs.leader_of(id) != id) continue;
    text += "  " + name_of_run(runs.of(id), id, schema) + keys + ":";
    for (const RunMember& member : members)
      text += (&member == &members.front() ? " " : ", ") + member.query->query().name;
    const RunPlan::OfType& plan = runs.of(id);
    const std::size_t classes = std::max(plan.classes.size(), plan.conditions.size());
    if (classes > 1) text += " (" + std::to_string(classes) + " classes of predicates)";
    text += "\n";
  }
  return text;
}

namespace {

// The block that most of the queries have, of those the one of most types; nothing if fewer than `least` have
// one.
std::optional<Block> most_common_block(std::span<RunningQuery* const> queries, std::size_t least) {
  std::vector<std::pair<Block, std::size_t>> known;
  for (const RunningQuery* query : queries) {
    if (query->of_events()) continue;
    for (Block& block : query->evaluator->blocks()) {
      const auto found =
          std::find_if(known.begin(), known.end(), [&](const auto& other) { return other.first == block; });
      if (found == known.end()) {
        known.emplace_back(std::move(block), 1);
      } else {
        ++found->second;
      }
    }
  }
  const auto most = std::max_element(known.begin(), known.end(), [](const auto& left, const auto& right) {
    return std::pair(left.second, left.first.types.size()) <
           std::pair(right.second, right.first.types.size());
  });
  if (most == known.end() || most->second < least) return std::nullopt;
  return std::move(most->first);
}

// Those of the queries that have the block, which are gone from there.
std::vector<RunningQuery*> taken_with(const Block& block, std::vector<RunningQuery*>& queries) {
  const auto rest =
      std::stable_partition(queries.begin(), queries.end(), [&block](const RunningQuery* query) {
        const auto blocks = query->of_events() ? std::vector<Block>() : query->evaluator->blocks();
        return std::find(blocks.begin(), blocks.end(), block) == blocks.end();
      });
  std::vector<RunningQuery*> taken(rest, queries.end());
  queries.erase(rest, queries.end());
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
    while (sharing_ != RunSharing::kNone) {
      const std::optional<Block> block = most_common_block(queries, block_queries_);
      if (!block) break;
      add(taken_with(*block, queries), ordered, RunSharing::kTogether, block);
    }
    if (!queries.empty()) add(std::move(queries), ordered, sharing_, std::nullopt);
  }

 private:
  // Where nothing depends on the order of ties, those of a block are still sorted by type.
  void add(std::vector<RunningQuery*> queries, bool ordered, RunSharing sharing,
           const std::optional<Block>& block) {
    std::optional<CanonicalOrder> order;
    if (ordered) {
      order = order_of(queries, schema_, sharing, block);
    } else if (block && block->strict) {
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
    if (!ordered) {
      maker.add(std::move(members), false);
      continue;
    }
    const auto arrival = std::stable_partition(members.begin(), members.end(), [](const RunningQuery* query) {
      return !query->is_in_arrival_order();
    });
    std::vector<RunningQuery*> as_arrived(arrival, members.end());
    members.erase(arrival, members.end());
    maker.add(std::move(members), true);
    maker.add(std::move(as_arrived), false);
  }
  return spaces;
}

}  // namespace horatio::trend
