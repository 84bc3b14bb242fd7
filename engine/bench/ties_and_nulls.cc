// SPDX-License-Identifier: Apache-2.0
// SEQ(A, B+) on a stream in which half of the events have the time of the one before, and aggregates over an
// attribute that is NULL in three events of ten, each against the plain case.
#include <algorithm>
#include <map>
#include <optional>

#include "engine/bench/chain.h"
#include "engine/bench/suite.h"

namespace horatio::bench {
namespace {

constexpr Timestamp kWindow = 64;

Stream make_stream(std::size_t events, bool ties, bool nulls) {
  Stream stream;
  Dice dice(3);
  Timestamp time = 0;
  for (std::size_t i = 0; i < events; ++i) {
    const bool tie = dice.below(2) == 0;
    const bool null = dice.below(10) < 3;
    if (!ties || !tie) ++time;
    const auto type = static_cast<TypeId>(dice.below(4) == 0 ? 0 : 1);
    stream.push_back({time, type, nulls && null, dice.below(1000) - 500, 0});
  }
  return stream;
}

Case make_case(const std::string& name, const Stream& stream, const std::string& query) {
  return {name, schema_text(2) + "QUERY q RETURN " + query + ";",
          std::make_shared<std::vector<Delivery>>(deliver(stream, 2)), stream.size()};
}

// Windows hold about 64 events in all three.
void measure_ties(const Suite& suite) {
  std::vector<Case> cases;
  const auto add = [&](const char* name, bool ties, bool by_arrival) {
    const Stream stream = make_stream(suite.size(1'000'000, 20'000), ties, false);
    const Chain chain{{{0}, {1, true}}, ties ? kWindow / 2 : kWindow, 0, false, by_arrival};
    Answers answers;
    add_counts<Exact>(chain, stream, 0, Numbers::kExact, answers);
    cases.push_back(make_case(name, stream,
                              "COUNT(*) PATTERN " + pattern_text(chain) + " WITHIN " +
                                  std::to_string(chain.size) + " MILLISECONDS TIES " +
                                  (by_arrival ? "ARRIVAL" : "STRICT")));
    suite.check(cases.back(), answers);
  };
  add("no ties", false, false);
  add("half ties TIES STRICT", true, false);
  add("half ties TIES ARRIVAL", true, true);
  suite.time(cases);
}

// The components of SEQ(A, B+) over B.v, times distinct.
struct Components {
  Exact a = 0, b = 0, values = 0, sum = 0;
  std::optional<std::int64_t> least, greatest;

  void add(const Event& event) {
    if (event.type == 0) {
      a += 1;
      return;
    }
    const Exact ending = a + b;
    b += ending;
    values *= 2;
    sum *= 2;
    if (event.null_v || ending == 0) return;
    values += ending;
    sum += ending * event.v;
    least = std::min(least.value_or(event.v), event.v);
    greatest = std::max(greatest.value_or(event.v), event.v);
  }
  std::vector<Expected> cells() const {
    if (values == 0) return {Exact(0), Null{}, Null{}, Null{}, Null{}};
    return {values, sum, Wide(sum) / Wide(values), Exact(*least), Exact(*greatest)};
  }
};

Answers expected_components(const Stream& stream) {
  std::map<Timestamp, Components> windows;
  for (const Event& event : stream) windows[floor_to(event.time, kWindow)].add(event);
  Answers answers;
  for (const auto& [start, components] : windows) {
    if (components.b != 0) answers[{0, start, 0}] = components.cells();
  }
  return answers;
}

void measure_nulls(const Suite& suite) {
  const std::string rest = " PATTERN SEQ(T0, T1+) WITHIN " + std::to_string(kWindow) + " MILLISECONDS";
  const std::string all = "COUNT(T1.v), SUM(T1.v), AVG(T1.v), MIN(T1.v), MAX(T1.v)" + rest;
  const std::size_t events = suite.size(500'000, 10'000);
  const Stream plain = make_stream(events, false, false);
  Answers counts;
  add_counts<Exact>({{{0}, {1, true}}, kWindow}, plain, 0, Numbers::kExact, counts);
  std::vector<Case> cases = {make_case("COUNT(*)", plain, "COUNT(*)" + rest)};
  suite.check(cases.back(), counts);
  for (const bool nulls : {false, true}) {
    const Stream stream = make_stream(events, false, nulls);
    cases.push_back(make_case(nulls ? "five aggregates 30 % NULL" : "five aggregates no NULL", stream, all));
    suite.check(cases.back(), expected_components(stream));
  }
  suite.time(cases);
}

}  // namespace

void ties_and_nulls(const Suite& suite) {
  measure_ties(suite);
  measure_nulls(suite);
}

}  // namespace horatio::bench
