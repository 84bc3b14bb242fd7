// SPDX-License-Identifier: Apache-2.0
// The oracle against another brute force that shares nothing with it: every subset of the events is matched
// against the pattern tree by backtracking (the automaton's own oracle). Whole input, one partition, distinct
// times; predicates, NOTs, AND, selection and bindings of random queries.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "engine/automaton/plain_match.h"
#include "engine/predicate/plain_condition.h"
#include "engine/query/parser.h"
#include "engine/trend/oracle/oracle.h"
#include "engine/trend/testing/stream_generator.h"
#include "engine/trend/testing/workload_generator.h"

using namespace horatio;
using namespace horatio::oracle;
using automaton::test::Binding;
using automaton::test::PlainMatch;
using automaton::test::PlainStream;
using automaton::test::Trend;

namespace {

void simplify(Query& query) {
  query.window.reset();
  query.group_by.clear();
  query.equivalence.clear();
  query.having.reset();
  query.hidden.clear();
  query.aggregates.assign(1, {});
  query.numbers = Numbers::kExact;
  query.emit_empty_windows = false;
}

class SecondOpinion {
 public:
  SecondOpinion(const Query& query, const std::vector<PlainEvent>& events) : query_(query), events_(events) {
    for (const PlainEvent& event : events) stream_.types.push_back(event.type);
    for (PlaceId place = 0; place < query.pattern.places.size(); ++place) add_place(place);
  }

  std::uint64_t count() {
    const PatternNode& root = query_.pattern.root;
    if (root.kind != PatternNode::Kind::kAnd) return units(trends(root));
    const auto first = trends(root.children[0]);
    const auto second = trends(root.children[1]);
    if (query_.count_bindings) return units(first) * units(second);
    std::set<std::pair<Trend, Trend>> pairs;
    for (const auto& [x, of_x] : first) {
      for (const auto& [y, of_y] : second) {
        if (x != y) pairs.insert(std::minmax(x, y));
      }
    }
    return pairs.size();
  }

 private:
  using Trends = std::map<Trend, std::uint64_t>;  // and the number of their bindings

  void add_place(PlaceId place) {
    stream_.class_of_place.push_back(static_cast<std::uint16_t>(place));
    stream_.of_class.emplace_back();
    for (const PlainEvent& event : events_) {
      stream_.of_class.back().push_back(std::ranges::all_of(query_.local, [&](const LocalPredicate& local) {
        return local.place != place || query_.pattern.places[place].type != event.type ||
               plain_condition(local.condition, event.time, event.attributes) == true;
      }));
    }
    stream_.condition_of.emplace_back();
    for (PlaceId to = 0; to < query_.pattern.places.size(); ++to) {
      stream_.condition_of.back().push_back(static_cast<std::uint16_t>(stream_.condition.size()));
      stream_.condition.push_back(edges(place, to));
    }
  }

  std::vector<std::vector<bool>> edges(PlaceId from, PlaceId to) const {
    std::vector<std::vector<bool>> result(events_.size(), std::vector<bool>(events_.size(), true));
    for (const EdgePredicate& edge : query_.edges) {
      if (edge.from != from || edge.to != to) continue;
      for (std::size_t i = 0; i < events_.size(); ++i) {
        for (std::size_t j = i + 1; j < events_.size(); ++j) {
          if (result[i][j]) result[i][j] = holds(edge, events_[i], events_[j]);
        }
      }
    }
    return result;
  }

  bool holds(const EdgePredicate& edge, const PlainEvent& first, const PlainEvent& second) const {
    const auto& places = query_.pattern.places;
    return first.type == places[edge.from].type && second.type == places[edge.to].type &&
           plain_condition(edge.condition, PlainOperand{first.time, first.attributes},
                           PlainOperand{second.time, second.attributes}) == true;
  }

  Trends trends(const PatternNode& root) {
    PlainMatch match(query_.pattern, stream_);
    Trends result;
    for (std::uint32_t subset = 1; subset < (1U << events_.size()); ++subset) {
      Trend trend;
      for (std::size_t i = 0; i < events_.size(); ++i) {
        if (((subset >> i) & 1U) != 0) trend.push_back(i);
      }
      if (query_.selection == Selection::kContiguous && trend.back() - trend.front() + 1 != trend.size())
        continue;
      const std::set<Binding> bindings = match.bindings(root, trend);
      if (bindings.empty()) continue;
      if (query_.selection == Selection::kNext && !match.takes_next(root, trend)) continue;
      result[trend] = bindings.size();
    }
    return result;
  }

  std::uint64_t units(const Trends& trends) const {
    std::uint64_t sum = 0;
    for (const auto& [trend, bindings] : trends) sum += query_.count_bindings ? bindings : 1;
    return sum;
  }

  const Query& query_;
  const std::vector<PlainEvent>& events_;
  PlainStream stream_;
};

}  // namespace

BOOST_AUTO_TEST_CASE(the_oracle_counts_as_matching_every_subset_by_backtracking_does) {
  std::uint64_t compared = 0, not_zero = 0;
  for (std::uint64_t seed = 1; seed <= 1'000; ++seed) {
    std::mt19937_64 random(seed);
    Workload workload = parse_workload(text_of(random_workload(random))).workload;
    workload.queries.resize(1);
    simplify(workload.queries.front());
    auto events = random_stream(workload.schema, 4 + random() % 6, random);
    for (std::size_t i = 0; i < events.size(); ++i) events[i].time = static_cast<Timestamp>(i) - 3;
    const auto answered = answer(workload, events);
    if (!answered) continue;
    const std::uint64_t expected = SecondOpinion(workload.queries.front(), events).count();
    const auto& rows = answered->rows;
    const auto found = rows.empty() ? 0 : rows.front().cells.front().value;
    BOOST_TEST(found == expected, "seed " << seed << "\n" << workload.queries.front().canonical);
    ++compared;
    not_zero += expected > 0 ? 1U : 0U;
  }
  BOOST_TEST(compared > 950U);
  BOOST_TEST(not_zero > 400U);
}
