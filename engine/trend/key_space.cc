// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/key_space.h"

#include <algorithm>
#include <set>
#include <span>
#include <utility>

namespace horatio::trend {
namespace {

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

std::uint64_t windows_of_event(const RunningQuery& query) {
  const std::optional<WindowSpec>& window = query.query().window;
  return window ? static_cast<std::uint64_t>(std::max<std::int64_t>(1, window->size / window->slide)) : 1;
}

}  // namespace

bool has_shared_bursts(std::span<RunningQuery* const> queries, TypeId type) {
  return std::count_if(queries.begin(), queries.end(), [type](const RunningQuery* query) {
           return query->takes_runs(type) && repeats(*query->trend, type);
         }) > 1;
}

KeySpace::KeySpace(KeyEncoding keys, std::optional<CanonicalOrder> order, std::vector<RunningQuery*> members,
                   const Schema& schema, RunSharing how, const std::optional<Block>& block)
    : encoding(std::move(keys)),
      canonical_order(std::move(order)),
      sharing(how),
      queries(std::move(members)),
      of_type(schema.types.size()),
      runs(schema.types.size(), block),
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
    const bool is_kleene = has_shared_bursts(queries, id);
    const RunSharing run_sharing = is_kleene ? sharing : RunSharing::kByClass;
    for (RunningQuery* query : queries) {
      if (!query->trend->in_pattern(id) && !(query->is_contiguous() && carries_keys(id))) continue;
      of_type[type].all.push_back(query);
      if (sharing == RunSharing::kNone || !query->takes_runs(id)) {
        of_type[type].one_by_one.push_back(query);
        continue;
      }
      const TypeId leader = runs.leader_of(id);
      of_type[type].in_runs.push_back(
          {query, query->evaluator.get(), query->slot,
           leader == id ? runs.add(*query->trend, id, run_sharing, query->evaluator->takes_ties(id))
                        : use_of(*query, leader),
           windows_of_event(*query), query->trend->arithmetic() == Arithmetic::kExact});
      query->in_runs[type] = static_cast<std::uint32_t>(of_type[type].in_runs.size());
    }
    if (of_type[type].in_runs.empty()) continue;
    of_type[type].run_type = run_types++;
    OfType& leading = of_type[runs.leader_of(id)];
    leading.predecessors = std::max(leading.predecessors, predecessors_of(of_type[type].in_runs, id));
    leading.is_kleene = runs.of(id).block || is_kleene;
  }
  has_runs = run_types != 0;
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
  for (const auto& loop : loops) {
    text += "  " + schema.types[loop->type()].name + "+ with an edge predicate" + keys + ":";
    for (const SharedLoop::Member& member : loop->members())
      text += (&member == &loop->members().front() ? " " : ", ") + member.query->query().name;
    text += "\n";
  }
  return text;
}

}  // namespace horatio::trend
