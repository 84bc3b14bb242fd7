// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/trend_state.h"

#include <algorithm>

namespace horatio::trend {
namespace {

// FNV-1a, fixed for all time: it is written into snapshots.
class Fnv {
 public:
  void add(std::string_view text) {
    for (const char c : text) add(static_cast<std::uint8_t>(c));
  }
  void add(std::uint8_t byte) { hash_ = (hash_ ^ byte) * 0x100000001B3U; }
  std::uint64_t value() const { return hash_; }

 private:
  std::uint64_t hash_ = 0xCBF29CE484222325U;
};

// The number of the window that begins at `start`; nothing if none does.
std::optional<std::int64_t> window_at(const RunningQuery& query, Timestamp start) {
  if (!query.bounded()) return start == 0 ? std::optional<std::int64_t>(0) : std::nullopt;
  const WindowRange range = windows_of(*query.trend.query().window, start);
  if (range.first > range.last || query.bounds(range.last).start != start) return std::nullopt;
  return range.last;
}

}  // namespace

std::uint64_t fingerprint(const Query& query) {
  Fnv hash;
  hash.add(query.canonical);
  for (const auto* attributes : {&query.group_by, &query.equivalence}) {
    hash.add(std::uint8_t{0xFF});
    for (const KeyAttribute& attribute : *attributes) {
      hash.add(static_cast<std::uint8_t>(attribute.type.kind));
      hash.add(attribute.type.scale);
    }
  }
  return hash.value();
}

void write_identity(const RunningQuery& query, KeyGroup key_group, StateWriter& out) {
  out.number(fingerprint(query.trend.query()));
  out.text(query.trend.query().canonical);
  const auto fence = query.not_before.find(key_group);
  out.number(static_cast<std::uint8_t>(fence != query.not_before.end()));
  out.number(fence != query.not_before.end() ? fence->second : Timestamp{0});
  const TrendAutomaton& automaton = query.trend.automaton();
  out.number(static_cast<std::uint8_t>(automaton.states()));
  for (std::size_t state = 0; state < automaton.states(); ++state) {
    const std::vector<Position>& positions = automaton.positions(static_cast<State>(state));
    out.number(static_cast<std::uint16_t>(positions.size()));
    for (const Position position : positions) out.number(position);
  }
}

StoredIdentity read_identity(StateReader& in) {
  StoredIdentity stored;
  stored.fingerprint = in.number<std::uint64_t>();
  stored.canonical = in.text();
  stored.fenced = in.number<std::uint8_t>() != 0;
  stored.fence = in.number<Timestamp>();
  const std::size_t states = in.count<std::uint8_t>(sizeof(std::uint16_t));
  if (states > TrendAutomaton::kMaxStates) in.fail();
  for (std::size_t state = 0; state < states && !in.failed(); ++state) {
    const std::size_t positions = in.count<std::uint16_t>(sizeof(Position));
    auto& set = stored.states.emplace_back();
    for (std::size_t i = 0; i < positions; ++i) set.push_back(in.number<Position>());
  }
  return stored;
}

std::vector<State> match_states(const StoredIdentity& stored, const TrendAutomaton& automaton) {
  std::vector<State> matched;
  for (const std::vector<Position>& positions : stored.states) {
    for (std::size_t state = 0; state < automaton.states(); ++state) {
      if (automaton.positions(static_cast<State>(state)) == positions) {
        matched.push_back(static_cast<State>(state));
        break;
      }
    }
  }
  return matched.size() == stored.states.size() ? matched : std::vector<State>{};
}

void write_lane(const RunningQuery& query, const Lane& lane, bool due, StateWriter& out) {
  out.number(query.bounds(lane.window()).start);
  out.number(static_cast<std::uint8_t>(due));
  std::uint64_t overflowed = 0;
  for (std::size_t state = 0; state < query.states(); ++state) {
    if (lane.sum(static_cast<State>(state)).overflowed()) overflowed |= std::uint64_t{1} << state;
  }
  out.number(overflowed);
  for (std::size_t state = 0; state < query.states(); ++state) {
    const SaturatingCount sum = lane.sum(static_cast<State>(state));
    out.number(sum.overflowed() ? std::uint64_t{0} : sum.value());
  }
}

bool read_lane(const RunningQuery& query, std::size_t states, StateReader& in, StoredLane& lane) {
  const auto start = in.number<Timestamp>();
  lane.due = in.number<std::uint8_t>() != 0;
  const auto overflowed = in.number<std::uint64_t>();
  lane.sums.assign(states, SaturatingCount{});
  for (std::size_t state = 0; state < states; ++state) {
    const auto value = in.number<std::uint64_t>();
    const bool over = ((overflowed >> state) & 1U) != 0;
    lane.sums[state] = over ? SaturatingCount::overflow() : SaturatingCount{value};
  }
  const std::optional<std::int64_t> window = window_at(query, start);
  if (!window) in.fail();
  lane.window = window.value_or(0);
  return !in.failed();
}

}  // namespace horatio::trend
