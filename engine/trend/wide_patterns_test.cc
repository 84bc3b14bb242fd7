// SPDX-License-Identifier: Apache-2.0
// Patterns of few automaton states that are large in other ways: many guards in one step, local conditions,
// NOTs, places. The engine's answers by hand and against the oracle's, on random streams.
#include <array>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "engine/plan/engine.h"
#include "engine/query/parser.h"
#include "engine/trend/oracle/oracle.h"
#include "engine/trend/testing/comparison.h"
#include "engine/trend/testing/delivery.h"

using namespace horatio;
using namespace horatio::oracle;

namespace {

// Event types A to L, with v INT.
std::string schema() {
  std::string text = "STREAM s (";
  for (char type = 'A'; type <= 'L'; ++type) {
    text += type == 'A' ? "TYPE " : ", TYPE ";
    (text += type) += " (v INT)";
  }
  return text + ");\n";
}

std::string number(std::size_t value) { return std::to_string(value); }

// A pattern with what follows it.
struct Wide {
  std::string pattern, where;
};

std::shared_ptr<const Workload> parse(const Wide& wide, const std::string& clauses) {
  std::string text = schema() + "QUERY q RETURN COUNT(*) PATTERN " + wide.pattern;
  if (!wide.where.empty()) text += " WHERE " + wide.where;
  auto parsed = parse_workload(text + " " + clauses + ";");
  for (const WorkloadFault& fault : parsed.faults) BOOST_TEST_MESSAGE(to_string(fault, "workload"));
  BOOST_TEST_REQUIRE(parsed.faults.empty(), text);
  return std::make_shared<const Workload>(std::move(parsed.workload));
}

PlainEvent event(char type, Timestamp time, std::int64_t v = 0) {
  return {static_cast<TypeId>(type - 'A'), time, {Value(v)}};
}

using Events = std::vector<PlainEvent>;

// COUNT(*) over the whole input, by every strategy.
std::uint64_t count(const Wide& wide, const Events& events, const std::string& clauses = "") {
  std::vector<std::uint64_t> counts;
  for (const Strategy strategy : {Strategy::kNever, Strategy::kAuto, Strategy::kEnumerate}) {
    std::mt19937_64 random(1);
    DeliveryOptions options;
    options.engine.strategy = strategy;
    const Delivered delivered = deliver(parse(wide, clauses), events, random, options);
    BOOST_TEST_REQUIRE(delivered.fault.empty(), delivered.fault);
    counts.push_back(
        delivered.rows.empty() ? 0 : std::get<std::uint64_t>(delivered.rows.front().cells.front().value));
    BOOST_TEST(counts.back() == counts.front());
  }
  return counts.front();
}

constexpr std::array<const char*, 6> kVariants{"",
                                               "MATCH NEXT",
                                               "MATCH CONTIGUOUS",
                                               "COUNT BINDINGS",
                                               "COUNT BINDINGS MATCH NEXT",
                                               "WITHIN 8 MILLISECONDS SLIDE 4 MILLISECONDS TIES ARRIVAL"};

// Each variant that is not refused, on random streams, with every strategy. Returns how many answers had
// rows.
std::size_t agree(const Wide& wide, const std::function<Events(std::mt19937_64&)>& stream,
                  std::size_t most_refused = 0) {
  std::size_t with_rows = 0, refused = 0;
  for (const char* variant : kVariants) {
    const auto workload = parse(wide, variant);
    if (const auto engine = Engine::make(workload, {}); !engine) {
      BOOST_TEST(++refused <= most_refused, variant << ": " << engine.error().message);
      continue;
    }
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
      std::mt19937_64 random(seed);
      const Events events = stream(random);
      const auto expected = answer(*workload, events);
      BOOST_TEST_REQUIRE(expected.ok());
      with_rows += expected->rows.empty() ? 0 : 1;
      for (const Strategy strategy : {Strategy::kNever, Strategy::kAuto, Strategy::kEnumerate}) {
        DeliveryOptions options;
        options.engine.strategy = strategy;
        const std::string wrong =
            difference(*workload, *expected, deliver(workload, events, random, options));
        BOOST_TEST_REQUIRE(wrong.empty(), variant << ", seed " << seed << ": " << wrong
                                                  << describe(workload->schema, events));
      }
    }
  }
  return with_rows;
}

