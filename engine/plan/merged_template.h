// SPDX-License-Identifier: Apache-2.0
// The merged query template of a workload: every event type once, and between them the transitions of all
// queries' patterns, each with the queries for which it holds. Shows what queries have in common before
// anything runs.
//
// Paper: HAMLET, section 3.1 (Definition 4, Figures 3 and 8).
#pragma once

#include <string>
#include <vector>

#include "engine/model/query.h"

namespace horatio {

struct MergedTemplate {
  // Events of type `from` precede events of type `to` in trends of the queries.
  struct Transition {
    TypeId from = 0, to = 0;
    std::vector<QueryId> queries;  // ascending, like all below
  };
  // A Kleene sub-pattern that several queries have, whatever their aliases, predicates and other clauses.
  struct Kleene {
    std::string text;  // "Travel+", "(SEQ(A, B))+"
    std::vector<TypeId> types;
    std::vector<QueryId> queries;
  };

  std::vector<std::vector<QueryId>> starts, ends;  // by type
  std::vector<Transition> transitions;             // by (from, to)
  std::vector<Kleene> sharable;                    // in the order of the workload
};

// NOTs are left out: no event of theirs is part of a trend. So are queries whose pattern is refused. O(size
// of the patterns with their repetitions written out, squared at worst).
MergedTemplate merged_template(const Workload& workload);

// "q1, q2"
std::string names(const std::vector<QueryId>& queries, const Workload& workload);

// "  A -> B: q1, q2", a line each. Empty if there is no query.
std::string describe(const MergedTemplate& merged, const Workload& workload);

// For Graphviz: `dot -Tsvg`. End types have a double border, loops of sharable sub-patterns are drawn bold.
std::string to_dot(const MergedTemplate& merged, const Workload& workload);

}  // namespace horatio
