// SPDX-License-Identifier: Apache-2.0
// The bursts of a block.
#include <algorithm>

#include "engine/trend/sharing/graphlets.h"

namespace horatio::trend {
namespace {

// From so many events of one type on their closed form costs a query less than a graphlet of a block, of
// which about every sixtieth event takes one.
constexpr std::size_t kManyOfOneType = 24;

}  // namespace

// Events of one time are taken together or not at all: those of one graphlet do not see each other.
void Graphlets::share_block(const Target& target) {
  const Burst& burst = target.run.burst();
  const Block& block = *target.plan.block;
  expression_.start(block, target.plan.classes.front().weights);
  const std::uint32_t first = first_sharing();
  std::size_t done = 0;
  std::size_t seen = 0;
  for_each_time(burst, target.over, !block.strict, [&](std::size_t begin, std::size_t end, bool closed) {
    if (begin < done) return;
    const std::size_t last = end_of_one_type(target, begin, seen);
    if (last != begin && share_one_type(target, {begin, last, target.over || last < burst.size()}, first)) {
      done = last;
      return;
    }
    const Stretch stretch{begin, end, closed};
    const bool agreed = agree(burst, stretch);
    if (agreed && extend_block(burst, stretch, first)) return;
    close_block(target, true);
    if (agreed && extend_block(burst, stretch, first)) return;
    counts_.event_snapshots += end - begin;
    for (std::uint32_t condition = first; condition < choice_.size(); ++condition) {
      if (choice_[condition]) apply_one_by_one(target, {begin, end, closed}, condition);
    }
  });
  close_block(target, target.over);
}

std::size_t Graphlets::end_of_one_type(const Target& target, std::size_t begin, std::size_t& seen) const {
  if (begin < seen) return begin;
  const Burst& burst = target.run.burst();
  std::size_t end = begin;
  while (end < burst.size() && burst.type(end) == burst.type(begin) && agree(burst, {end, end + 1, true}))
    ++end;
  seen = std::max(end, begin + 1);
  // A time is not parted.
  while (target.plan.block->strict && end > begin && end < burst.size() &&
         burst.time(end) == burst.time(end - 1))
    --end;
  return end - begin < kManyOfOneType ? begin : end;
}

bool Graphlets::share_one_type(const Target& target, const Stretch& stretch, std::uint32_t condition) {
  const Burst& burst = target.run.burst();
  shared_.start(target.plan.classes.front().weights);
  for (std::size_t event = stretch.begin; event < stretch.end; ++event) {
    if (!burst.passes(event, condition)) continue;
    burst.read(event, weights_);
    if (!shared_.extend(burst.time(event), weights_, true)) return false;
  }
  close_block(target, true);
  close_graphlet(target, target.plan.block->types[burst.type(stretch.begin)], stretch.over);
  return true;
}

bool Graphlets::extend_block(const Burst& burst, const Stretch& stretch, std::uint32_t condition) {
  expression_.commit();
  for (std::size_t event = stretch.begin; event < stretch.end; ++event) {
    if (!burst.passes(event, condition)) continue;
    burst.read(event, weights_);
    if (expression_.add(burst.type(event), burst.time(event), weights_)) continue;
    expression_.drop_newest();
    return false;
  }
  return true;
}

void Graphlets::close_block(const Target& target, bool over) {
  if (expression_.events() == 0) return;
  if (over || !target.plan.block->strict) expression_.commit();
  ++counts_.graphlets;
  counts_.snapshots += expression_.states() + 1;
  for (std::uint32_t condition = 0; condition < choice_.size(); ++condition) {
    if (!choice_[condition]) continue;
    for (const KeySpace::RunMember* member : members_[condition])
      member->evaluator->apply_block(target.lists[member->slot], expression_, member->use);
    counts_.shared_events += expression_.events() * candidates_[condition].queries;
  }
  expression_.start(*target.plan.block, target.plan.classes.front().weights);
}

}  // namespace horatio::trend
