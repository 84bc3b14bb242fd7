// SPDX-License-Identifier: Apache-2.0
// Edge predicates over streams far longer than brute force can answer: the engine against a recurrence over
// all pairs of events, on big integers.
#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <random>
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

constexpr const char* kSchema =
    "STREAM s (TYPE T (v INT, w INT, s STRING), TYPE N (v INT, w INT, s STRING), TYPE E (v INT, w INT, s "
    "STRING));\n";

struct Row {
  TypeId type = 0;
  Timestamp time = 0;
  std::optional<std::int64_t> v;
  std::int64_t w = 0;
  std::string s;
};

struct Condition {
  std::string text;  // of places T and LATER
  std::function<bool(const Row&, const Row&)> holds;
  std::string plan;  // what explain says of it
};

const std::vector<Condition> kConditions = {
    {"T.v < NEXT(LATER).v", [](const Row& a, const Row& b) { return a.v && b.v && *a.v < *b.v; },
     "ordered index on T.v"},
    {"T.v - 3 >= NEXT(LATER).v", [](const Row& a, const Row& b) { return a.v && b.v && *a.v - 3 >= *b.v; },
     "ordered index on T.v"},
    {"T.v >= NEXT(LATER).v - 4 AND T.v <= NEXT(LATER).v + 9",
     [](const Row& a, const Row& b) { return a.v && b.v && *a.v >= *b.v - 4 && *a.v <= *b.v + 9; },
     "ordered index on T.v"},
    {"T.w = NEXT(LATER).w", [](const Row& a, const Row& b) { return a.w == b.w; }, "hash on T.w"},
    {"T.s = NEXT(LATER).s", [](const Row& a, const Row& b) { return a.s == b.s; }, "hash on T.s"},
    {"T.s = NEXT(LATER).s AND T.w + 1 = NEXT(LATER).w",
     [](const Row& a, const Row& b) { return a.s == b.s && a.w + 1 == b.w; }, "hash on T.s, T.w"},
    {"T.w = NEXT(LATER).w AND T.v > NEXT(LATER).v",
     [](const Row& a, const Row& b) { return a.w == b.w && a.v && b.v && *a.v > *b.v; },
     "hash on T.w with ordered index on T.v"},
    {"NEXT(LATER).TIME - T.TIME <= 40 MILLISECONDS",
     [](const Row& a, const Row& b) { return b.time - a.time <= 40; }, "ordered index on T.TIME"},
    {"T.w = NEXT(LATER).w AND T.v + T.w < NEXT(LATER).v",
     [](const Row& a, const Row& b) { return a.w == b.w && a.v && b.v && *a.v + a.w < *b.v; },
     "hash on T.w with scan"},
    {"T.w <> NEXT(LATER).w", [](const Row& a, const Row& b) { return a.w != b.w; }, "scan"},
};

std::string text_of(std::string condition, const std::string& later) {
  for (std::size_t at = 0; (at = condition.find("LATER")) != std::string::npos;)
    condition.replace(at, 5, later);
  return condition;
}

struct Sums {
  cpp_int trends = 0, events = 0, sum = 0;
  std::optional<std::int64_t> least, greatest;

  void add(const Sums& other) {
    trends += other.trends;
    events += other.events;
    sum += other.sum;
    if (other.least) least = std::min(least.value_or(*other.least), *other.least);
    if (other.greatest) greatest = std::max(greatest.value_or(*other.greatest), *other.greatest);
  }
  void append(const Row& row) {
    events += trends;
    if (!row.v) return;
    sum += trends * *row.v;
    least = std::min(least.value_or(*row.v), *row.v);
    greatest = std::max(greatest.value_or(*row.v), *row.v);
  }
};

