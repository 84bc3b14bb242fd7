// SPDX-License-Identifier: Apache-2.0
// k queries SEQ(Ti, (SEQ(B, C))+), whose Kleene sub-pattern is of two types that come in turn: who shares its
// bursts, from 2 to 50 queries, bursts of 4 to 120 events, with and without predicates on C that differ.
// Target: `hamlet` and `always` are faster than `never` where 50 queries share bursts of 120 events.
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/bench/chain.h"
#include "engine/bench/shared_kleene.h"
#include "engine/bench/suite.h"

namespace horatio::bench {
namespace {

constexpr TypeId kB = kPrefixes, kC = kPrefixes + 1;
constexpr std::size_t kTypes = kPrefixes + 2;
constexpr std::size_t kOthers = 4, kWindowCycles = 6;
constexpr std::int64_t kValues = 100;

// SEQ(prefix, (SEQ(B, C))+) with v at least so much for the prefix and for C.
struct Counted {
  TypeId prefix = 0;
  std::int64_t least = 0, least_c = 0;
};

Stream make_stream(std::size_t cycles, std::size_t run) {
  Stream stream;
  Dice dice(11);
  const auto period = static_cast<Timestamp>(kOthers + run);
  for (std::size_t cycle = 0; cycle < cycles; ++cycle) {
    for (std::size_t i = 0; i < kOthers + run; ++i) {
      const TypeId of_block = (i - kOthers) % 2 == 0 ? kB : kC;
      const auto type = i < kOthers ? static_cast<TypeId>(dice.below(kPrefixes)) : of_block;
      const auto v = static_cast<std::int64_t>((cycle * 37 + i * 61) % kValues);
      stream.push_back(
          {static_cast<Timestamp>(cycle) * period + static_cast<Timestamp>(i), type, false, v, 0});
    }
  }
  return stream;
}

std::vector<Counted> make_queries(std::size_t count, bool outliers) {
  std::vector<Counted> queries;
  for (std::size_t i = 0; i < count; ++i) {
    queries.push_back({static_cast<TypeId>(i % kPrefixes), static_cast<std::int64_t>(i / kPrefixes),
                       outliers && is_outlier(i) ? std::int64_t{3} : std::int64_t{0}});
  }
  return queries;
}

std::string workload_text(const std::vector<Counted>& queries, Timestamp window) {
  std::string text = schema_text(kTypes);
  for (std::size_t i = 0; i < queries.size(); ++i) {
    const Counted& query = queries[i];
    const auto condition = [](TypeId type, std::int64_t least) {
      return "T" + std::to_string(type) + ".v >= " + std::to_string(least);
    };
    text += "QUERY q" + std::to_string(i) + " RETURN COUNT(*) PATTERN SEQ(T" + std::to_string(query.prefix) +
            ", (SEQ(T" + std::to_string(kB) + ", T" + std::to_string(kC) + "))+) WHERE " +
            condition(query.prefix, query.least) +
            (query.least_c != 0 ? " AND " + condition(kC, query.least_c) : "") + " WITHIN " +
            std::to_string(window) + " MILLISECONDS;\n";
  }
  return text;
}

// Times differ, so every event sees all before it.
struct Sums {
  Exact prefix = 0, b = 0, c = 0;

  void add(const Counted& query, const Event& event) {
    if (event.type == query.prefix && event.v >= query.least) prefix += 1;
    if (event.type == kB) b += prefix + c;
    if (event.type == kC && event.v >= query.least_c) c += b;
  }
};

Answers answers_of(const std::vector<Counted>& queries, const Stream& stream, Timestamp window) {
  Answers answers;
  for (std::size_t i = 0; i < queries.size(); ++i) {
    std::map<Timestamp, Sums> windows;
    for (const Event& event : stream) windows[floor_to(event.time, window)].add(queries[i], event);
    for (const auto& [start, sums] : windows) {
      if (sums.c != 0)
        answers[{static_cast<QueryId>(i), start, 0}] = {expected_count(sums.c, Numbers::kExact)};
    }
  }
  return answers;
}

void measure(const Suite& suite, std::size_t count, std::size_t run, bool outliers) {
  const std::size_t events = suite.size(2'000'000 / (count + 20), 600);
  const Stream stream = make_stream(events / (run + kOthers) + 2 * kWindowCycles, run);
  const auto window = static_cast<Timestamp>(kWindowCycles * (run + kOthers));
  const std::vector<Counted> queries = make_queries(count, outliers);
  const auto input = std::make_shared<std::vector<Delivery>>(deliver(stream, kTypes));
  const std::string name = name_of_queries(count) + ", bursts of " + std::to_string(run) +
                           (outliers ? ", a tenth of the queries leaves out 3 % of C:" : ":");
  suite.time(checked_under(suite, {Strategy::kNever, Strategy::kAlways, Strategy::kHamlet, Strategy::kAuto},
                           {name, workload_text(queries, window), input, stream.size(), {}},
                           answers_of(queries, stream, window)));
}

}  // namespace

void shared_blocks(const Suite& suite) {
  for (const std::size_t queries : {2U, 3U, 5U, 8U, 10U, 50U}) {
    for (const std::size_t run : {4U, 20U, 120U}) {
      for (const bool outliers : {false, true}) measure(suite, queries, run, outliers);
    }
  }
}

}  // namespace horatio::bench