// `size` events, now and then two of one time.
template <class Next>
Events random_events(std::size_t size, std::mt19937_64& random, const Next& next) {
  Events events;
  Timestamp time = 0;
  for (std::size_t i = 0; i < size; ++i) {
    time += random() % 5 == 0 ? 0 : 1;
    events.push_back(next(time));
  }
  return events;
}

// C, then after a stretch without an A of v = 1 ... k: D with v = k, then the k-th of E to L as often. Every
// D that may come has a condition of its own: without A of v = 1 to k, for k up to `depth`.
Wide nested_nots(std::size_t depth) {
  std::string nested;
  Wide wide;
  for (std::size_t k = depth; k > 0; --k) {
    const char then = static_cast<char>('E' + k % 8);
    const std::string leaf = "SEQ(D d" + number(k) + ", " + then + " e" + number(k) + ")";
    nested =
        "SEQ(NOT A a" + number(k) + ", " + (nested.empty() ? leaf : "(" + leaf + " OR " + nested + ")") + ")";
    wide.where += (wide.where.empty() ? "a" : " AND a") + number(k) + ".v = " + number(k);
  }
  wide.pattern = "SEQ(C, " + nested + ")";
  return wide;
}

BOOST_AUTO_TEST_CASE(a_step_with_twelve_guards_is_answered_if_few_outcomes_can_occur) {
  // After an A of v = 9 the innermost eight remain: of E to L each k from 1 to 8 takes one.
  const Wide wide = nested_nots(12);
  Events events{event('C', 1), event('A', 2, 9), event('D', 3)};
  for (char type = 'E'; type <= 'L'; ++type) events.push_back(event(type, 4 + type - 'E'));
  BOOST_TEST(count(wide, events) == 8U);
  events[1] = event('A', 2, 13);  // 9 to 12 go with F, G, H, I once more: trends count once
  BOOST_TEST(count(wide, events) == 8U);
  BOOST_TEST(count(wide, events, "COUNT BINDINGS") == 12U);
  events[1] = event('A', 2, 3);
  BOOST_TEST(count(wide, events) == 2U);
  events[1] = event('A', 2, 1);
  BOOST_TEST(count(wide, events) == 0U);
}

BOOST_AUTO_TEST_CASE(steps_with_many_guards_agree_with_the_oracle) {
  const auto stream = [](std::mt19937_64& random) {
    return random_events(11, random, [&random](Timestamp time) {
      const auto kind = random() % 8;
      if (kind < 2) return event('C', time);
      if (kind < 4) return event('D', time);
      if (kind < 5) return event('A', time, static_cast<std::int64_t>(3 + random() % 11));
      return event(static_cast<char>('E' + random() % 8), time);
    });
  };
  BOOST_TEST(agree(nested_nots(12), stream, 1) > 60U);  // pairs of bindings are of more than 64 states
}

// Chains of six A after each of C to H, with a NOT of A before each: 72 conditions on A, 42 states.
Wide many_conditions(bool with_edge) {
  Wide wide;
  for (std::size_t k = 0; k < 6; ++k) {
    wide.pattern += (k == 0 ? "SEQ(" : " OR SEQ(") + std::string(1, static_cast<char>('C' + k));
    for (std::size_t s = 0; s < 6; ++s) {
      const std::string name = number(6 * k + s);
      wide.pattern += ", NOT A n" + name + ", A a" + name;
      wide.where += (wide.where.empty() ? "n" : " AND n") + name + ".v = " + number(12 * k + 2 * s);
      wide.where += " AND a" + name + ".v > " + number(12 * k + 2 * s);
    }
    wide.pattern += ")";
  }
  if (with_edge) wide.where += " AND a33.v <> NEXT(a34).v";
  return wide;
}

BOOST_AUTO_TEST_CASE(more_than_64_conditions_on_places_of_one_type_are_answered) {
  // After H: each A above 60, 62, ... 70 in turn.
  const Wide wide = many_conditions(false);
  const auto chain = [](std::int64_t last) {
    Events events{event('H', 0)};
    for (std::int64_t s = 0; s < 5; ++s) events.push_back(event('A', s + 1, 61 + 2 * s));
    events.push_back(event('A', 6, last));
    return events;
  };
  BOOST_TEST(count(wide, chain(71)) == 1U);
  BOOST_TEST(count(wide, chain(69)) == 0U);
  // An A of 70 may stand for the fifth, and an occurrence of the NOT before the last: with the fifth at one
  // time it does not lie between; behind it, it stops it, and is the fifth after any four of the five.
  Events stopped = chain(71);
  stopped.insert(stopped.begin() + 6, event('A', 5, 70));
  BOOST_TEST(count(wide, stopped) == 2U);
  stopped[6].time = 6;
  stopped.back().time = 7;
  BOOST_TEST(count(wide, stopped) == 5U);
}

