// SPDX-License-Identifier: Apache-2.0
// What the machine at hand needs for the indexes and products that sharing a Kleene loop is decided by.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

namespace horatio::trend {

// In nanoseconds. The defaults are of the machine of engine/bench/RESULTS.md.
struct IndexCosts {
  double base = 40;       // to look into an index and to insert, whatever its size
  double level = 8;       // more for each doubling of its size
  double query = 110;     // for a query to look at an event by itself, under one condition
  double product = 8;     // of a snapshot's value and a number over it
  double snapshot = 400;  // to make one and to drop it

  // To look into an index of so many events and to insert one.
  double of_event(std::uint64_t events) const;
  // Where an edge predicate has so many conditions.
  IndexCosts of_conditions(std::size_t conditions) const;
};

// Tries indexes of some hundred and some thousand events, a few milliseconds in all. `nanoseconds`: a clock,
// since the engine has none. Results do not depend on what comes of it.
IndexCosts measure_index_costs(const std::function<std::uint64_t()>& nanoseconds);

}  // namespace horatio::trend
