// SPDX-License-Identifier: Apache-2.0
// Automata of patterns, and how many trends they count, for tests. Needs plain_count.cc and plain_match.cc.
#pragma once

#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <functional>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/automaton/determinised.h"
#include "engine/automaton/plain_count.h"
#include "engine/automaton/test_pattern.h"

namespace horatio::automaton::test {

inline const auto kUnrestricted = [](PlaceId, PlaceId) { return kNoEdgeCondition; };

struct Options {
  Part part = Part::kWhole;
  Counted counted = Counted::kTrends;
  bool keep_all = false;
  std::vector<ClassId> local_class;  // empty: none anywhere
  std::function<EdgeConditionId(PlaceId, PlaceId)> edge_condition = kUnrestricted;
};

// The automaton with what it was built from.
struct Built {
  GuardedPositions positions;
  Result<Determinised> automaton;
};

inline Built build(const Pattern& pattern, Options options = {}) {
  Result<GuardedPositions> positions = GuardedPositions::build(pattern, options.part);
  BOOST_REQUIRE(positions.ok());
  options.local_class.resize(pattern.places.size(), kAlways);
  Result<Determinised> automaton = Determinised::build(
      {pattern, *positions, options.local_class, options.edge_condition, options.counted, options.keep_all});
  return {std::move(*positions), std::move(automaton)};
}

inline Determinised automaton_of(const Pattern& pattern, Options options = {}) {
  Built built = build(pattern, std::move(options));
  BOOST_REQUIRE(built.automaton.ok());
  return std::move(*built.automaton);
}

// The number of trends (or bindings) in a string of events at distinct times, no conditions.
inline std::uint64_t count(const Pattern& pattern, std::string_view events, Options options = {},
                           bool next = false) {
  const Built built = build(pattern, std::move(options));
  BOOST_REQUIRE(built.automaton.ok());
  PlainStream stream;
  for (const char event : events) stream.types.push_back(static_cast<TypeId>(event - 'A'));
  stream.class_of_place.assign(pattern.places.size(), kAlways);
  return PlainCount(pattern, built.positions, *built.automaton, stream).run(next).count;
}

inline const Options kBindings{Part::kWhole, Counted::kBindings, false, {}, kUnrestricted};
inline const Options kBindingsOfNext{Part::kWhole, Counted::kBindings, true, {}, kUnrestricted};

}  // namespace horatio::automaton::test
