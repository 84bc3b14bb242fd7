// SPDX-License-Identifier: Apache-2.0
// snapshot() and restore() of the trend room; the layout is in engine/plan/STATE.md, "Trend room".
#include <algorithm>
#include <string>
#include <utility>

#include "engine/trend/trend_processor.h"
#include "engine/trend/trend_state.h"

namespace horatio {

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

}  // namespace

void TrendProcessor::snapshot(KeyGroup key_group, std::string& bytes) const {
  StateWriter out(bytes);
  out.number(trend::kTrendStateVersion);
  out.number(static_cast<std::uint32_t>(queries_.size()));
  for (const auto& query : queries_) snapshot(*query, key_group, out);
}

void TrendProcessor::snapshot(const RunningQuery& query, KeyGroup key_group, StateWriter& out) const {
  trend::write_identity(query, key_group, out);
  const std::size_t length = out.reserve<std::uint64_t>();
  const std::size_t begin = out.size();
  const std::size_t count = out.reserve<std::uint64_t>();
  std::uint64_t partitions = 0;
  for (const Partition* p = query.space->partitions.first_of(key_group); p != nullptr; p = p->next) {
    const LaneList& list = p->lists[query.slot];
    if (list.head == nullptr) continue;
    ++partitions;
    out.text(p->key);
    const std::size_t lanes_at = out.reserve<std::uint32_t>();
    std::uint32_t lanes = 0;
    for (const Lane* lane = list.head; lane != nullptr; lane = lane->next, ++lanes) {
      trend::write_lane(query, *lane, is_due(query.window_key(lane->window(), !lane->due)), out);
    }
    out.fill(lanes_at, lanes);
  }
  out.fill(count, partitions);
  out.fill(length, static_cast<std::uint64_t>(out.size() - begin));
}

Status TrendProcessor::restore(KeyGroup key_group, std::span<const std::byte> bytes) {
  StateReader in(bytes);
  const auto version = in.number<std::uint32_t>();
  if (!in.failed() && version != trend::kTrendStateVersion) {
    return bad_state("format version " + std::to_string(version) + ", this program reads version " +
                     std::to_string(trend::kTrendStateVersion));
  }
  known_.assign(queries_.size(), false);
  const auto count = in.number<std::uint32_t>();
  for (std::uint32_t i = 0; i < count && !in.failed(); ++i) {
    if (Status restored = restore_query(key_group, in); !restored.ok()) return restored;
  }
  if (in.failed()) return bad_state("truncated");
  if (in.left() != 0) return bad_state(std::to_string(in.left()) + " bytes too many");
  return {};
}

Status TrendProcessor::restore_query(KeyGroup key_group, StateReader& in) {
  const trend::StoredIdentity stored = trend::read_identity(in);
  StateReader partitions(in.bytes(in.number<std::uint64_t>()));
  RunningQuery* query = query_of(stored);
  if (in.failed() || query == nullptr) return {};
  known_[static_cast<std::size_t>(query->rank)] = true;
  const std::string name = "query " + query->trend.query().name;
  const std::vector<State> states = trend::match_states(stored, query->trend.automaton());
  if (states.size() != query->states()) {
    return bad_state(name + ": its automaton has other states than this program builds");
  }
  if (stored.fenced) query->not_before[key_group] = stored.fence;
  if (Status restored = restore_partitions(*query, key_group, states, partitions); !restored.ok()) {
    return restored;
  }
  if (partitions.failed() || partitions.left() != 0) return bad_state(name + ": its part has a wrong length");
  return {};
}

RunningQuery* TrendProcessor::query_of(const trend::StoredIdentity& stored) const {
  const auto found = std::find_if(queries_.begin(), queries_.end(), [&](const auto& query) {
    const Query& text = query->trend.query();
    return !known_[query->rank] && text.canonical == stored.canonical &&
           trend::fingerprint(text) == stored.fingerprint;
  });
  return found == queries_.end() ? nullptr : found->get();
}

Status TrendProcessor::restore_partitions(RunningQuery& query, KeyGroup key_group,
                                          std::span<const State> states, StateReader& in) {
  trend::PartitionTable& table = query.space->partitions;
  const auto partitions = in.number<std::uint64_t>();
  for (std::uint64_t i = 0; i < partitions && !in.failed(); ++i) {
    const std::string_view key = in.text();
    const std::uint32_t lanes = in.number<std::uint32_t>();
    if (in.failed()) break;
    std::size_t group_bytes = 0;
    if (!query.space->encoding.decode(key, group_bytes) || lanes == 0) return bad_state("a key is malformed");
    Partition* partition = table.find(key);
    if (partition == nullptr) partition = table.create(key, group_bytes, key_group);
    if (partition == nullptr || partition->key_group != key_group) {
      return bad_state("a group of query " + query.trend.query().name + " lies in two key groups");
    }
    if (partition->lists[query.slot].head != nullptr) return bad_state("a key comes twice");
    if (Status restored = restore_lanes(query, *partition, lanes, states, in); !restored.ok())
      return restored;
  }
  return {};
}

Status TrendProcessor::restore_lanes(RunningQuery& query, Partition& partition, std::uint32_t lanes,
                                     std::span<const State> states, StateReader& in) {
  const LaneList& list = partition.lists[query.slot];
  trend::StoredLane stored;
  for (std::uint32_t i = 0; i < lanes; ++i) {
    if (!trend::read_lane(query, states.size(), in, stored)) return bad_state("a window is malformed");
    if (list.tail != nullptr && (list.tail->window() >= stored.window || (stored.due && !list.tail->due))) {
      return bad_state("windows are out of order");
    }
    Lane* lane = Lane::make(&partition, stored.window, query.states(), query.trend.strict());
    for (std::size_t state = 0; state < states.size(); ++state) lane->set(states[state], stored.sums[state]);
    lane->due = stored.due;
    add_lane(query, partition, lane);
  }
  return {};
}

void TrendProcessor::fence_new_queries(KeyGroup key_group, Timestamp time) {
  for (const auto& query : queries_) {
    if (!known_[query->rank]) query->not_before[key_group] = time;
  }
}

}  // namespace horatio