BOOST_AUTO_TEST_CASE(many_conditions_on_places_of_one_type_agree_with_the_oracle) {
  const auto stream = [](std::mt19937_64& random) {
    Events events = random_events(12, random, [&random](Timestamp time) {
      return event('A', time, static_cast<std::int64_t>(58 + random() % 20));
    });
    events.front() = event('H', events.front().time);
    return events;
  };
  BOOST_TEST(agree(many_conditions(false), stream) > 20U);
  BOOST_TEST(agree(many_conditions(true), stream) > 20U);
}

// Two places after conditions of 63 NOTs that decide nothing, since D goes on as well: running sums.
Wide idle_conditions() {
  Wide wide;
  for (std::size_t i = 0; i < 63; ++i) {
    wide.pattern += "SEQ(C c" + number(i) + ", NOT A n" + number(i) + ") OR ";
    wide.where += "n" + number(i) + ".v = " + number(i) + " AND ";
  }
  wide.pattern = "SEQ((" + wide.pattern + "C), A x+, A y, A z)";
  wide.where += "x.v > 2 AND y.v > 4 AND z.v > 6";
  return wide;
}

BOOST_AUTO_TEST_CASE(running_sums_know_conditions_past_the_sixty_fourth) {
  // Of v = 3, 5, 7, 7: x takes one or two, then y one that is above 4, z one of 7.
  const Wide wide = idle_conditions();
  BOOST_TEST(explain(*parse(wide, ""), {}).find("running sums") != std::string::npos);
  Events events{event('C', 0), event('A', 1, 3), event('A', 2, 5), event('A', 3, 7), event('A', 4, 7)};
  // (3; 5; 7), (3; 5; 7'), (3; 7; 7'), (5; 7; 7'), (3 5; 7; 7')
  BOOST_TEST(count(wide, events) == 5U);
  const auto stream = [](std::mt19937_64& random) {
    return random_events(9, random, [&random](Timestamp time) {
      return random() % 4 == 0 ? event('C', time) : event('A', time, static_cast<std::int64_t>(random() % 9));
    });
  };
  BOOST_TEST(agree(wide, stream, 2) > 20U);
}

// 70 NOTs before B, each of another v.
Wide many_nots(bool with_edge) {
  Wide wide{"SEQ(A a+", with_edge ? "a.v < NEXT(b).v" : ""};
  for (std::size_t i = 0; i < 70; ++i) {
    wide.pattern += ", NOT C n" + number(i);
    wide.where += (wide.where.empty() ? "n" : " AND n") + number(i) + ".v = " + number(i);
  }
  wide.pattern += ", B b, NOT D)";
  return wide;
}

BOOST_AUTO_TEST_CASE(more_than_64_nots_are_answered) {
  const Wide wide = many_nots(false);
  BOOST_TEST(count(wide, {event('A', 1), event('C', 2, 69), event('B', 3)}) == 0U);
  BOOST_TEST(count(wide, {event('A', 1), event('C', 2, 64), event('B', 3)}) == 0U);
  BOOST_TEST(count(wide, {event('A', 1), event('C', 2, 70), event('B', 3)}) == 1U);
  BOOST_TEST(count(wide, {event('A', 1), event('B', 3), event('D', 4)}) == 0U);
  // After C only the A behind it goes on to B: that one, and both.
  BOOST_TEST(count(wide, {event('A', 1), event('C', 2, 69), event('A', 3), event('B', 4)}) == 2U);
}

BOOST_AUTO_TEST_CASE(many_nots_agree_with_the_oracle) {
  const auto stream = [](std::mt19937_64& random) {
    return random_events(11, random, [&random](Timestamp time) {
      const auto kind = random() % 16;
      if (kind == 0) return event('D', time);
      if (kind < 5) return event('C', time, static_cast<std::int64_t>(60 + random() % 14));
      return event(kind < 10 ? 'A' : 'B', time, static_cast<std::int64_t>(random() % 4));
    });
  };
  BOOST_TEST(agree(many_nots(false), stream) > 60U);
  BOOST_TEST(agree(many_nots(true), stream) > 60U);
}

