// SPDX-License-Identifier: Apache-2.0
// Vertices: each lane keeps, per event and automaton state, what the trends that end there amount to. For
// queries whose steps depend on pairs of an earlier event and a new one: edge predicates, NOT FOR; and for
// those with more gates than running sums hold. Where an index over the vertices of a state serves
// (index/index_plan.h), an event costs O(log n) per state and lane, or O(1); else one look at every vertex
// that it may follow.
//
// `enumerate` keeps a vertex for every single trend instead of adding them up (the two-step baseline of SASE
// and MCEP): memory and time grow with the number of trends.
//
// A covered state keeps no vertices, only its indexes and the sum of all: memory then grows with the distinct
// keys. What lanes hold is in vertex_lane.h, how an event extends trends in vertex_extension.h, the end of a
// time in vertex_commit.h, NOTs in negation_stamps.h, the window's end in vertex_totals.h.
//
// Paper: GRETA, section 4 (the graph of events), HAMLET section 3.
#pragma once

#include <cstddef>
#include <memory>

#include "engine/trend/evaluator.h"

namespace horatio::trend {

struct VertexOptions {
  bool enumerate = false;
  bool scan = false;                     // without indexes
  std::size_t largest_number = 0;        // bytes beyond which an EXACT value is OVERFLOW
  std::size_t scan_below = 8;            // vertices of a state: fewer are looked at one by one
  std::size_t most_trends = 20'000'000;  // of `enumerate`, over all lanes; then apply() fails
};

// `query` outlives the evaluator.
std::unique_ptr<Evaluator> make_vertex_evaluator(const TrendQuery& query, const VertexOptions& options);

}  // namespace horatio::trend
