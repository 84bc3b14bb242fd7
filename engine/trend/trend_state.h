// SPDX-License-Identifier: Apache-2.0
// The bytes of one query in one key group (engine/plan/STATE.md, "Trend room"): who the query is, what its
// states mean, and then per partition and window the committed sums.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/model/state_io.h"
#include "engine/model/status.h"
#include "engine/trend/key_space.h"

namespace horatio::trend {

inline constexpr std::uint32_t kTrendStateVersion = 1;

// What identifies a query's state: the same canonical text, and key attributes of the same types.
std::uint64_t fingerprint(const Query& query);

// Writes the partitions of the key group. `due` says whether a window is due.
void write_identity(const RunningQuery& query, KeyGroup key_group, StateWriter& out);
void write_lane(const RunningQuery& query, const Lane& lane, bool due, StateWriter& out);

// The identity of a stored query, read and checked for form.
struct StoredIdentity {
  std::uint64_t fingerprint = 0;
  std::string_view canonical;
  bool fenced = false;
  Timestamp fence = 0;
  std::vector<std::vector<Position>> states;
};
StoredIdentity read_identity(StateReader& in);

// For each stored state the state of the running query that stands for the same positions; empty if one is
// unknown.
std::vector<State> match_states(const StoredIdentity& stored, const TrendAutomaton& automaton);

struct StoredLane {
  std::int64_t window = 0;  // number of the window of the running query
  bool due = false;
  std::vector<SaturatingCount> sums;  // by stored state
};
// False, and the reader failed, if the bytes are no lane of the query.
bool read_lane(const RunningQuery& query, std::size_t states, StateReader& in, StoredLane& lane);

}  // namespace horatio::trend
