// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/trend_processor.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "engine/trend/canonical_order.h"
#include "engine/trend/evaluators.h"

namespace horatio {

using trend::Evaluator;
using trend::EventGroup;
using trend::KeySpace;
using trend::Lane;
using trend::LaneList;
using trend::Partition;
using trend::RunningQuery;
using trend::TrendQuery;

namespace {

constexpr std::size_t kAllocation = 16;  // what the allocator adds to a block

// Whether the lanes that an event finds or opens are there, and no others, as they are for most events.
bool has_lanes(const RunningQuery& query, const Partition& partition, const WindowRange& range, bool opens) {
  const LaneList& lanes = partition.lists[query.slot];
  if (lanes.live == nullptr || !query.not_before.empty() || range.first > range.last) return false;
  return lanes.live->window >= range.first && (!opens || lanes.tail->window >= range.last);
}

// Whether all windows have been opened that events of a run or a loop need. `place`: in opened_through.
bool is_open(const Partition& partition, std::uint32_t place, Timestamp time) {
  return partition.opened_through.size() > place && partition.opened_through[place] >= time;
}

}  // namespace

Result<std::unique_ptr<TrendProcessor>> TrendProcessor::make(std::shared_ptr<const Workload> workload,
                                                             std::span<const QueryId> queries,
                                                             const TrendOptions& options) {
  std::vector<std::unique_ptr<RunningQuery>> running;
  for (const QueryId id : queries) {
    Result<TrendQuery> compiled = TrendQuery::compile(workload->queries[id], workload->schema);
    if (!compiled.ok()) return compiled.error();
    if (options.modulo_p) compiled->count_modulo_p();
    auto query = std::make_unique<TrendQuery>(std::move(*compiled));
    auto evaluator = trend::make_evaluator(*query, options.evaluation());
    running.push_back(
        std::make_unique<RunningQuery>(std::move(query), id, std::move(evaluator), options.largest_number));
  }
  return std::unique_ptr<TrendProcessor>(
      new TrendProcessor(std::move(workload), std::move(running), options));
}

TrendProcessor::TrendProcessor(std::shared_ptr<const Workload> workload,
                               std::vector<std::unique_ptr<RunningQuery>> queries,
                               const TrendOptions& options)
    : workload_(std::move(workload)),
      queries_(std::move(queries)),
      graphlets_(options.decision, options.seed, options.observer) {
  rank_queries();
  spaces_ = trend::form_key_spaces(queries_, workload_->schema, options.runs, options.block_queries);
  if (options.runs == trend::RunSharing::kNone) return;
  for (const auto& space : spaces_) space->share_loops(options.loops());
}

trend::SharingCounts TrendProcessor::sharing_counts() const {
  trend::SharingCounts sum = graphlets_.counts();
  for (const auto& space : spaces_) {
    for (const auto& loop : space->loops) sum += loop->counts();
  }
  return sum;
}

TrendProcessor::~TrendProcessor() {
  const auto free_lanes = [](RunningQuery& query, Partition& partition) {
    for (Lane* lane = partition.lists[query.slot].head; lane != nullptr;) {
      query.evaluator->free(std::exchange(lane, lane->next));
    }
  };
  for (const auto& space : spaces_) {
    for (RunningQuery* query : space->queries) {
      space->partitions.for_each([&](Partition& partition) { free_lanes(*query, partition); });
    }
  }
}

void TrendProcessor::rank_queries() {
  for (const auto& query : queries_) by_rank_.push_back(query.get());
  std::stable_sort(by_rank_.begin(), by_rank_.end(), [](const RunningQuery* left, const RunningQuery* right) {
    return left->query().name < right->query().name;
  });
  for (std::size_t rank = 0; rank < by_rank_.size(); ++rank) {
    by_rank_[rank]->rank = static_cast<std::uint32_t>(rank);
  }
}

std::string TrendProcessor::describe_sharing() const {
  std::string text;
  for (const auto& space : spaces_) text += space->describe_sharing(workload_->schema);
  return text;
}

std::vector<std::vector<QueryId>> TrendProcessor::sharing_groups(std::span<const TypeId> types) const {
  std::vector<std::vector<QueryId>> groups;
  for (const auto& space : spaces_) {
    if (!space->shares(types)) continue;
    groups.emplace_back();
    for (const KeySpace::RunMember& member : space->of_type[types.front()].in_runs)
      groups.back().push_back(member.query->id);
  }
  for (const auto& space : spaces_) {
    for (const auto& loop : space->loops) {
      if (types.size() != 1 || loop->type() != types.front()) continue;
      groups.emplace_back();
      for (const trend::SharedLoop::Member& member : loop->members())
        groups.back().push_back(member.query->id);
    }
  }
  return groups;
}

Status TrendProcessor::apply(KeyGroup key_group, std::span<const EventRef> events) {
  for (const auto& space : spaces_) {
    std::span<const EventRef> in_order = events;
    if (space->canonical_order)
      in_order = trend::in_canonical_order(events, *space->canonical_order, ordered_);
    if (Status applied = apply(*space, key_group, in_order); !applied.ok()) return applied;
  }
  return {};
}

Status TrendProcessor::apply(KeySpace& space, KeyGroup key_group, std::span<const EventRef> events) {
  if (!space.is_straight()) return apply_one_by_one(space, key_group, events);
  while (!events.empty()) {
    const std::size_t stretch = stretch_of(space, key_group, events);
    Status applied = stretch != 0 ? apply_stretch(space, events.first(stretch))
                                  : apply_one_by_one(space, key_group, events.first(1));
    if (!applied.ok()) return applied;
    events = events.subspan(std::max<std::size_t>(stretch, 1));
  }
  return {};
}

std::size_t TrendProcessor::stretch_of(KeySpace& space, KeyGroup key_group,
                                       std::span<const EventRef> events) const {
  const Partition* partition = space.partitions.find({});
  const EventRef& first = events.front();
  const auto& queries = space.of_type[first.type()].all;
  if (partition == nullptr || partition->key_group != key_group || queries.empty()) return 0;
  // Events of other types have to do with a loop as well: no query may be ahead of those it shares it with.
  for (const auto& loop : space.loops) {
    if (!loop->is_idle(*partition)) return 0;
  }
  Timestamp through = kEndOfTime;
  for (RunningQuery* query : queries) {
    if (query->of_events()) return 0;
    if (!has_lanes(*query, *partition, query->windows.at(first.time), true)) return 0;
    through = std::min(through, query->windows.through());
  }
  const auto goes_on = [&](const EventRef& event) {
    return event.block == first.block && event.time <= through;
  };
  return static_cast<std::size_t>(std::find_if_not(events.begin(), events.end(), goes_on) - events.begin());
}

Status TrendProcessor::apply_stretch(KeySpace& space, std::span<const EventRef> events) {
  const Partition& partition = *space.partitions.find({});
  for (RunningQuery* query : space.of_type[events.front().type()].all) {
    Status applied = query->evaluator->apply_all(partition.lists[query->slot], events);
    if (!applied.ok()) return applied;
  }
  return {};
}

Status TrendProcessor::apply_one_by_one(KeySpace& space, KeyGroup key_group,
                                        std::span<const EventRef> events) {
  for (const EventRef& event : events) {
    const TypeId type = event.type();
    const KeySpace::OfType& wanted = space.of_type[type];
    if (wanted.all.empty()) continue;
    if (!space.encoding.encode(*event.block, event.row, key_, group_bytes_)) {
      left_out_ += left_out_of(space, type);
      continue;
    }
    Partition* partition = space.partitions.find(key_);
    if (partition != nullptr && partition->key_group != key_group) {
      return conflict(*wanted.all.front(), key_group);
    }
    const trend::RunPlan::OfType& plan = *wanted.plan;
    const bool reached = partition != nullptr && partition->run.reaches(wanted.leader, event.time);
    if (reached && plan.block && !is_open(*partition, wanted.run_type, event.time)) {
      if (Status opened = open_within_run(space, key_group, event, partition); !opened.ok()) return opened;
    }
    const bool counted = reached && partition->run.extend(plan, event, weights_);
    touched_ = counted;
    if (counted && plan.is_buffered() && partition->run.burst().has_grown())
      space.partitions.account_run(*partition);
    if (!counted && wanted.in_runs.empty() && (partition == nullptr || !partition->run.is_active())) {
      // There is no run to end or to start.
      if (Status applied = apply(wanted.one_by_one, key_group, event, partition); !applied.ok())
        return applied;
    } else if (!counted) {
      if (Status ended = end_run(space, key_group, event, partition); !ended.ok()) return ended;
    } else if (!wanted.one_by_one.empty()) {
      if (Status applied = apply(wanted.one_by_one, key_group, event, partition); !applied.ok())
        return applied;
    }
    for (const KeySpace::LoopOfType& loop : wanted.loops) {
      if (Status applied = apply_loop(space, loop, key_group, event, partition); !applied.ok())
        return applied;
    }
    if (touched_) partition->last_time = event.time;
  }
  return {};
}

std::uint64_t TrendProcessor::left_out_of(const KeySpace& space, TypeId type) const {
  const auto& queries = space.of_type[type].all;
  return static_cast<std::uint64_t>(
      std::count_if(queries.begin(), queries.end(),
                    [type](const RunningQuery* query) { return query->trend->in_pattern(type); }));
}

Status TrendProcessor::end_run(KeySpace& space, KeyGroup key_group, const EventRef& event,
                               Partition*& partition) {
  const KeySpace::OfType& wanted = space.of_type[event.type()];
  if (partition != nullptr) apply_run(space, *partition, partition->run.last() < event.time);
  // Where events of several types have one time, none may see what the others do.
  if (partition != nullptr && partition->last_time == event.time) {
    for (const KeySpace::RunMember& member : wanted.in_runs) {
      if (Status applied = apply(*member.query, key_group, event, partition); !applied.ok()) return applied;
    }
  } else if (!wanted.in_runs.empty()) {
    if (Status started = start_run(space, key_group, event, partition); !started.ok()) return started;
  }
  return apply(wanted.one_by_one, key_group, event, partition);
}

Status TrendProcessor::apply(std::span<RunningQuery* const> queries, KeyGroup key_group,
                             const EventRef& event, Partition*& partition) {
  for (RunningQuery* query : queries) {
    if (Status applied = apply(*query, key_group, event, partition); !applied.ok()) return applied;
  }
  return {};
}

Status TrendProcessor::start_run(KeySpace& space, KeyGroup key_group, const EventRef& event,
                                 Partition*& partition) {
  const TypeId type = event.type();
  const KeySpace::OfType& wanted = space.of_type[type];
  if (partition == nullptr || !is_open(*partition, wanted.run_type, event.time)) {
    const Status opened = open_windows(space, wanted.in_runs, wanted.run_type, key_group, event, partition);
    if (!opened.ok()) return opened;
    if (!touched_) return {};
  }
  touched_ = true;
  const trend::RunPlan::OfType& plan = *wanted.plan;
  partition->run.start(plan, wanted.leader, event.time, partition->opened_through[wanted.run_type]);
  if (plan.tells_apart()) use_live(wanted, *partition, partition->run);
  if (!plan.bare) space.partitions.account_run(*partition);
  [[maybe_unused]] const bool counted = partition->run.extend(plan, event, weights_);
  assert(counted);
  return {};
}

Status TrendProcessor::open_within_run(KeySpace& space, KeyGroup key_group, const EventRef& event,
                                       Partition*& partition) {
  touched_ = true;  // the run has lanes
  const KeySpace::OfType& wanted = space.of_type[event.type()];
  Status opened = open_windows(space, wanted.in_runs, wanted.run_type, key_group, event, partition);
  use_live(wanted, *partition, partition->run);
  return opened;
}

void TrendProcessor::use_live(const KeySpace::OfType& of, const Partition& partition, trend::Run& run) {
  for (const KeySpace::RunMember& member : of.in_runs) {
    if (partition.lists[member.slot].live != nullptr) run.use(*of.plan, member.use);
  }
}

// Of all queries that take the event in a run: they stay open, and the same, for a while.
template <class Members>
Status TrendProcessor::open_windows(KeySpace& space, const Members& members, std::uint32_t place,
                                    KeyGroup key_group, const EventRef& event, Partition*& partition) {
  Timestamp through = kEndOfTime;
  for (const auto& member : members) {
    RunningQuery& query = *member.query;
    const WindowRange range = query.windows.at(event.time);
    through = std::min(through, query.windows.through());
    const bool opens = query.evaluator->opens(event.type()) || query.query().emit_empty_windows;
    const Result<Lane*> lane = first_lane(query, key_group, range, opens, partition);
    if (!lane.ok()) return lane.error();
    touched_ = touched_ || *lane != nullptr;
  }
  if (!touched_) return {};
  if (partition->opened_through.empty()) {
    partition->opened_through.resize(space.run_types, kBeforeTime);
    space.partitions.account_run(*partition);
  }
  partition->opened_through[place] = through;
  return {};
}

Status TrendProcessor::apply_loop(KeySpace& space, const KeySpace::LoopOfType& of, KeyGroup key_group,
                                  const EventRef& event, Partition*& partition) {
  if (partition == nullptr || !is_open(*partition, of.run_type, event.time)) {
    const bool touched = std::exchange(touched_, false);
    const Status opened = open_windows(space, of.loop->members(), of.run_type, key_group, event, partition);
    const bool has_lanes = touched_;
    touched_ = touched_ || touched;
    if (!opened.ok() || !has_lanes) return opened;
  }
  touched_ = true;
  return of.loop->apply(event, *partition);
}

void TrendProcessor::apply_run(const KeySpace& space, Partition& partition, bool over) const {
  trend::Run& run = partition.run;
  if (!run.is_active()) return;
  const KeySpace::OfType& of = space.of_type[run.type()];
  if (of.plan->is_together()) {
    graphlets_.apply(of, *of.plan, run, partition.lists.get(), over);
    return run.stop();
  }
  for (const KeySpace::RunMember& member : of.in_runs) {
    LaneList& lanes = partition.lists[member.slot];
    if (lanes.live == nullptr) continue;
    const trend::RunTally& tally = run.tally(member.use.of_class);
    member.evaluator->apply_run(lanes, run.type(), tally, member.use, over || tally.last() < run.last());
  }
  run.stop();
}

Status TrendProcessor::apply(RunningQuery& query, KeyGroup key_group, const EventRef& event,
                             Partition*& partition) {
  const Evaluator::Effect effect = query.evaluator->prepare(event);
  const bool shows = query.query().emit_empty_windows && query.trend->in_pattern(event.type());
  const bool opens = effect == Evaluator::Effect::kOpens || shows;
  if (query.of_events()) return apply_numbered(query, key_group, event, opens, partition);
  if (!opens && (effect == Evaluator::Effect::kNone || partition == nullptr)) return {};
  const WindowRange& range = query.windows.at(event.time);
  if (partition == nullptr || !has_lanes(query, *partition, range, opens)) {
    return apply_in(query, key_group, range, opens, partition);
  }
  touched_ = true;
  return query.evaluator->apply(partition->lists[query.slot]);
}

// WITHIN n EVENTS: events of the pattern's types get the next number of their group. Others (that only break
// contiguity) lie before the next number.
Status TrendProcessor::apply_numbered(RunningQuery& query, KeyGroup key_group, const EventRef& event,
                                      bool opens, Partition*& partition) {
  if (query.is_fenced(key_group, event.time)) return {};
  const std::string_view group = std::string_view(key_).substr(0, group_bytes_);
  EventGroup& counter =
      query.event_groups.try_emplace(std::string(group), EventGroup{key_group, 0, {}}).first->second;
  if (counter.key_group != key_group) return conflict(query, key_group);
  if (Status applied = apply_in(query, key_group, query.windows.at(counter.next), opens, partition);
      !applied.ok()) {
    return applied;
  }
  if (!query.trend->in_pattern(event.type())) return {};
  const std::int64_t end = ++counter.next;
  const WindowSpec& spec = *query.query().window;
  if (end < spec.size || (end - spec.size) % spec.slide != 0) return {};
  const auto closed = counter.open.find((end - spec.size) / spec.slide);
  if (closed == counter.open.end()) return {};
  complete(query, std::move(closed->second), event.time);
  counter.open.erase(closed);
  return {};
}

std::size_t TrendProcessor::bytes() const {
  std::size_t total = window_bytes_ + ordered_.capacity() * sizeof(EventRef);
  for (const auto& query : queries_) {
    total += query->evaluator->bytes();
    total += query->event_groups.size() * (sizeof(std::pair<std::string, EventGroup>) + 2 * kAllocation);
  }
  for (const auto& space : spaces_) {
    total += space->partitions.bytes();
    for (const auto& loop : space->loops) total += loop->bytes();
  }
  return total;
}

}  // namespace horatio
