// SPDX-License-Identifier: Apache-2.0
// The closed form of a tally against running sums that take one event after the other, in whole numbers.
#include "engine/trend/runs/run_tally.h"

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace horatio::trend {
namespace {

using Integer = boost::multiprecision::cpp_int;

struct TallyEvent {
  Timestamp time = 0;
  std::vector<std::uint64_t> weights;
};

TallyWeights weights_of(const TallyEvent& event) {
  TallyWeights weights;
  weights.integers = event.weights;
  return weights;
}

TallyPlan integers(std::size_t count) {
  TallyPlan plan;
  plan.integers.resize(count);
  return plan;
}

// A sum of trends r with other sources x, and sums of a weight along the same trends.
struct Sums {
  Integer trends, others, weighted, others_weighted;

  bool operator==(const Sums&) const = default;

  // Events of one time: all extend what was there before.
  void step(std::uint64_t events, const Integer& weight, bool loops) {
    const Integer base = loops ? Integer(trends + others) : others;
    weighted += events * (loops ? Integer(weighted + others_weighted) : others_weighted) + weight * base;
    trends += events * base;
  }
  // A part of a run. `scaled`: the weight of a product; `plain`: its sum.
  void apply(const RunTally::Part& part, const Integer& scaled, const Integer& plain, bool loops) {
    if (!loops) {
      weighted += part.events * others_weighted + plain * others;
      trends += part.events * others;
      return;
    }
    const Integer product = Integer(part.factor) << static_cast<unsigned>(part.doublings);
    weighted = product * weighted + (product - 1) * others_weighted + scaled * (trends + others);
    trends = product * trends + (product - 1) * others;
  }
};
std::ostream& operator<<(std::ostream& out, const Sums& sums) {
  return out << sums.trends << ", " << sums.weighted;
}

const Sums kStart{7, 5, 11, 3};

Sums step_by_step(Sums sums, const std::vector<TallyEvent>& events, std::size_t weight, bool strict,
                  bool loops) {
  for (auto begin = events.begin(); begin != events.end();) {
    auto end = begin + 1;
    while (strict && end != events.end() && end->time == begin->time) ++end;
    Integer sum = 0;
    for (auto event = begin; event != end; ++event) sum += event->weights[weight];
    sums.step(static_cast<std::uint64_t>(end - begin), sum, loops);
    begin = end;
  }
  return sums;
}

Integer scaled(std::uint64_t half_scaled, const RunTally::Part& part) {
  return (Integer(half_scaled) << static_cast<unsigned>(part.doublings)) / 2;
}

Sums closed_form(Sums sums, const RunTally& tally, std::size_t weight, bool strict, bool loops) {
  const IntegerTally& of = tally.integer(weight);
  const std::uint64_t plain = of.earlier + of.newest;
  const RunTally::Part part = strict ? tally.all() : tally.singly();
  sums.apply(part, scaled(strict ? tally.half_scaled(of) : plain, part), plain, loops);
  return sums;
}

std::vector<TallyEvent> random_events(std::mt19937_64& random, std::size_t weights, unsigned most_bits) {
  std::vector<TallyEvent> events(1 + random() % 200);
  const std::uint64_t tie_one_in = 1 + random() % 6;
  const unsigned bits = static_cast<unsigned>(random() % (most_bits + 1));
  Timestamp time = -20;
  for (TallyEvent& event : events) {
    if (random() % tie_one_in == 0) time += 1 + static_cast<Timestamp>(random() % 3);
    event.time = time;
    for (std::size_t i = 0; i < weights; ++i)
      event.weights.push_back(bits == 0 ? 0 : random() >> (64U - bits));
  }
  return events;
}

void check_all(const RunTally& tally, const std::vector<TallyEvent>& events, std::size_t weights) {
  BOOST_REQUIRE(tally.events() == events.size());
  for (std::size_t i = 0; i < weights; ++i) {
    for (const bool strict : {true, false}) {
      for (const bool loops : {true, false}) {
        BOOST_TEST_REQUIRE(closed_form(kStart, tally, i, strict, loops) ==
                           step_by_step(kStart, events, i, strict, loops));
      }
    }
  }
}

// Whether all numbers of a tally of these events have 64 bits, in integers that have more.
bool fits(const std::vector<TallyEvent>& events, std::size_t weights) {
  const Integer most = UINT64_MAX;
  Integer factor = 1;
  std::vector<Integer> half_scaled(weights);
  bool all = true;
  for (auto begin = events.begin(); begin != events.end();) {
    auto end = begin;
    while (end != events.end() && end->time == begin->time) ++end;
    const std::int64_t ties = end - begin;
    for (std::size_t i = 0; i < weights; ++i) {
      Integer newest = 0;
      for (auto event = begin; event != end; ++event) newest += event->weights[i];
      if (ties == 1) {
        half_scaled[i] += factor * newest;
      } else {
        half_scaled[i] = (1 + ties) * half_scaled[i] + 2 * factor * newest;
      }
      all = all && half_scaled[i] <= most;
    }
    if (ties > 1) factor *= 1 + ties;
    all = all && factor <= most;
    begin = end;
  }
  for (std::size_t i = 0; i < weights; ++i) {
    Integer sum = 0;
    for (const TallyEvent& event : events) sum += event.weights[i];
    all = all && sum <= most;
  }
  return all;
}

BOOST_AUTO_TEST_CASE(the_closed_form_of_a_tally_is_that_of_its_events_one_by_one) {
  std::mt19937_64 random(11);
  for (int run = 0; run < 400; ++run) {
    const std::size_t weights = random() % 4;
    RunTally tally;
    tally.start(integers(weights));
    std::vector<TallyEvent> counted;
    for (const TallyEvent& event : random_events(random, weights, 12)) {
      if (!tally.has_room(event.time, weights_of(event), true)) break;
      tally.add(event.time, weights_of(event));
      counted.push_back(event);
      if (random() % 8 == 0) check_all(tally, counted, weights);
    }
    check_all(tally, counted, weights);
  }
}

// What the newest time adds stays apart: the part before it and its ties are the whole.
BOOST_AUTO_TEST_CASE(the_part_before_the_newest_time_lacks_only_its_events) {
  std::mt19937_64 random(12);
  for (int run = 0; run < 300; ++run) {
    RunTally tally;
    tally.start(integers(1));
    std::vector<TallyEvent> earlier, newest;
    for (const TallyEvent& event : random_events(random, 1, 10)) {
      if (!tally.has_room(event.time, weights_of(event), true)) break;
      tally.add(event.time, weights_of(event));
      if (!newest.empty() && newest.front().time != event.time) {
        earlier.insert(earlier.end(), newest.begin(), newest.end());
        newest.clear();
      }
      newest.push_back(event);
    }
    BOOST_REQUIRE(tally.ties() == newest.size());
    const IntegerTally& weight = tally.integer(0);
    Sums sums = kStart;
    sums.apply(tally.earlier(), scaled(weight.half_scaled, tally.earlier()), weight.earlier, true);
    BOOST_TEST_REQUIRE(sums == step_by_step(kStart, earlier, 0, true, true));
    sums.step(tally.ties(), weight.newest, true);
    BOOST_TEST_REQUIRE(sums == closed_form(kStart, tally, 0, true, true));
  }
}

BOOST_AUTO_TEST_CASE(a_tally_refuses_exactly_the_event_whose_numbers_would_not_fit) {
  std::mt19937_64 random(13);
  int refused = 0;
  for (int run = 0; run < 1000; ++run) {
    const std::size_t weights = random() % 3;
    RunTally tally;
    tally.start(integers(weights));
    std::vector<TallyEvent> counted;
    for (const TallyEvent& event : random_events(random, weights, 63)) {
      counted.push_back(event);
      const bool room = tally.has_room(event.time, weights_of(event), true);
      BOOST_TEST_REQUIRE(room == fits(counted, weights));
      if (room) {
        tally.add(event.time, weights_of(event));
        continue;
      }
      ++refused;
      counted.pop_back();
      break;
    }
    check_all(tally, counted, weights);
  }
  BOOST_TEST(refused > 300);
}

BOOST_AUTO_TEST_CASE(runs_that_end_for_want_of_room_and_start_again_are_the_events_one_by_one) {
  std::mt19937_64 random(14);
  for (int run = 0; run < 200; ++run) {
    const bool strict = run % 2 == 0;
    const std::vector<TallyEvent> events = random_events(random, 2, 60);
    RunTally tally;
    tally.start(integers(2));
    std::vector<Sums> sums(2, kStart);
    const auto end_run = [&] {
      for (std::size_t i = 0; i < 2; ++i) sums[i] = closed_form(sums[i], tally, i, strict, true);
      tally.start(integers(2));
    };
    std::vector<TallyEvent> taken;
    for (const TallyEvent& event : events) {
      if (!tally.has_room(event.time, weights_of(event), true)) {
        // Under TIES STRICT the rest of a tie is no run: it does not extend what the run ends with.
        if (strict && tally.last() == event.time) break;
        end_run();
        BOOST_REQUIRE(tally.has_room(event.time, weights_of(event), true));
      }
      tally.add(event.time, weights_of(event));
      taken.push_back(event);
    }
    end_run();
    for (std::size_t i = 0; i < 2; ++i)
      BOOST_TEST_REQUIRE(sums[i] == step_by_step(kStart, taken, i, strict, true));
  }
}

BOOST_AUTO_TEST_CASE(tallies_without_weights_count_alike_in_one_step_and_in_two) {
  std::mt19937_64 random(15);
  for (int run = 0; run < 300; ++run) {
    const bool with_ties = run % 3 != 0;
    RunTally one, two;
    one.start({});
    two.start({});
    for (const TallyEvent& event : random_events(random, 0, 0)) {
      const bool room = two.has_room(event.time, {}, with_ties);
      if (room) two.add(event.time, {});
      BOOST_REQUIRE(one.extend(event.time, with_ties) == room);
      if (!room) break;
      BOOST_REQUIRE(one.same_events(two));
    }
    BOOST_TEST(one.events() == two.events());
  }
}

BOOST_AUTO_TEST_CASE(without_ties_a_tally_ends_where_the_time_after_a_tie_begins) {
  RunTally tally;
  tally.start({});
  for (const Timestamp time : {1, 2, 3, 3, 3}) BOOST_REQUIRE(tally.extend(time, false));
  BOOST_TEST(!tally.extend(4, false));
  BOOST_TEST(tally.events() == 5U);
  BOOST_TEST(tally.ties() == 3U);
  BOOST_TEST(tally.earlier().events == 2U);
  BOOST_TEST(tally.earlier().doublings == 2U);
}

BOOST_AUTO_TEST_CASE(real_weights_and_extremes_are_those_of_the_events) {
  std::mt19937_64 random(16);
  TallyPlan plan = integers(1);
  plan.reals.resize(1);
  plan.extremes.resize(2);
  plan.extremes[1].is_maximum = true;
  for (int run = 0; run < 200; ++run) {
    RunTally tally;
    tally.start(plan);
    std::int64_t least = INT64_MAX, greatest = INT64_MIN;
    for (TallyEvent& event : random_events(random, 1, 8)) {
      TallyWeights weights = weights_of(event);
      weights.reals = {static_cast<double>(event.weights[0])};
      const auto value = static_cast<std::int64_t>(random());
      weights.extremes = {Extreme{value, 1}, Extreme{value, 1}};
      if (!tally.has_room(event.time, weights, true)) break;
      tally.add(event.time, weights);
      least = std::min(least, value);
      greatest = std::max(greatest, value);
    }
    const RealTally& real = tally.real(0);
    const double expected = static_cast<double>(tally.half_scaled(tally.integer(0)));
    BOOST_TEST(tally.half_scaled(real).to_double() == expected, boost::test_tools::tolerance(1e-13));
    BOOST_TEST((real.earlier + real.newest).to_double() ==
               static_cast<double>(tally.integer(0).earlier + tally.integer(0).newest));
    for (const bool is_maximum : {false, true}) {
      Extreme seen = tally.extreme(is_maximum).earlier;
      seen.add(tally.extreme(is_maximum).newest, is_maximum);
      BOOST_TEST(seen.value == (is_maximum ? greatest : least));
    }
  }
}

RunTally some_tally(const TallyPlan& plan) {
  RunTally tally;
  tally.start(plan);
  for (const Timestamp time : {1, 2, 2, 5, 5, 5}) {
    TallyWeights weights;
    for (std::size_t i = 0; i < plan.integers.size(); ++i) weights.integers.push_back(3 * i + 2);
    for (std::size_t i = 0; i < plan.reals.size(); ++i) weights.reals.push_back(0.5 + static_cast<double>(i));
    for (std::size_t i = 0; i < plan.extremes.size(); ++i)
      weights.extremes.push_back({time + static_cast<Timestamp>(i), 1});
    BOOST_REQUIRE(tally.has_room(time, weights, true));
    tally.add(time, weights);
  }
  return tally;
}

TallyPlan some_plan() {
  TallyPlan plan = integers(3);
  plan.reals.resize(2);
  plan.extremes.resize(2);
  plan.extremes[0].is_maximum = true;
  return plan;
}

std::string bytes_of(const RunTally& tally) {
  return written_by([&](StateWriter& out) { tally.write(out); });
}

RunUse second_of_each() {
  RunUse use;
  use.linear = {1, kNoComponent, 1};
  use.is_real = {false, false, true};
  use.extremes = {1};
  use.integers_used = use.reals_used = use.extremes_used = {1};
  return use;
}

BOOST_AUTO_TEST_CASE(a_tally_goes_on_from_its_bytes) {
  const RunTally tally = some_tally(some_plan());
  const std::string bytes = bytes_of(tally);
  StateReader in{std::string_view(bytes)};
  RunTally again = RunTally::read(in);
  BOOST_TEST(!in.failed());
  BOOST_TEST(in.left() == 0U);
  BOOST_TEST((again.same_events(tally)));
  BOOST_TEST((bytes_of(again) == bytes));
}

BOOST_AUTO_TEST_CASE(the_part_of_one_query_goes_back_to_where_it_was) {
  const RunTally tally = some_tally(some_plan());
  const RunUse use = second_of_each();
  const RunTally part = tally.part_of(use);
  BOOST_TEST(part.is_part_of(use));
  BOOST_TEST(!tally.is_part_of(use));
  BOOST_TEST((part.same_events(tally)));
  BOOST_TEST(part.integer(0).newest == tally.integer(1).newest);
  BOOST_TEST(part.real(0).newest.to_double() == tally.real(1).newest.to_double());
  BOOST_TEST(part.extreme(0).newest.value == tally.extreme(1).newest.value);
  const RunUse there = use.of_part();
  BOOST_TEST((there.linear == std::vector<std::uint32_t>{0, kNoComponent, 0}));
  BOOST_TEST((there.extremes == std::vector<std::uint32_t>{0}));
  RunTally whole;
  whole.start(some_plan());
  whole.set_part(use, part);
  BOOST_TEST((whole.same_events(tally)));
  BOOST_TEST(whole.integer(1).half_scaled == tally.integer(1).half_scaled);
  BOOST_TEST(whole.integer(0).newest == 0U);
}

BOOST_AUTO_TEST_CASE(bytes_of_a_tally_that_are_cut_off_anywhere_are_refused) {
  const std::string bytes = bytes_of(some_tally(some_plan()));
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    StateReader in(std::string_view(bytes).substr(0, size));
    RunTally::read(in);
    BOOST_TEST_REQUIRE(in.failed());
  }
}

// Events, doublings, factor, ties, time; 1 integer weight: earlier, newest, half-scaled.
std::string tally_bytes(std::uint64_t events, std::uint64_t factor, std::uint64_t ties, std::uint64_t newest,
                        std::uint64_t half_scaled) {
  return written_by([&](StateWriter& out) {
    for (const std::uint64_t number : {events, std::uint64_t{0}, factor, ties}) out.number(number);
    out.number(Timestamp{9});
    out.number(std::uint32_t{1});
    for (const std::uint64_t number : {std::uint64_t{0}, newest, half_scaled}) out.number(number);
    for (int i = 0; i < 2; ++i) out.number(std::uint32_t{0});
  });
}

bool reads(const std::string& bytes) {
  StateReader in{std::string_view(bytes)};
  RunTally::read(in);
  return !in.failed();
}

BOOST_AUTO_TEST_CASE(bytes_of_a_tally_with_impossible_numbers_are_refused) {
  BOOST_TEST(reads(tally_bytes(4, 3, 2, 5, 7)));
  BOOST_TEST(!reads(tally_bytes(4, 0, 2, 5, 7)));
  BOOST_TEST(!reads(tally_bytes(4, 3, 5, 5, 7)));
  BOOST_TEST(!reads(tally_bytes(UINT64_MAX, 3, UINT64_MAX - 1, 0, 0)));
  BOOST_TEST(!reads(tally_bytes(UINT64_MAX, 3, UINT64_MAX, 0, 0)));
  BOOST_TEST(!reads(tally_bytes(4, UINT64_MAX / 3, 2, 4, 7)));
  BOOST_TEST(!reads(tally_bytes(4, 3, 2, 5, UINT64_MAX / 2)));
}

}  // namespace
}  // namespace horatio::trend
