// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/trend_state.h"

#include <memory>
#include <string>

namespace horatio::trend {
namespace {

// What a window is called in a snapshot: its start as a time, or its number.
std::int64_t name_of(const RunningQuery& query, std::int64_t window) {
  return query.by_time() ? query.bounds(window).start : window;
}

std::optional<std::int64_t> window_called(const RunningQuery& query, std::int64_t name) {
  if (!query.bounded()) return name == 0 ? std::optional<std::int64_t>(0) : std::nullopt;
  if (query.of_events()) return name >= 0 ? std::optional(name) : std::nullopt;
  const WindowRange range = windows_of(*query.query().window, name);
  if (range.first > range.last || query.bounds(range.last).start != name) return std::nullopt;
  return range.last;
}

}  // namespace

void write_identity(const RunningQuery& query, KeyGroup key_group, StateWriter& out) {
  out.number(query.fingerprint);
  out.text(query.query().canonical);
  const auto fence = query.not_before.find(key_group);
  out.number(static_cast<std::uint8_t>(fence != query.not_before.end()));
  out.number(fence != query.not_before.end() ? fence->second : Timestamp{0});
  out.text(query.evaluator->shape());
}

StoredIdentity read_identity(StateReader& in) {
  StoredIdentity stored;
  stored.fingerprint = in.number<std::uint64_t>();
  stored.canonical = in.text();
  stored.fenced = in.number<std::uint8_t>() != 0;
  stored.fence = in.number<Timestamp>();
  stored.shape = in.text();
  return stored;
}

void write_lane(const RunningQuery& query, Lane& lane, bool due, StateWriter& out) {
  out.number(name_of(query, lane.window));
  out.number(static_cast<std::uint8_t>(due));
  out.number(lane.completed);
  out.number(static_cast<std::uint8_t>(lane.carried != nullptr));
  if (lane.carried != nullptr) write(*lane.carried, out);
  query.evaluator->write(lane, out);
}

std::optional<StoredLane> read_lane_head(const RunningQuery& query, StateReader& in) {
  StoredLane stored;
  const auto name = in.number<std::int64_t>();
  stored.due = in.number<std::uint8_t>() != 0;
  stored.completed = in.number<Timestamp>();
  const std::optional<std::int64_t> window = in.failed() ? std::nullopt : window_called(query, name);
  if (!window) {
    in.fail();
    return std::nullopt;
  }
  stored.window = *window;
  return stored;
}

bool read_lane(const RunningQuery& query, StateReader& in, Lane& lane) {
  if (in.number<std::uint8_t>() != 0) {
    lane.carried = std::make_unique<Totals>();
    read(in, query.trend->components(), query.trend->arithmetic(), *lane.carried);
  }
  return !in.failed() && query.evaluator->read(in, lane);
}

}  // namespace horatio::trend