// A counts unless each of 70 NOTs FOR some time fails; those up to the 64th fail for any B.
Wide many_lasting_nots() {
  Wide wide;
  for (std::size_t i = 0; i < 70; ++i) {
    const std::string name = number(i);
    wide.pattern += (i == 0 ? "SEQ(A a" : " OR SEQ(A a") + name + ", NOT B n" + name + " FOR " +
                    number(i < 64 ? 8 : i - 62) + " MILLISECONDS)";
    wide.where +=
        (i == 0 ? "n" : " AND n") + name + (i < 64 ? ".v >= " : ".v <> ") + number(i < 64 ? 0 : i - 64);
  }
  return wide;
}

BOOST_AUTO_TEST_CASE(more_than_64_nots_for_some_time_are_answered) {
  // NOT B FOR 2 of v <> 0 to NOT B FOR 7 of v <> 5: a B of v = 1 at once leaves the second, one of v = 9
  // after 3 the first.
  const Wide wide = many_lasting_nots();
  BOOST_TEST(count(wide, {event('A', 1), event('B', 2, 9)}) == 0U);
  BOOST_TEST(count(wide, {event('A', 1), event('B', 2, 1)}) == 1U);
  BOOST_TEST(count(wide, {event('A', 1), event('B', 2, 1), event('B', 3, 2)}) == 0U);
  BOOST_TEST(count(wide, {event('A', 1), event('B', 4, 9)}) == 1U);
}

BOOST_AUTO_TEST_CASE(many_nots_for_some_time_agree_with_the_oracle) {
  const auto stream = [](std::mt19937_64& random) {
    return random_events(10, random, [&random](Timestamp time) {
      return random() % 3 != 0 ? event('A', time) : event('B', time, static_cast<std::int64_t>(random() % 7));
    });
  };
  BOOST_TEST(agree(many_lasting_nots(), stream, 2) > 60U);
}

BOOST_AUTO_TEST_CASE(a_not_of_more_than_64_steps_needs_all_of_them) {
  Wide wide{"SEQ(A, NOT SEQ(C c0", ""};
  for (std::size_t i = 1; i < 70; ++i) wide.pattern += ", C c" + number(i);
  wide.pattern += "), B)";
  Events events{event('A', 0)};
  for (Timestamp i = 1; i <= 69; ++i) events.push_back(event('C', i));
  events.push_back(event('B', 100));
  BOOST_TEST(count(wide, events) == 1U);
  events.insert(events.end() - 1, event('C', 70));
  BOOST_TEST(count(wide, events) == 0U);
}

BOOST_AUTO_TEST_CASE(more_than_1024_places_are_answered_if_they_are_of_few_states) {
  // 17 times one of 64 alternatives: 1,088 places. Of 18 A one is left out.
  Wide wide{"(A a0", ""};
  for (std::size_t i = 1; i < 64; ++i) wide.pattern += " OR A a" + number(i);
  wide.pattern += "){17}";
  Events events;
  for (Timestamp i = 0; i < 18; ++i) events.push_back(event('A', i));
  BOOST_TEST(count(wide, events) == 18U);
}

BOOST_AUTO_TEST_CASE(a_part_that_can_be_empty_may_be_repeated_any_number_of_times) {
  const Wide wide{"(A*){1,4000000000}", ""};
  BOOST_TEST(count(wide, {event('A', 1), event('A', 2), event('A', 3)}) == 7U);
  const Wide both{"SEQ(C, ((A a OR B b)*){70}, C c)", "a.v < NEXT(b).v"};
  const auto stream = [](std::mt19937_64& random) {
    return random_events(9, random, [&random](Timestamp time) {
      return event(static_cast<char>('A' + random() % 3), time, static_cast<std::int64_t>(random() % 3));
    });
  };
  BOOST_TEST(agree(both, stream, 2) > 60U);
}

BOOST_AUTO_TEST_CASE(each_of_many_times_a_part_that_cannot_be_empty_is_a_state) {
  for (const char* pattern : {"A{65}", "A{1,1000}", "(A?){65}", "(A OR B){100,}"}) {
    const auto engine = Engine::make(parse({pattern, ""}, ""), {});
    BOOST_TEST_REQUIRE(!engine.ok());
    BOOST_TEST((engine.error().code == ErrorCode::kTooLarge));
  }
  BOOST_TEST(Engine::make(parse({"(A?){64}", ""}, ""), {}).ok());
}

}  // namespace