// Of trends T+ in which the condition holds between neighbours, by their last event.
std::vector<Sums> runs_of(const std::vector<Row>& rows, const Condition& condition) {
  std::vector<Sums> ends(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].type != 0) continue;
    ends[i].trends = 1;
    for (std::size_t j = 0; j < i && rows[j].time < rows[i].time; ++j) {
      if (rows[j].type == 0 && condition.holds(rows[j], rows[i])) ends[i].add(ends[j]);
    }
    ends[i].append(rows[i]);
  }
  return ends;
}

Sums total(const std::vector<Sums>& ends) {
  Sums sum;
  for (const Sums& end : ends) sum.add(end);
  return sum;
}

// Of SEQ(T+, NOT N, E) with the condition between T's neighbours and between the last T and E.
Sums stopped_by_n(const std::vector<Row>& rows, const Condition& condition) {
  const std::vector<Sums> ends = runs_of(rows, condition);
  Sums sum;
  for (std::size_t e = 0; e < rows.size(); ++e) {
    if (rows[e].type != 2) continue;
    Timestamp latest = INT64_MIN;  // of an N before the E
    for (std::size_t j = 0; j < e && rows[j].time < rows[e].time; ++j) {
      if (rows[j].type == 1) latest = rows[j].time;
    }
    for (std::size_t j = 0; j < e && rows[j].time < rows[e].time; ++j) {
      if (rows[j].type == 0 && rows[j].time >= latest && condition.holds(rows[j], rows[e])) sum.add(ends[j]);
    }
  }
  return sum;
}

std::vector<Row> random_rows(std::size_t count, unsigned others, std::mt19937_64& random) {
  const std::vector<std::string> names{"", "north", "south", "a text that does not fit in place by far",
                                       "east"};
  std::vector<Row> rows;
  Timestamp time = 1000;
  for (std::size_t i = 0; i < count; ++i) {
    if (random() % 4 != 0) ++time;
    const TypeId type = random() % 100 < others ? static_cast<TypeId>(1 + random() % 2) : TypeId{0};
    Row row{type, time, std::nullopt, static_cast<std::int64_t>(random() % 12),
            names[random() % names.size()]};
    if (random() % 20 != 0) row.v = static_cast<std::int64_t>(random() % 200) - 100;
    rows.push_back(std::move(row));
  }
  return rows;
}

std::vector<PlainEvent> events_of(const std::vector<Row>& rows) {
  std::vector<PlainEvent> events;
  for (const Row& row : rows) {
    events.push_back({row.type, row.time, {row.v ? Value(*row.v) : Value(), Value(row.w), Value(row.s)}});
  }
  return events;
}

std::shared_ptr<const Workload> parse(const std::string& text) {
  auto parsed = parse_workload(kSchema + text);
  BOOST_TEST_REQUIRE(parsed.faults.empty(), text);
  return std::make_shared<const Workload>(std::move(parsed.workload));
}

cpp_int number_of(const Cell& cell) {
  BOOST_TEST_REQUIRE((cell.status == CellStatus::kOk));
  if (const auto* natural = std::get_if<std::uint64_t>(&cell.value)) return *natural;
  if (const auto* integer = std::get_if<std::int64_t>(&cell.value)) return *integer;
  return cpp_int(std::get<std::string>(cell.value));
}

void check(const std::string& pattern, const std::string& where, const std::vector<Row>& rows,
           const Sums& expected, std::uint64_t seed) {
  const auto workload = parse("QUERY q RETURN COUNT(*), COUNT(T), SUM(T.v), MIN(T.v), MAX(T.v) PATTERN " +
                              pattern + " WHERE " + where + " NUMBERS EXACT;");
  std::mt19937_64 random(seed);
  const Delivered delivered = deliver(workload, events_of(rows), random);
  BOOST_TEST_REQUIRE(delivered.fault.empty(), delivered.fault);
  BOOST_TEST_REQUIRE(delivered.rows.size() == 1U);
  const std::vector<Cell>& cells = delivered.rows.front().cells;
  BOOST_TEST(number_of(cells[0]) == expected.trends, where);
  BOOST_TEST(number_of(cells[1]) == expected.events, where);
  BOOST_TEST(number_of(cells[2]) == expected.sum, where);
  BOOST_TEST(number_of(cells[3]) == *expected.least, where);
  BOOST_TEST(number_of(cells[4]) == *expected.greatest, where);
}

}  // namespace

