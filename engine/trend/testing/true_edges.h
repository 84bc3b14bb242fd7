// SPDX-License-Identifier: Apache-2.0
// Edge predicates that always hold: they change no result, but a query that has one is answered by vertices
// instead of running sums, and by the index that the predicate asks for, or none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>

#include "engine/model/query.h"

namespace horatio::oracle {

enum class TrueEdge : std::uint8_t {
  kTime,    // E.TIME <= NEXT(F).TIME: an ordered index
  kKey,     // E.k = NEXT(F).k of a key that all events of a trend agree on: a hash
  kOpaque,  // E.TIME = NEXT(F).TIME OR E.TIME <> NEXT(F).TIME: a scan, also beside conjuncts with an index
};

// Gives each query one between two of its places, chosen at random, or where it has edge predicates already
// between the places of each. Leaves queries alone in which no event follows another, that have no key for
// kKey, or that the engine refuses with it. Returns how many it has changed.
std::size_t add_true_edges(Workload& workload, TrueEdge kind, std::mt19937_64& random);

}  // namespace horatio::oracle
