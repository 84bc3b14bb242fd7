// SPDX-License-Identifier: Apache-2.0
// A Kleene sub-pattern B+ with an edge predicate between its events, such as B.x < NEXT(B).x, that queries
// can share: one covered state that all events of the type lead to, and that only the predicate lets them go
// on in.
//
// Paper: HAMLET, section 3.1 (Definition 5). Queries whose aggregates, windows or local predicates differ can
// share it as well.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/trend/trend_query.h"

namespace horatio::trend {

struct KleeneLoop {
  TypeId type = 0;
  automaton::State state = 0;
  std::size_t index = 0;                  // of the state: the one that finds the trends that go on
  std::vector<std::uint16_t> conditions;  // the edge predicate, as indices into Query::edges
};

struct VertexPlan;

// The loops of a query, by type. None where who shares what could show in a result: in sums that round.
std::vector<KleeneLoop> loops_of(const VertexPlan& plan);

// Whether events of both go on alike: the same type, edge predicate, TIES and arithmetic.
bool is_same(const TrendQuery& left, const KleeneLoop& left_loop, const TrendQuery& right,
             const KleeneLoop& right_loop);

}  // namespace horatio::trend
