// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/key_space.h"

#include <algorithm>
#include <set>
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
                const Schema& schema, RunSharing sharing, CanonicalOrder& order) {
  RunPlan runs(schema.types.size(), sharing);
  for (std::size_t type = 0; type < schema.types.size(); ++type) {
    const auto id = static_cast<TypeId>(type);
    CanonicalOrder read(schema.types.size());
    for (std::size_t i = 0; i < queries.size(); ++i) {
      if (!queries[i]->takes_runs(id)) continue;
      runs.add(*queries[i]->trend, id, queries[i]->evaluator->takes_ties(id));
      read = merged(std::move(read), reads[i]);
    }
    const auto& classes = runs.of(id).classes;
    const bool alike = classes.empty() || (classes.size() == 1 && classes.front().weights.integers.empty() &&
                                           !runs.of(id).is_buffered());
    if (!alike) order = merged(std::move(order), read);
  }
}

// By what the queries read, without the keys; by type alone where that is all they need.
CanonicalOrder order_of(std::span<RunningQuery* const> queries, const Schema& schema, RunSharing sharing) {
  std::vector<CanonicalOrder> reads;
  for (const RunningQuery* query : queries) reads.push_back(canonical_order_of(query->query(), schema));
  CanonicalOrder order(schema.types.size());
  for (std::size_t i = 0; i < queries.size(); ++i) {
    if (!queries[i]->is_ordered() || queries[i]->evaluator->is_ordered_by_type()) continue;
    order = merged(std::move(order), reads[i]);
  }
  if (sharing != RunSharing::kNone) order_runs(queries, reads, schema, sharing, order);
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

std::uint64_t predecessors_of(std::span<const KeySpace::RunMember> members, TypeId type) {
  std::uint64_t sum = 0;
  for (const KeySpace::RunMember& member : members) sum += predecessors_of(*member.query->trend, type);
  return std::max<std::uint64_t>(1, (sum + members.size() - 1) / members.size());
}

}  // namespace

KeySpace::KeySpace(KeyEncoding keys, std::optional<CanonicalOrder> order, std::vector<RunningQuery*> members,
                   const Schema& schema, RunSharing sharing)
    : encoding(std::move(keys)),
      canonical_order(std::move(order)),
      queries(std::move(members)),
      of_type(schema.types.size()),
      runs(schema.types.size(), sharing),
      partitions(queries.size(), encoding.attributes().size() > encoding.group_attributes()) {
  for (std::size_t slot = 0; slot < queries.size(); ++slot) {
    queries[slot]->space = this;
    queries[slot]->slot = static_cast<std::uint32_t>(slot);
  }
  for (std::size_t type = 0; type < of_type.size(); ++type) {
    const auto id = static_cast<TypeId>(type);
    for (RunningQuery* query : queries) {
      if (!query->trend->in_pattern(id) && !(query->is_contiguous() && carries_keys(id))) continue;
      of_type[type].all.push_back(query);
      if (sharing == RunSharing::kNone || !query->takes_runs(id)) {
        of_type[type].one_by_one.push_back(query);
        continue;
      }
      of_type[type].in_runs.push_back({query, query->evaluator.get(), query->slot,
                                       runs.add(*query->trend, id, query->evaluator->takes_ties(id))});
      query->in_runs[type] = static_cast<std::uint32_t>(of_type[type].in_runs.size());
    }
    if (of_type[type].in_runs.empty()) continue;
    of_type[type].run_type = run_types++;
    of_type[type].predecessors = predecessors_of(of_type[type].in_runs, id);
    of_type[type].is_kleene = is_kleene(of_type[type].in_runs, id);
  }
}

bool KeySpace::carries_keys(TypeId type) const {
  const auto& attributes = encoding.attributes();
  return std::all_of(attributes.begin(), attributes.end(),
                     [type](const KeyAttribute& key) { return key.of_type[type].has_value(); });
}

std::string KeySpace::describe_sharing(const Schema& schema) const {
  std::string keys;
  for (const KeyAttribute& key : encoding.attributes()) keys += (keys.empty() ? "" : ", ") + key.name;
  if (!keys.empty()) keys = " by (" + keys + ")";
  std::string text;
  for (std::size_t type = 0; type < of_type.size(); ++type) {
    const auto& members = of_type[type].in_runs;
    if (members.empty()) continue;
    text += "  " + schema.types[type].name + keys + ":";
    for (const RunMember& member : members)
      text += (&member == &members.front() ? " " : ", ") + member.query->query().name;
    const RunPlan::OfType& plan = runs.of(static_cast<TypeId>(type));
    const std::size_t classes = std::max(plan.classes.size(), plan.conditions.size());
    if (classes > 1) text += " (" + std::to_string(classes) + " classes of predicates)";
    text += "\n";
  }
  return text;
}

std::vector<std::unique_ptr<KeySpace>> form_key_spaces(std::span<const std::unique_ptr<RunningQuery>> queries,
                                                       const Schema& schema, RunSharing sharing) {
  std::vector<std::unique_ptr<KeySpace>> spaces;
  for (const auto& running : queries) {
    if (running->space != nullptr) continue;
    const KeyEncoding keys(running->query().group_by, running->query().equivalence);
    std::vector<RunningQuery*> members = members_with(queries, keys);
    const bool ordered = std::any_of(members.begin(), members.end(),
                                     [](const RunningQuery* query) { return query->is_ordered(); });
    const auto add = [&](std::vector<RunningQuery*> part, std::optional<CanonicalOrder> order) {
      if (part.empty()) return;
      spaces.push_back(std::make_unique<KeySpace>(keys, std::move(order), std::move(part), schema, sharing));
    };
    if (!ordered) {
      add(std::move(members), std::nullopt);
      continue;
    }
    const auto arrival = std::stable_partition(members.begin(), members.end(), [](const RunningQuery* query) {
      return !query->is_in_arrival_order();
    });
    std::vector<RunningQuery*> as_arrived(arrival, members.end());
    members.erase(arrival, members.end());
    CanonicalOrder order = order_of(members, schema, sharing);
    add(std::move(members), std::move(order));
    add(std::move(as_arrived), std::nullopt);
  }
  return spaces;
}

}  // namespace horatio::trend
