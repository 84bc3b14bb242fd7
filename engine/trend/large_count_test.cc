// SPDX-License-Identifier: Apache-2.0
// Counts around and far past 64 bits: closed forms, and plain running sums on big integers (what each state
// of a hand-written automaton has counted so far) against the engine. NUMBERS EXACT has every digit; U64 is
// exact up to 2^64 - 1 and OVERFLOW past it.
#include <boost/multiprecision/cpp_int.hpp>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <sstream>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "engine/query/parser.h"
#include "engine/trend/oracle/oracle.h"
#include "engine/trend/testing/delivery.h"

using namespace horatio;
using namespace horatio::oracle;
using boost::multiprecision::cpp_int;

namespace {

const cpp_int kLargest = (cpp_int(1) << 64) - 1;
constexpr int kOverflowed = -1;  // stands as the count of a row whose cell is OVERFLOW

cpp_int as_cell(const cpp_int& count) { return count > kLargest ? cpp_int(kOverflowed) : count; }

std::shared_ptr<const Workload> parse(const std::string& pattern, const std::string& clauses) {
  std::string text =
      "STREAM s (TYPE A (v INT), TYPE B (v INT), TYPE C (v INT));\nQUERY q RETURN COUNT(*) PATTERN ";
  text.append(pattern).append(" ").append(clauses).append(";");
  auto parsed = parse_workload(text);
  BOOST_TEST_REQUIRE(parsed.faults.empty(), pattern);
  return std::make_shared<const Workload>(std::move(parsed.workload));
}

cpp_int count_of(const Cell& cell) {
  if (cell.status == CellStatus::kOverflow) return kOverflowed;
  if (const auto* number = std::get_if<std::uint64_t>(&cell.value)) return *number;
  return cpp_int(std::get<std::string>(cell.value));
}

struct CountedRow {
  std::optional<WindowBounds> window;
  cpp_int count;
};

std::vector<CountedRow> deliver_to(Strategy strategy, const std::string& pattern, const std::string& clauses,
                                   const std::vector<PlainEvent>& events, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  DeliveryOptions options;
  options.engine.strategy = strategy;
  const Delivered delivered = deliver(parse(pattern, clauses), events, random, options);
  BOOST_TEST_REQUIRE(delivered.fault.empty(), delivered.fault);
  std::vector<CountedRow> rows;
  for (const DeliveredRow& row : delivered.rows) rows.push_back({row.window, count_of(row.cells.front())});
  return rows;
}

// The rows of NUMBERS EXACT, after those of U64 have been found to be the same up to 64 bits, whatever the
// strategy.
std::vector<CountedRow> run(const std::string& pattern, const std::vector<PlainEvent>& events,
                            std::uint64_t seed, const std::string& clauses = "") {
  const auto exact = deliver_to(Strategy::kAuto, pattern, clauses + " NUMBERS EXACT", events, seed);
  const Strategy other = seed % 2 == 0 ? Strategy::kAuto : Strategy::kNever;
  const auto u64 = deliver_to(other, pattern, clauses + " NUMBERS U64", events, seed);
  BOOST_TEST_REQUIRE(u64.size() == exact.size());
  for (std::size_t i = 0; i < exact.size(); ++i) BOOST_TEST(u64[i].count == as_cell(exact[i].count));
  return exact;
}

// A pattern of which every sequence of events has one binding at most, as an automaton by hand.
struct State {
  TypeId type;
  bool starts;
  bool ends;
  std::vector<std::size_t> after;  // the states an event of this one may follow
};
struct Known {
  std::string pattern;
  std::vector<State> states;
};

const std::vector<Known> kKnown = {
    {"B+", {{1, true, true, {0}}}},
    {"SEQ(A, B+)", {{0, true, false, {}}, {1, false, true, {0, 1}}}},
    {"(SEQ(A, B+))+", {{0, true, false, {1}}, {1, false, true, {0, 1}}}},
    {"SEQ(A+, B, A+ a2)", {{0, true, false, {0}}, {1, false, false, {0}}, {0, false, true, {1, 2}}}},
    {"SEQ(A, (SEQ(B+, C))+)", {{0, true, false, {}}, {1, false, false, {0, 1, 2}}, {2, false, true, {1}}}},
};

// Trends among the events with low <= time < high.
cpp_int running_sum(const Known& known, const std::vector<PlainEvent>& events, Timestamp low, Timestamp high,
                    bool strict) {
  std::vector<cpp_int> sums(known.states.size()), old = sums;
  for (std::size_t i = 0; i < events.size(); ++i) {
    if (events[i].time < low || events[i].time >= high) continue;
    if (!strict || i == 0 || events[i].time != events[i - 1].time) old = sums;
    for (std::size_t s = 0; s < known.states.size(); ++s) {
      if (known.states[s].type != events[i].type) continue;
      if (known.states[s].starts) sums[s] += 1;
      for (const std::size_t before : known.states[s].after) sums[s] += old[before];
    }
  }
  cpp_int total = 0;
  for (std::size_t s = 0; s < sums.size(); ++s) total += known.states[s].ends ? sums[s] : cpp_int(0);
  return total;
}

std::vector<PlainEvent> stream(std::size_t events, std::size_t percent_of_ties, std::mt19937_64& random) {
  std::vector<PlainEvent> result;
  Timestamp time = -50;
  for (std::size_t i = 0; i < events; ++i) {
    if (random() % 100 >= percent_of_ties) ++time;
    result.push_back({static_cast<TypeId>(random() % 3), time, {Value{}}});
  }
  return result;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_kleene_count_is_exact_at_any_size_and_overflows_past_64_bits_of_u64) {
  for (const std::size_t n : {1, 2, 62, 63, 64, 65, 66, 70, 128, 129, 200}) {
    std::vector<PlainEvent> events;
    for (std::size_t i = 0; i < n; ++i) events.push_back({1, static_cast<Timestamp>(i), {Value{}}});
    const auto rows = run("B+", events, n);
    BOOST_TEST_REQUIRE(rows.size() == 1U);
    BOOST_TEST(rows.front().count == (cpp_int(1) << n) - 1);
  }
}

BOOST_AUTO_TEST_CASE(an_intermediate_past_64_bits_that_does_not_reach_the_result_leaves_it_exact) {
  // 70 B make 2^70 - 1 partial trends of SEQ(B+, A); the only A comes after one of them.
  std::vector<PlainEvent> events = {{1, 0, {Value{}}}, {0, 1, {Value{}}}};
  for (Timestamp i = 2; i < 72; ++i) events.push_back({1, i, {Value{}}});
  const auto rows = run("SEQ(B+, A)", events, 1);
  BOOST_TEST_REQUIRE(rows.size() == 1U);
  BOOST_TEST(rows.front().count == 1);
}

BOOST_AUTO_TEST_CASE(a_sum_over_partitions_overflows_only_if_the_row_does) {
  // 2^63 - 1 trends in each of two partitions fit together; a third makes it too many.
  for (const std::size_t partitions : {1, 2, 3}) {
    std::vector<PlainEvent> events;
    for (Timestamp i = 0; i < 63; ++i) {
      for (std::size_t p = 0; p < partitions; ++p) events.push_back({1, i, {static_cast<std::int64_t>(p)}});
    }
    const auto rows = run("B+", events, partitions, "WHERE [v]");
    BOOST_TEST_REQUIRE(rows.size() == 1U);
    BOOST_TEST(rows.front().count == partitions * ((cpp_int(1) << 63) - 1));
  }
}

BOOST_AUTO_TEST_CASE(running_sums_on_big_integers_agree_without_a_window) {
  std::uint64_t overflowed = 0, exact = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    std::mt19937_64 random(seed);
    const Known& known = kKnown[seed % kKnown.size()];
    const bool strict = random() % 2 == 0;
    const auto events = stream(20 + random() % 200, random() % 60, random);
    const cpp_int expected = running_sum(known, events, -50, kEndOfTime, strict);
    const auto rows = run(known.pattern, events, seed, strict ? "TIES STRICT" : "TIES ARRIVAL");
    BOOST_TEST_REQUIRE(rows.size() == (expected == 0 ? 0U : 1U));
    if (!rows.empty()) BOOST_TEST(rows.front().count == expected, known.pattern << ", seed " << seed);
    ++(expected > kLargest ? overflowed : exact);
  }
  BOOST_TEST(overflowed > 5U);
  BOOST_TEST(exact > 5U);
}

BOOST_AUTO_TEST_CASE(running_sums_on_big_integers_agree_in_sliding_windows) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    std::mt19937_64 random(seed);
    const Known& known = kKnown[seed % kKnown.size()];
    const auto events = stream(1'000, random() % 60, random);
    const Timestamp size = 40 + static_cast<Timestamp>(random() % 160);
    const Timestamp slide = 1 + static_cast<Timestamp>(random() % 50);
    std::ostringstream within;
    within << "WITHIN " << size << " MILLISECONDS SLIDE " << slide << " MILLISECONDS";
    const auto rows = run(known.pattern, events, seed, within.str());
    std::size_t next = 0;
    for (Timestamp start = -slide * (size / slide + 60); start <= events.back().time; start += slide) {
      const cpp_int expected = running_sum(known, events, start, start + size, true);
      if (expected == 0) continue;
      BOOST_TEST_REQUIRE(next < rows.size());
      BOOST_TEST((rows[next].window == WindowBounds{start, start + size}));
      BOOST_TEST(rows[next].count == expected, known.pattern << ", seed " << seed << ", window " << start);
      ++next;
    }
    BOOST_TEST(next == rows.size());
  }
}
