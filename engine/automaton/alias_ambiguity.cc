// SPDX-License-Identifier: Apache-2.0
#include "engine/automaton/alias_ambiguity.h"

#include <algorithm>
#include <boost/dynamic_bitset.hpp>
#include <utility>

#include "engine/automaton/guarded_positions.h"

namespace horatio::automaton {
namespace {

// A relation between positions, as rows.
using Row = boost::dynamic_bitset<std::uint64_t>;
using Relation = std::vector<Row>;

Relation relation(std::size_t positions) { return Relation(positions, Row(positions)); }

// The pairs reached from `seeds` by moving both sides along `edges`, both sides of one type throughout. Rows
// are the first side. A pair moves one side at a time, first to any type, so that a step costs edges + edges
// and not edges * edges.
Relation reachable(const Relation& seeds, const Relation& edges, const Relation& same_type) {
  const std::size_t n = seeds.size();
  Relation reached = seeds, fresh = seeds;
  Relation half = relation(n);
  for (bool grown = true; grown;) {
    grown = false;
    Relation fresh_half = relation(n);
    for (std::size_t p = 0; p < n; ++p) {
      if (fresh[p].none()) continue;
      for (std::size_t q = edges[p].find_first(); q != Row::npos; q = edges[p].find_next(q)) {
        fresh_half[q] |= fresh[p];
      }
    }
    for (std::size_t p = 0; p < n; ++p) {
      fresh_half[p] -= half[p];
      half[p] |= fresh_half[p];
      Row next(n);
      for (std::size_t q = fresh_half[p].find_first(); q != Row::npos; q = fresh_half[p].find_next(q)) {
        next |= edges[q];
      }
      fresh[p] = (next & same_type[p]) - reached[p];
      reached[p] |= fresh[p];
      grown = grown || fresh[p].any();
    }
  }
  return reached;
}

// All pairs of members, both of one type.
Relation pairs(const Row& members, const Relation& same_type) {
  Relation result = relation(members.size());
  for (std::size_t p = members.find_first(); p != Row::npos; p = members.find_next(p)) {
    result[p] = members & same_type[p];
  }
  return result;
}

// The pairs of positions that stand at the same place of two bindings of one sequence of events.
Relation live_pairs(const Pattern& pattern, const GuardedPositions& positions) {
  const std::size_t n = positions.places.size();
  Relation same_type = relation(n), forward = relation(n), backward = relation(n);
  Row first(n), last(n);
  for (std::size_t p = 0; p < n; ++p) {
    last[p] = positions.last[p].has_value();
    for (const Edge& edge : positions.follow[p]) {
      forward[p].set(edge.to);
      backward[edge.to].set(p);
    }
    for (std::size_t q = 0; q < n; ++q) {
      same_type[p][q] = pattern.places[positions.places[p]].type == pattern.places[positions.places[q]].type;
    }
  }
  for (const Edge& start : positions.first) first.set(start.to);
  Relation live = reachable(pairs(first, same_type), forward, same_type);
  const Relation ending = reachable(pairs(last, same_type), backward, same_type);
  for (std::size_t p = 0; p < n; ++p) live[p] &= ending[p];
  return live;
}

}  // namespace

Result<AliasAmbiguity> AliasAmbiguity::analyse(const Pattern& pattern) {
  const bool conjunction = pattern.root.kind == PatternNode::Kind::kAnd;
  const Result<GuardedPositions> built =
      GuardedPositions::build(pattern, conjunction ? Part::kBoth : Part::kWhole, Copies::kLimitedOrMore);
  if (!built.ok()) return built.error();
  const GuardedPositions& positions = *built;
  AliasAmbiguity result;
  result.clash_.resize(pattern.places.size());
  result.follows_.assign(pattern.places.size(), std::vector<bool>(pattern.places.size(), false));
  const Relation live = live_pairs(pattern, positions);
  for (std::size_t p = 0; p < live.size(); ++p) {
    const PlaceId place = positions.places[p];
    for (const Edge& edge : positions.follow[p]) result.follows_[place][positions.places[edge.to]] = true;
    for (std::size_t q = live[p].find_first(); q != Row::npos; q = live[p].find_next(q)) {
      const PlaceId other = positions.places[q];
      if (positions.branch[p] != positions.branch[q]) {
        result.operands_overlap_ = true;
      } else if (place != other) {
        std::optional<PlaceId>& clash = result.clash_[place];
        clash = std::min(clash.value_or(other), other);
      }
    }
  }
  return result;
}

bool AliasAmbiguity::is_ambiguous() const {
  return std::any_of(clash_.begin(), clash_.end(), [](const auto& clash) { return clash.has_value(); });
}

}  // namespace horatio::automaton
