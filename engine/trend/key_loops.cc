// SPDX-License-Identifier: Apache-2.0
// Which queries of a key space share a Kleene loop.
#include <algorithm>
#include <utility>
#include <vector>

#include "engine/trend/key_space.h"

namespace horatio::trend {
namespace {

using Group = std::vector<SharedLoop::Member>;

bool is_same_loop(const SharedLoop::Member& left, const SharedLoop::Member& right) {
  return is_same(*left.query->trend, left.loop, *right.query->trend, right.loop);
}

// All loops of all queries, those that are the same together.
std::vector<Group> groups_of(const std::vector<RunningQuery*>& queries) {
  std::vector<Group> groups;
  for (RunningQuery* query : queries) {
    if (query->of_events()) continue;
    for (KleeneLoop& loop : query->evaluator->loops()) {
      SharedLoop::Member member{query, std::move(loop)};
      const auto known = std::ranges::find_if(
          groups, [&](const Group& group) { return is_same_loop(group.front(), member); });
      known == groups.end() ? groups.push_back({std::move(member)}) : known->push_back(std::move(member));
    }
  }
  return groups;
}

// A query shares one loop: takes it out of all groups.
void take_out(const RunningQuery* query, std::vector<Group>& groups) {
  for (Group& group : groups) {
    std::erase_if(group, [query](const SharedLoop::Member& member) { return member.query == query; });
  }
}

}  // namespace

void KeySpace::share_loops(const LoopSharing& how) {
  std::vector<Group> groups = groups_of(queries);
  const auto smaller = [](const Group& left, const Group& right) { return left.size() < right.size(); };
  while (!groups.empty()) {
    const Group group = *std::ranges::max_element(groups, smaller);
    if (group.size() < 2) return;
    loops.push_back(make_shared_loop(group, loops.size(), how));
    OfType& of = of_type[group.front().loop.type];
    of.loops.push_back({loops.back().get(), run_types++});
    for (const SharedLoop::Member& member : group) {
      std::erase(of.one_by_one, member.query);
      take_out(member.query, groups);
    }
  }
}

}  // namespace horatio::trend
