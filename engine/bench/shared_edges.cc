// SPDX-License-Identifier: Apache-2.0
// k queries SEQ(Ti, B+) with one edge predicate between the events of B: who shares its bursts, from 2 to 500
// queries, bursts of 1 to 120 events, and local predicates on B that are equal, that differ on few events,
// and that are all different. Target: `auto` is within 10 % of the best.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/bench/chain.h"
#include "engine/bench/shared_kleene.h"
#include "engine/bench/suite.h"

namespace horatio::bench {
namespace {

constexpr std::size_t kOthers = 4, kWindowCycles = 6;
constexpr std::int64_t kRange = std::int64_t{1} << 20U;  // values of B.g: 0 <= g < kRange
// Events of B that a last one of a window may follow, on average: counts stay below 2^64.
constexpr std::int64_t kFollowed = 4;

// Sums of what earlier events counted, by their value (Fenwick tree).
class SumsByValue {
 public:
  using Sum = std::uint64_t;  // modulo 2^64; what they come to is far below

  SumsByValue() : tree_(kRange + 1) {}

  void add(std::int64_t value, Sum count) {
    added_.push_back(value);
    for (std::int64_t i = value + 1; i <= kRange; i += i & -i) tree_[static_cast<std::size_t>(i)] += count;
  }
  // Of values low <= v < high.
  Sum between(std::int64_t low, std::int64_t high) const {
    return below(high) - below(std::max<std::int64_t>(low, 0));
  }
  void clear() {
    for (const std::int64_t value : added_) {
      for (std::int64_t i = value + 1; i <= kRange; i += i & -i) tree_[static_cast<std::size_t>(i)] = 0;
    }
    added_.clear();
  }

 private:
  Sum below(std::int64_t value) const {
    Sum sum = 0;
    for (std::int64_t i = value; i > 0; i &= i - 1) sum += tree_[static_cast<std::size_t>(i)];
    return sum;
  }

  std::vector<Sum> tree_;
  std::vector<std::int64_t> added_;
};

struct Setting {
  Timestamp window = 0;
  std::int64_t reach = 0;  // an event follows those whose g is lower by at most this
};

// Of all windows of one query, whose steps are the prefix and B.
void add_answers(const Chain& query, const Setting& setting, const Stream& stream, QueryId id,
                 SumsByValue& sums, Answers& answers) {
  Timestamp window = 0;
  SumsByValue::Sum prefix = 0, total = 0;
  const auto close = [&] {
    if (total != 0) answers[{id, window, 0}] = {expected_count(Exact(total), Numbers::kU64)};
    prefix = total = 0;
    sums.clear();
  };
  for (const Event& event : stream) {
    const Timestamp start = floor_to(event.time, setting.window);
    if (start != window) close();
    window = start;
    const Step &first = query.steps[0], &second = query.steps[1];
    if (event.type == first.type && first.holds(event)) ++prefix;
    if (event.type != second.type || (second.holds && !second.holds(event))) continue;
    const SumsByValue::Sum trends = prefix + sums.between(event.g - setting.reach, event.g);
    sums.add(event.g, trends);
    total += trends;
  }
  close();
}

// The workload of shared_kleene.h with the edge predicate.
std::string with_edges(const std::string& text, const Setting& setting) {
  const std::string b = "T" + std::to_string(kSharedType);
  const std::string edge = " AND " + b + ".g < NEXT(" + b + ").g AND NEXT(" + b + ").g <= " + b + ".g + " +
                           std::to_string(setting.reach) + " WITHIN ";
  std::string out = text;
  for (std::size_t at = out.find(" WITHIN "); at != std::string::npos;
       at = out.find(" WITHIN ", at + edge.size())) {
    out.replace(at, 8, edge);
  }
  for (std::size_t at = out.find("APPROX"); at != std::string::npos; at = out.find("APPROX", at)) {
    out.replace(at, 6, "U64");
  }
  return out;
}

void measure(const Suite& suite, std::size_t queries, std::size_t run, const NamedPredicates& predicates) {
  const auto period = static_cast<Timestamp>(run + kOthers);
  const std::size_t events = suite.size(1'000'000 / (queries + 10), 400);
  Stream stream = shared_stream(events / (run + kOthers) + 2 * kWindowCycles, kOthers, run, period);
  Dice dice(5);
  for (Event& event : stream) event.g = dice.below(kRange);
  const Setting setting{static_cast<Timestamp>(kWindowCycles) * period,
                        kRange * kFollowed / static_cast<std::int64_t>(kWindowCycles * run)};
  SharedWorkload workload = shared_workload(queries, predicates.predicates, setting.window);
  workload.text = with_edges(workload.text, setting);
  Answers answers;
  SumsByValue sums;
  for (std::size_t i = 0; i < queries; ++i)
    add_answers(workload.queries[i], setting, stream, static_cast<QueryId>(i), sums, answers);
  const std::string name =
      name_of_queries(queries) + ", bursts of " + std::to_string(run) + ", " + predicates.name + ":";
  suite.time(checked_under(suite, {Strategy::kNever, Strategy::kAlways, Strategy::kHamlet, Strategy::kAuto},
                           shared_case(name, workload, stream), answers));
}

}  // namespace

void shared_edges(const Suite& suite) {
  for (const std::size_t queries : {2U, 10U, 50U, 500U}) {
    for (const std::size_t run : {1U, 10U, 120U}) {
      for (const NamedPredicates& predicates : kSharedPredicates) measure(suite, queries, run, predicates);
    }
  }
}

}  // namespace horatio::bench
