// SPDX-License-Identifier: Apache-2.0
// What a snapshot of the trend room is read into; the layout is in engine/plan/STATE.md, "Trend room".
#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/trend/trend_processor.h"
#include "engine/trend/trend_state.h"

namespace horatio {

using trend::EventGroup;
using trend::Lane;
using trend::LaneList;
using trend::Partition;
using trend::RunningQuery;

namespace {

Error bad_state(const std::string& what) {
  return {ErrorCode::kBadState,
          "state of the trend room: " + what,
          "restore from a snapshot that a program of the same or an older format wrote",
          {}};
}

// Windows that are not over at `applied` and have begun at `fence`; without WITHIN there is one.
std::uint64_t skipped_windows(const Query& query, Timestamp fence, Timestamp applied) {
  if (!query.window) return 1;
  if (query.window->of_events) return 0;  // begins with the first event behind the fence
  const Timestamp open = applied == kBeforeTime ? fence : applied + 1;
  if (!windows_fit(*query.window, open) || !windows_fit(*query.window, fence)) return 0;
  const std::int64_t first = windows_of(*query.window, open).first;
  const std::int64_t last = windows_of(*query.window, fence).last;
  return last < first ? 0 : static_cast<std::uint64_t>(last - first) + 1;
}

}  // namespace

Status TrendProcessor::restore(KeyGroup key_group, std::span<const std::byte> bytes) {
  StateReader in(bytes);
  const auto version = in.number<std::uint32_t>();
  if (!in.failed() && version != trend::kTrendStateVersion) {
    return bad_state("format version " + std::to_string(version) + ", this program reads version " +
                     std::to_string(trend::kTrendStateVersion));
  }
  known_.assign(queries_.size(), false);
  const auto idle = in.count<std::uint32_t>(sizeof(std::uint64_t));
  for (std::uint32_t i = 0; i < idle; ++i) restore_idle(in.number<std::uint64_t>());
  const auto count = in.number<std::uint32_t>();
  for (std::uint32_t i = 0; i < count && !in.failed(); ++i) {
    if (Status restored = restore_query(key_group, in); !restored.ok()) return restored;
  }
  resume_runs(key_group);
  if (in.failed()) return bad_state("truncated");
  if (in.left() != 0) return bad_state(std::to_string(in.left()) + " bytes too many");
  return {};
}

Status TrendProcessor::restore_query(KeyGroup key_group, StateReader& in) {
  const trend::StoredIdentity stored = trend::read_identity(in);
  StateReader content(in.bytes(in.number<std::uint64_t>()));
  RunningQuery* query = query_of(stored);
  if (in.failed() || query == nullptr) return {};
  known_[static_cast<std::size_t>(query->rank)] = true;
  const std::string name = "query " + query->query().name;
  if (query->evaluator->shape() != stored.shape) {
    return bad_state(name + ": it was evaluated another way (" +
                     std::string(stored.shape.substr(0, stored.shape.find(' '))) +
                     "); strategy enumerate reads only what it has written itself");
  }
  if (stored.fenced) {
    query->not_before[key_group] = stored.fence;
    fenced_ = true;
  }
  if (Status restored = restore_windows(*query, key_group, content); !restored.ok()) return restored;
  if (Status restored = restore_partitions(*query, key_group, content); !restored.ok()) return restored;
  if (content.failed() || content.left() != 0) return bad_state(name + ": its part has a wrong length");
  return {};
}

// A query of which there was nothing in the key group.
void TrendProcessor::restore_idle(std::uint64_t fingerprint) {
  const auto found = std::find_if(queries_.begin(), queries_.end(), [&](const auto& query) {
    return query->fingerprint == fingerprint && !known_[query->rank];
  });
  if (found != queries_.end()) known_[(*found)->rank] = true;
}

RunningQuery* TrendProcessor::query_of(const trend::StoredIdentity& stored) const {
  const auto found = std::find_if(queries_.begin(), queries_.end(), [&](const auto& query) {
    return query->fingerprint == stored.fingerprint && !known_[query->rank] &&
           query->query().canonical == stored.canonical;
  });
  return found == queries_.end() ? nullptr : found->get();
}

Status TrendProcessor::restore_windows(RunningQuery& query, KeyGroup key_group, StateReader& in) {
  const auto groups = in.count<std::uint64_t>(sizeof(std::uint32_t) + sizeof(std::int64_t));
  for (std::uint64_t i = 0; i < groups && !in.failed(); ++i) {
    std::string group(in.text());
    const auto next = in.number<std::int64_t>();
    const auto [entry, fresh] =
        query.event_groups.try_emplace(std::move(group), EventGroup{key_group, next, {}});
    if (!fresh || next < 0 || !query.of_events()) return bad_state("a group's number of events is malformed");
  }
  if (in.number<std::uint8_t>() == 0) return {};
  if (!query.fills_gaps()) return bad_state("empty windows of a query that does not report them");
  query.newest_filled = in.number<std::int64_t>();
  query.filled_key_group = key_group;
  const auto gaps = in.count<std::uint32_t>(2 * sizeof(std::int64_t) + 1);
  for (std::uint32_t i = 0; i < gaps && !in.failed(); ++i) {
    const auto number = in.number<std::int64_t>();
    const auto through = in.number<std::int64_t>();
    const bool due = in.number<std::uint8_t>() != 0;
    if (number > through || through >= *query.newest_filled)
      return bad_state("a run of empty windows is malformed");
    add_gap(query, {number, through}, due);
  }
  return {};
}

Status TrendProcessor::restore_partitions(RunningQuery& query, KeyGroup key_group, StateReader& in) {
  trend::PartitionTable& table = query.space->partitions;
  const auto partitions = in.number<std::uint64_t>();
  Partition* partition = nullptr;
  for (std::uint64_t i = 0; i < partitions && !in.failed(); ++i) {
    const std::string_view key = in.text();
    const std::size_t run = stored_runs_.size();
    if (!read_run(query, in)) return bad_state("a run is malformed");
    const std::uint32_t lanes = in.number<std::uint32_t>();
    if (in.failed()) break;
    partition = table.find_behind(partition, key);
    std::size_t group_bytes = 0;
    if (lanes == 0 || (partition == nullptr && !query.space->encoding.is_key(key, group_bytes))) {
      return bad_state("a key is malformed");
    }
    if (partition == nullptr) partition = table.create(key, group_bytes, key_group);
    if (partition == nullptr || partition->key_group != key_group) {
      return bad_state("a group of query " + query.query().name + " lies in two key groups");
    }
    if (partition->lists[query.slot].head != nullptr) return bad_state("a key comes twice");
    if (Status restored = restore_lanes(query, *partition, lanes, in); !restored.ok()) return restored;
    if (!query.evaluator->read_pane(in, partition->lists[query.slot]))
      return bad_state("a pane is malformed");
    if (run < stored_runs_.size()) stored_runs_.back().partition = partition;
  }
  return {};
}

// Nothing if they are not types whose runs the query takes. They are mostly the same for all its runs.
const TrendProcessor::StoredTypes* TrendProcessor::read_types(const RunningQuery& query, StateReader& in) {
  const auto count = in.number<std::uint8_t>();
  if (count == 0 || count > trend::Block::kMostTypes) return nullptr;
  std::array<std::string_view, trend::Block::kMostTypes> stored;
  const auto names = std::span(stored).first(count);
  for (std::string_view& name : names) name = in.text();
  if (in.failed()) return nullptr;
  const auto known = std::find_if(stored_types_.rbegin(), stored_types_.rend(), [&](const auto& of) {
    return of->query == &query && std::ranges::equal(of->types, names, {}, [&](TypeId type) {
             return std::string_view(workload_->schema.types[type].name);
           });
  });
  if (known != stored_types_.rend()) return known->get();
  auto of = std::make_unique<StoredTypes>();
  of->query = &query;
  for (const std::string_view name : names) {
    const std::optional<TypeId> type = workload_->schema.find(name);
    if (!type || !query.takes_runs(*type)) return nullptr;
    if (std::find(of->types.begin(), of->types.end(), *type) != of->types.end()) return nullptr;
    of->types.push_back(*type);
  }
  of->use = trend::RunPlan::use_alone(*query.trend, of->types);
  return stored_types_.emplace_back(std::move(of)).get();
}

// Puts it last among the stored runs, if there is one. False if it is none of the query's.
bool TrendProcessor::read_run(RunningQuery& query, StateReader& in) {
  if (in.number<std::uint8_t>() == 0) return true;
  const StoredTypes* of = read_types(query, in);
  if (of == nullptr) return false;
  StoredRun& run = stored_runs_.emplace_back();
  run.query = &query;
  run.of = of;
  run.head.type = of->types.front();
  for (Timestamp* time : {&run.head.first, &run.head.last, &run.head.through}) *time = in.number<Timestamp>();
  const bool single = of->types.size() == 1;
  if (single) run.tally = trend::RunTally::read(in);
  if (in.failed() || (single && !run.tally.is_part_of(of->use))) return false;
  run.events = trend::BurstPart::read(in, of->use, of->types.size());
  return !in.failed();
}

// The runs of a partition go on where all that count them have been restored and agree on them; else each is
// applied to its query, and the next event starts a new one.
void TrendProcessor::resume_runs(KeyGroup key_group) {
  const std::vector<const StoredRun*> runs = runs_by_partition(key_group);
  for (auto begin = runs.begin(); begin != runs.end();) {
    const auto end = std::find_if(
        begin, runs.end(), [&](const StoredRun* run) { return run->partition != (*begin)->partition; });
    if (!resume({begin, end})) {
      std::for_each(begin, end, [this](const StoredRun* run) { apply_stored(*run); });
    }
    begin = end;
  }
  stored_runs_ = {};
  stored_types_.clear();
}

// Those of one partition one after the other, in the order in which they were read.
std::vector<const TrendProcessor::StoredRun*> TrendProcessor::runs_by_partition(KeyGroup key_group) const {
  std::vector<std::size_t> first(queries_.size());  // by rank: the number of the first partition of its space
  std::size_t partitions = 0;
  for (const auto& space : spaces_) {
    for (const RunningQuery* query : space->queries) first[query->rank] = partitions;
    partitions += space->partitions.of(key_group).size();
  }
  const auto number = [&](const StoredRun& run) { return first[run.query->rank] + run.partition->place; };
  std::vector<std::size_t> next(partitions + 1);  // by partition: where its next run goes
  for (const StoredRun& run : stored_runs_) {
    if (run.partition != nullptr) ++next[number(run) + 1];
  }
  std::partial_sum(next.begin(), next.end(), next.begin());
  std::vector<const StoredRun*> runs(next.back());
  for (const StoredRun& run : stored_runs_) {
    if (run.partition != nullptr) runs[next[number(run)]++] = &run;
  }
  return runs;
}

// Whether all that the run is counted for have it, or have no use for it. O(queries of the space).
bool TrendProcessor::all_count(StoredRuns runs) const {
  const trend::Run::Head& head = runs.front()->head;
  const Partition& partition = *runs.front()->partition;
  const trend::KeySpace& space = *runs.front()->query->space;
  std::vector<bool> counts(space.queries.size());
  for (const StoredRun* stored : runs) counts[stored->query->slot] = true;
  const auto& members = space.of_type[head.type].in_runs;
  return std::all_of(members.begin(), members.end(), [&](const trend::KeySpace::RunMember& member) {
    RunningQuery& query = *member.query;
    if (!known_[query.rank]) return false;
    if (counts[member.slot]) return true;
    // In a space of its own its run may have ended, and it may have to open windows while this one goes on.
    query.windows.at(head.first);
    return partition.lists[member.slot].head == nullptr && query.windows.through() >= head.through;
  });
}

bool TrendProcessor::resume(StoredRuns runs) {
  const trend::Run::Head& head = runs.front()->head;
  Partition& partition = *runs.front()->partition;
  const trend::KeySpace& space = *runs.front()->query->space;
  if (!all_count(runs)) return false;
  const bool alike = std::all_of(runs.begin(), runs.end(), [&](const StoredRun* stored) {
    return stored->query->in_runs[head.type] != 0 && stored->head == head &&
           stored->of->types == runs.front()->of->types;
  });
  if (!alike || !space.shares(runs.front()->of->types)) return false;
  trend::Run run;
  const bool buffered = space.runs.of(head.type).is_buffered();
  if (!(buffered ? resume_events(runs, run) : resume_tallies(runs, run))) return false;
  partition.run = std::move(run);
  partition.last_time = std::max(partition.last_time, head.last);
  runs.front()->query->space->partitions.account_run(partition);
  return true;
}

bool TrendProcessor::resume_tallies(StoredRuns runs, trend::Run& run) const {
  const trend::Run::Head& head = runs.front()->head;
  const trend::KeySpace& space = *runs.front()->query->space;
  const trend::RunPlan::OfType& plan = space.runs.of(head.type);
  run.resume(plan, head);
  if (plan.tells_apart()) use_live(space.of_type[head.type], *runs.front()->partition, run);
  std::vector<bool> set(plan.classes.size());
  for (const StoredRun* stored : runs) {
    const trend::RunUse& use = space.use_of(*stored->query, head.type);
    trend::RunTally& tally = run.tally(use.of_class);
    if (set[use.of_class] && !tally.same_events(stored->tally)) return false;
    tally.set_part(use, stored->tally);
    set[use.of_class] = true;
  }
  return true;
}

// A run whose events were not kept by the program that wrote the snapshot has none here.
bool TrendProcessor::resume_events(StoredRuns runs, trend::Run& run) const {
  const trend::Run::Head& head = runs.front()->head;
  const trend::KeySpace& space = *runs.front()->query->space;
  std::vector<std::pair<const trend::RunUse*, const trend::BurstPart*>> parts;
  for (const StoredRun* stored : runs) {
    if (stored->of->types.size() == 1 && stored->events.events.size() != stored->tally.events()) return false;
    parts.emplace_back(&space.use_of(*stored->query, head.type), &stored->events);
  }
  const trend::RunPlan::OfType& plan = space.runs.of(head.type);
  run.resume(plan, head);
  use_live(space.of_type[head.type], *runs.front()->partition, run);
  return run.join(plan, parts);
}

void TrendProcessor::apply_stored(const StoredRun& run) {
  RunningQuery& query = *run.query;
  run.partition->last_time = std::max(run.partition->last_time, run.head.last);
  LaneList& lanes = run.partition->lists[query.slot];
  leave_behind(query, lanes, query.windows.at(run.head.last).first);
  if (lanes.live == nullptr) return;
  if (run.of->types.size() > 1) return apply_stored_events(run, lanes);
  const trend::RunUse use = run.of->use.of_part();
  query.evaluator->apply_run(lanes, run.head.type, run.tally, use, true);
}

void TrendProcessor::apply_stored_events(const StoredRun& run, LaneList& lanes) {
  const trend::RunUse use = run.of->use.of_part();
  trend::EventWeights weights;
  for (const trend::BurstPart::Event& event : run.events.events) {
    use.spread(event.weights, weights);
    run.query->evaluator->apply_event(lanes, run.of->types[event.type], weights, event.time);
  }
}

Status TrendProcessor::restore_lanes(RunningQuery& query, Partition& partition, std::uint32_t lanes,
                                     StateReader& in) {
  const LaneList& list = partition.lists[query.slot];
  for (std::uint32_t i = 0; i < lanes; ++i) {
    const auto stored = trend::read_lane_head(query, in);
    if (!stored) return bad_state("a window is malformed");
    if (list.tail != nullptr && (list.tail->window >= stored->window || (stored->due && !list.tail->due))) {
      return bad_state("windows are out of order");
    }
    Lane* lane = query.evaluator->open(&partition, stored->window);
    lane->due = stored->due;
    lane->completed = stored->completed;
    const bool whole = trend::read_lane(query, in, *lane);
    add_lane(query, lane);
    if (!whole) return bad_state("a window is malformed");
  }
  return {};
}

void TrendProcessor::fence_new_queries(KeyGroup key_group, Timestamp time, Timestamp applied) {
  for (const auto& query : queries_) {
    if (known_[query->rank]) continue;
    query->not_before[key_group] = time;
    skipped_partial_ += skipped_windows(query->query(), time, applied);
    fenced_ = true;
  }
}

}  // namespace horatio
