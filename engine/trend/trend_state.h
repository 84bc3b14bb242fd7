// SPDX-License-Identifier: Apache-2.0
// The bytes of one query in one key group (engine/plan/STATE.md, "Trend room"): who the query is, what its
// lanes are made of, and then per partition and window the content.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/model/state_io.h"
#include "engine/trend/key_space.h"

namespace horatio::trend {

inline constexpr std::uint32_t kTrendStateVersion = 7;

struct StoredIdentity {
  std::uint64_t fingerprint = 0;
  std::string_view canonical;
  bool fenced = false;
  Timestamp fence = 0;
  std::string_view shape;  // Evaluator::shape
};
void write_identity(const RunningQuery& query, KeyGroup key_group, StateWriter& out);
StoredIdentity read_identity(StateReader& in);

// `due`: the window is final, its row has not left.
void write_lane(const RunningQuery& query, Lane& lane, bool due, StateWriter& out);
// What stands before a lane's content; nothing, and the reader has failed, if it is malformed.
struct StoredLane {
  std::int64_t window = 0;
  bool due = false;
  Timestamp completed = kEndOfTime;
};
std::optional<StoredLane> read_lane_head(const RunningQuery& query, StateReader& in);
// The rest. False, and the reader has failed, if it is malformed.
bool read_lane(const RunningQuery& query, StateReader& in, Lane& lane);

}  // namespace horatio::trend
