// SPDX-License-Identifier: Apache-2.0
// The two workloads of HAMLET's evaluation (section 6.1).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/bench/hamlet/rows.h"

namespace horatio::bench::figures {

struct Condition {
  TypeId type = 0;
  std::size_t attribute = 0;
  bool less = false;  // than the bound; else at least it
  std::int64_t bound = 0;

  bool operator==(const Condition&) const = default;
  bool holds(const Row& row) const { return row.type != type || (row.values[attribute] < bound) == less; }
};

// SEQ(before ..., (SEQ(kleene ...))+, after ...): all types different.
struct KleeneQuery {
  std::vector<TypeId> before, kleene, after;
  std::string aggregate = "COUNT(*)";
  std::vector<Condition> conditions;          // of single events
  std::vector<std::size_t> same;              // attributes in [...]
  std::vector<std::size_t> group;             // attributes of GROUP BY, at most 2
  Timestamp size = kMinute, slide = kMinute;  // size is a multiple of slide

  bool operator==(const KleeneQuery&) const = default;
  TypeId end_type() const { return after.empty() ? kleene.back() : after.back(); }
  bool passes(const Row& row) const {
    for (const Condition& condition : conditions) {
      if (!condition.holds(row)) return false;
    }
    return true;
  }
};

using Queries = std::vector<KleeneQuery>;

// Queries in HQL, "q0", "q1", ... `numbers`: "EXACT" or "APPROX".
std::string workload_text(const Data& data, const Queries& queries, const std::string& numbers);

// What all queries of the first workload have in common.
struct Common {
  TypeId kleene = 0;
  std::vector<std::size_t> same, group;
  Condition condition;
  Timestamp window = kMinute;
};

// Workload 1 (Figures 9 to 11): SEQ(A, B+), SEQ(C, B+), ... then SEQ(A, B+, C), ... then SEQ(A, C, B+), ...:
// different patterns that share B+; window, groups, predicates and aggregate are the same. `types` is the
// number of types. REQUIRES: count <= (types - 1) * (2 * types - 3).
Queries shared_kleene(std::size_t count, std::size_t types, const Common& common);

// Workload 2 (Figures 12 and 13), over stock(): Kleene sub-patterns of one to three types, windows of 5
// to 20 minutes that slide by 5, COUNT, SUM, AVG and MAX, two kinds of groups, predicates on every type.
Queries diverse(std::size_t count);

}  // namespace horatio::bench::figures
