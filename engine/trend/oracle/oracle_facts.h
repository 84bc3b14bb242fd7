// SPDX-License-Identifier: Apache-2.0
// What is true of single events and of pairs of events of a stream for one query, whatever the trend: the
// query's order, local predicates, edge predicates. Every condition is evaluated once, when it is first asked
// for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "engine/model/query.h"
#include "engine/trend/oracle/oracle.h"

namespace horatio::oracle {

// A place of arrival among all events of the stream, once they are sorted by time.
using Rank = std::size_t;

class Facts {
 public:
  // `ordered` by time, then arrival. Both outlive the facts.
  Facts(const Query& query, const std::vector<const PlainEvent*>& ordered);

  const PlainEvent& event(Rank rank) const { return *ordered_[rank]; }
  // Rule 1: may `later` follow `earlier` in a trend, by the query's order alone?
  bool precedes(Rank earlier, Rank later) const;
  // By type and by the local predicates on the place.
  bool fills(Rank rank, PlaceId place);
  bool fills_some_place(Rank rank);  // one that is not inside a NOT
  // The edge predicates on an event bound to `from` that is directly followed by one bound to `to`.
  bool may_be_adjacent(Rank earlier, PlaceId from, Rank later, PlaceId to);

 private:
  enum class Truth : std::uint8_t { kNotAsked, kHolds, kFails };
  bool judge_place(const PlainEvent& event, PlaceId place) const;
  bool judge_edge(std::size_t edge, Rank earlier, Rank later);

  const Query& query_;
  const std::vector<const PlainEvent*>& ordered_;
  std::vector<Truth> fills_;  // by rank, then place
  std::unordered_map<std::uint64_t, bool> edges_;
};

}  // namespace horatio::oracle
