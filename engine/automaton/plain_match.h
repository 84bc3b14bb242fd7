// SPDX-License-Identifier: Apache-2.0
// The oracle of this folder's tests: walks the pattern tree by backtracking over one sequence of events,
// rules 3, 6 and 8 as written. Shares nothing with the automata.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "engine/model/pattern.h"

namespace horatio::automaton::test {

// A stream of events at distinct times, and the truth of every condition on it.
struct PlainStream {
  std::vector<TypeId> types;                  // by event
  std::vector<std::vector<bool>> of_class;    // by local class (of any type), by event
  std::vector<std::uint16_t> class_of_place;  // 0xFFFF: none
  // By place, by place: the edge condition, or 0xFFFF; and its truth by condition, earlier and later event.
  std::vector<std::vector<std::uint16_t>> condition_of;
  std::vector<std::vector<std::vector<bool>>> condition;

  bool accepts(PlaceId place, std::size_t event) const;
};

// Events by index, ascending.
using Trend = std::vector<std::size_t>;
using Binding = std::vector<PlaceId>;

class PlainMatch {
 public:
  PlainMatch(const Pattern& pattern, const PlainStream& stream) : pattern_(pattern), stream_(stream) {}

  // The bindings of the trend to the pattern under `root` that satisfy everything.
  std::set<Binding> bindings(const PatternNode& root, const Trend& trend);

  // Some binding to a beginning of the pattern satisfies everything so far.
  bool begins(const PatternNode& root, const Trend& trend);

  // MATCH NEXT: no event between two adjacent ones could have extended the partial trend.
  bool takes_next(const PatternNode& root, const Trend& trend);

  // Whether an occurrence of the NOT lies strictly between the events of these numbers (-1: the start).
  bool occurs(const std::vector<PlaceId>& steps, std::int64_t after, std::int64_t before) const;

 private:
  using Then = std::function<void()>;
  using Parts = std::vector<PatternNode>;

  void visit(const PatternNode& node, const Then& then);
  void visit_from(const Parts& parts, std::size_t part, const Then& then);
  void iterate(const PatternNode& node, std::uint32_t done, const Then& then);
  void take(PlaceId place, const Then& then);
  bool nots_hold(std::int64_t before) const;
  bool holds(const PatternNode& negation, std::int64_t before) const;

  const Pattern& pattern_;
  const PlainStream& stream_;

  Trend trend_;
  Binding binding_;
  std::vector<const PatternNode*> pending_;  // the NOTs since the last event
  bool only_begin_ = false;
  bool found_ = false;
};

}  // namespace horatio::automaton::test