BOOST_AUTO_TEST_CASE(edge_predicates_over_long_streams_are_exact) {
  for (std::size_t c = 0; c < kConditions.size(); ++c) {
    std::mt19937_64 random(c);
    const auto rows = random_rows(1000, 0, random);
    check("T+", text_of(kConditions[c].text, "T"), rows, total(runs_of(rows, kConditions[c])), c);
  }
}

// Windows of that many events leave memory for those after them.
BOOST_AUTO_TEST_CASE(edge_predicates_in_one_window_after_another_are_exact) {
  for (const std::size_t c : {0U, 2U, 6U}) {
    std::mt19937_64 random(200 + c);
    auto rows = random_rows(0, 0, random);
    std::vector<Sums> expected;
    for (std::int64_t window = 0; window < 4; ++window) {
      auto of_window = random_rows(window == 2 ? 100 : 800, 0, random);
      for (auto& row : of_window) row.time += window * 4000;
      expected.push_back(total(runs_of(of_window, kConditions[c])));
      rows.insert(rows.end(), of_window.begin(), of_window.end());
    }
    const auto workload = parse("QUERY q RETURN COUNT(*), COUNT(T), SUM(T.v) PATTERN T+ WHERE " +
                                text_of(kConditions[c].text, "T") + " WITHIN 4 SECONDS NUMBERS EXACT;");
    const Delivered delivered = deliver(workload, events_of(rows), random);
    BOOST_TEST_REQUIRE(delivered.fault.empty(), delivered.fault);
    BOOST_TEST_REQUIRE(delivered.rows.size() == expected.size());
    for (std::size_t window = 0; window < expected.size(); ++window) {
      const std::vector<Cell>& cells = delivered.rows[window].cells;
      BOOST_TEST(number_of(cells[0]) == expected[window].trends);
      BOOST_TEST(number_of(cells[1]) == expected[window].events);
      BOOST_TEST(number_of(cells[2]) == expected[window].sum);
    }
  }
}

BOOST_AUTO_TEST_CASE(edge_predicates_around_a_not_over_long_streams_are_exact) {
  for (std::size_t c = 0; c < kConditions.size(); ++c) {
    std::mt19937_64 random(100 + c);
    const auto rows = random_rows(800, 6, random);
    const std::string where = text_of(kConditions[c].text, "T") + " AND " + text_of(kConditions[c].text, "E");
    check("SEQ(T+, NOT N, E)", where, rows, stopped_by_n(rows, kConditions[c]), c);
  }
}

BOOST_AUTO_TEST_CASE(explain_says_which_index_serves) {
  for (const Condition& condition : kConditions) {
    const auto workload =
        parse("QUERY q RETURN COUNT(*) PATTERN T+ WHERE " + text_of(condition.text, "T") + ";");
    const std::string text = explain(*workload, {});
    BOOST_TEST(text.find("vertices, " + condition.plan + "\n") != std::string::npos, text);
  }
}

BOOST_AUTO_TEST_CASE(explain_says_scan_where_events_leave_or_places_are_told_apart_by_the_condition) {
  for (const std::string query :
       {"T+ WHERE T.v < NEXT(T).v MATCH NEXT", "T+ WHERE T.v < NEXT(T).v MATCH CONTIGUOUS",
        "SEQ(T+, T u) WHERE T.v < NEXT(u).v"}) {
    const std::string text = explain(*parse("QUERY q RETURN COUNT(*) PATTERN " + query + ";"), {});
    BOOST_TEST(text.find("vertices, scan\n") != std::string::npos, text);
  }
}
