// SPDX-License-Identifier: Apache-2.0
// Counts on the determinised automaton by its definition: every pair of events, guards evaluated directly.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include "engine/automaton/determinised.h"
#include "engine/automaton/plain_match.h"

namespace horatio::automaton::test {

// Classes of PlainStream are numbered over all types: this many per type.
inline constexpr std::uint8_t kClassesPerType = 2;

struct Totals {
  std::uint64_t count = 0;
  std::map<PlaceId, std::uint64_t> events;  // COUNT(E) of the places that have any
};

class PlainCount {
 public:
  PlainCount(const Pattern& pattern, const GuardedPositions& positions, const Determinised& automaton,
             const PlainStream& stream)
      : positions_(positions), automaton_(automaton), stream_(stream), match_(pattern, stream) {}

  Totals run(bool next);

 private:
  // The partial trends that end with one event in one state: how many, and by position of the state and by
  // place how many events.
  struct Partial {
    std::uint64_t count = 0;
    std::map<Position, std::map<PlaceId, std::uint64_t>> events;
  };

  std::size_t outcome(const Step& step, std::int64_t last, std::size_t event) const;
  bool free_of(const NegationSet& negations, std::int64_t last, std::int64_t event) const;
  bool complete(State state, std::size_t last) const;
  // Adds the trends of `before` extended by the event; says whether any trend is extended.
  bool extend(std::span<const Step> steps, const Partial& before, std::int64_t last, std::size_t event);

  const GuardedPositions& positions_;
  const Determinised& automaton_;
  const PlainStream& stream_;
  PlainMatch match_;
  std::vector<std::vector<Partial>> partials_;  // by event, by state
};

}  // namespace horatio::automaton::test
