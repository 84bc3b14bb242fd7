// SPDX-License-Identifier: Apache-2.0
// Snapshots in the middle of a run that several queries share, and in the middle of a pane: restored into the
// same workload, and into others.
#include <algorithm>
#include <boost/crc.hpp>
#include <boost/test/unit_test.hpp>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "engine/plan/run_stream.h"

namespace horatio {
namespace {

using namespace run_stream;

// Slides that divide each other leave room for runs.
const std::string kFew = " GROUP BY g WITHIN 48 MILLISECONDS SLIDE 16 MILLISECONDS";
const std::string kMany = " GROUP BY g WITHIN 128 MILLISECONDS SLIDE 16 MILLISECONDS";

std::vector<std::string> approximate() {
  return {"COUNT(*), SUM(A.v) PATTERN A+" + kFew + " NUMBERS APPROX",
          "COUNT(*) PATTERN SEQ(B, A+) WHERE A.v > 3" + kMany + " NUMBERS APPROX",
          "COUNT(*) PATTERN A+ GROUP BY g WITHIN 128 MILLISECONDS SLIDE 1 MILLISECOND NUMBERS APPROX",
          "COUNT(*), AVG(A.f), MIN(A.v) PATTERN SEQ(A+, B)" + kFew,
          "COUNT(*) PATTERN SEQ(A+ x, A+ y)" + kMany + " NUMBERS APPROX",
          "COUNT(*) PATTERN (SEQ(A+, B))+" + kMany + " NUMBERS APPROX",
          "COUNT(*) PATTERN A+" + kMany + " NUMBERS APPROX TIES ARRIVAL"};
}

std::vector<std::string> exact() {
  return {"COUNT(*), SUM(A.v) PATTERN A+" + kFew,
          "COUNT(*), MIN(A.v) PATTERN SEQ(B, A+) WHERE A.v > 3" + kMany,
          "COUNT(*) PATTERN A+" + kMany,
          "COUNT(*), COUNT(A.v) PATTERN A+ WHERE A.v > 3" + kFew,
          "COUNT(*) PATTERN SEQ(A+ x, A+ y)" + kFew + " NUMBERS U64",
          "COUNT(*) PATTERN SEQ(B, A+)" + kMany};
}

Events stream_of(std::mt19937_64& random) {
  return random_events(random, {200, 2 + random() % 40, 2 + random() % 5, 1 + random() % 2, 9});
}

Timestamp middle(const Events& events, std::mt19937_64& random) {
  return events[events.size() / 4 + random() % (events.size() / 2)].time;
}

BOOST_AUTO_TEST_CASE(restarts_make_no_difference_to_a_bit) {
  std::mt19937_64 random(41);
  for (int round = 0; round < 40; ++round) {
    const Events events = stream_of(random);
    const std::string text = workload(some_of(approximate(), random));
    RowStream plain(text);
    const Rows rows = plain.send(events).end();
    std::string state;
    Rows before;
    Timestamp from = INT64_MIN;
    for (Timestamp until = 3; until < events.back().time;
         until += 1 + static_cast<Timestamp>(random() % 25)) {
      RowStream stream(text);
      if (!state.empty()) stream.restore(state, before);
      stream.send(events, from, until).advance(until);
      state = stream.snapshot();
      before = stream.rows();
      from = until;
    }
    RowStream last(text);
    last.restore(state, before).send(events, from, INT64_MAX);
    BOOST_TEST(last.end() == rows, boost::test_tools::per_element());
  }
}

// The first query takes no ties in a run, but it has no window before a B comes.
BOOST_AUTO_TEST_CASE(a_query_without_a_window_does_not_end_the_runs_of_others) {
  const std::string text = workload({"COUNT(*) PATTERN SEQ(B, A+ x, A+ y) WITHIN 48 MILLISECONDS",
                                     "COUNT(*), SUM(A.f) PATTERN A+ WHERE A.v > 3 WITHIN 48 MILLISECONDS"});
  const Events events{event("A", 1, 5), event("A", 2, 7), event("A", 2, 9), event("A", 3, 5),
                      event("A", 4, 8)};
  RowStream plain(text);
  const Rows rows = plain.send(events).end();
  RowStream before(text);
  before.send(events, INT64_MIN, 2).advance(2);
  RowStream after(text);
  after.restore(before.snapshot()).send(events, 2, INT64_MAX);
  BOOST_TEST(after.end() == rows, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(taking_a_snapshot_makes_no_difference_to_a_bit) {
  std::mt19937_64 random(42);
  for (int round = 0; round < 40; ++round) {
    const Events events = stream_of(random);
    const std::string text = workload(some_of(approximate(), random));
    RowStream plain(text), looked_at(text);
    plain.send(events);
    looked_at.send(events);
    for (Timestamp until = 3; until < events.back().time; until += 1 + static_cast<Timestamp>(random() % 9)) {
      looked_at.advance(until);
      looked_at.snapshot();
    }
    BOOST_TEST(looked_at.end() == plain.end(), boost::test_tools::per_element());
  }
}

// Rows of the first workload up to the snapshot, then those of the second.
Rows moved(const std::string& from, const std::string& to, const Events& events, Timestamp at,
           const EngineOptions& first_options = {}, const EngineOptions& second_options = {}) {
  RowStream first(from, first_options);
  first.send(events, INT64_MIN, at).advance(at);
  RowStream second(to, second_options);
  second.restore(first.snapshot(), first.rows()).send(events, at, INT64_MAX);
  return second.end();
}

// Start of the window of a row "name|start|...".
Timestamp start_of(const std::string& row) { return std::stoll(row.substr(row.find('|') + 1)); }

Rows that_begin_after(Rows rows, Timestamp time) {
  std::erase_if(rows, [&](const std::string& row) { return start_of(row) <= time; });
  return rows;
}

void check_added(const std::vector<std::string>& old, const std::string& added, const Events& events,
                 Timestamp at) {
  RowStream plain(workload(old));
  const Rows before = plain.send(events).end();
  std::vector<std::string> more = old;
  more.push_back(added);
  const Rows rows = moved(workload(old), workload(more), events, at);
  for (std::size_t i = 0; i < old.size(); ++i) {
    const std::string name = "q" + std::to_string(i);
    BOOST_TEST(of_query(rows, name) == of_query(before, name), boost::test_tools::per_element());
  }
  const std::string name = "q" + std::to_string(old.size());
  RowStream whole(workload(more));
  const Rows all = whole.send(events).end();
  BOOST_TEST(of_query(rows, name) == that_begin_after(of_query(all, name), at),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_new_query_counts_every_window_that_begins_after_the_restore) {
  std::mt19937_64 random(43);
  const std::vector<std::string> added{
      "COUNT(*) PATTERN A+ GROUP BY g WITHIN 3 MILLISECONDS",
      "COUNT(*), SUM(A.v) PATTERN A+ GROUP BY g WITHIN 4 MILLISECONDS SLIDE 1 MILLISECOND",
      "COUNT(*) PATTERN A+ WHERE A.v > 3 GROUP BY g WITHIN 5 MILLISECONDS",
      "COUNT(*) PATTERN SEQ(B, A+) WHERE A.v < 7 GROUP BY g WITHIN 16 MILLISECONDS SLIDE 1 MILLISECOND",
      "COUNT(*) PATTERN A+ WHERE A.v < NEXT(A).v GROUP BY g WITHIN 6 MILLISECONDS"};
  for (int round = 0; round < 25; ++round) {
    const Events events = stream_of(random);
    check_added(exact(), added[static_cast<std::size_t>(round) % added.size()], events,
                middle(events, random));
  }
}

// One run through all windows of the old queries: it would go on for long.
BOOST_AUTO_TEST_CASE(a_new_query_does_not_wait_for_the_end_of_an_old_run) {
  Events events;
  for (Timestamp time = 1; time <= 60; ++time) events.push_back(event("A", time, time % 7));
  for (const Timestamp at : {1, 9, 10, 30, 59}) {
    check_added({"COUNT(*) PATTERN A+ GROUP BY g WITHIN 1 SECOND"},
                "COUNT(*) PATTERN A+ GROUP BY g WITHIN 5 MILLISECONDS", events, at);
    check_added({"COUNT(*) PATTERN A+ WHERE A.v > 1 GROUP BY g WITHIN 1 SECOND"},
                "SUM(A.v) PATTERN A+ WHERE A.v > 1 GROUP BY g WITHIN 5 MILLISECONDS", events, at);
  }
}

// Rows of the queries of `names`, by their texts' new names.
void check_kept(const std::vector<std::string>& old, const std::vector<std::size_t>& kept,
                const std::vector<std::string>& fresh, const Events& events, Timestamp at) {
  RowStream plain(workload(old));
  const Rows rows = plain.send(events).end();
  std::string text = kSchema;
  for (const std::size_t i : kept) text += "QUERY q" + std::to_string(i) + " RETURN " + old[i] + ";";
  for (std::size_t i = 0; i < fresh.size(); ++i)
    text += "QUERY n" + std::to_string(i) + " RETURN " + fresh[i] + ";";
  const Rows after = moved(workload(old), text, events, at);
  for (const std::size_t i : kept) {
    const std::string name = "q" + std::to_string(i);
    BOOST_TEST(of_query(after, name) == of_query(rows, name), boost::test_tools::per_element());
  }
}

BOOST_AUTO_TEST_CASE(queries_go_on_unchanged_where_another_is_gone) {
  std::mt19937_64 random(44);
  for (int round = 0; round < 15; ++round) {
    const Events events = stream_of(random);
    std::vector<std::size_t> kept;
    for (std::size_t i = 0; i < exact().size(); ++i) {
      if (i != static_cast<std::size_t>(round) % exact().size()) kept.push_back(i);
    }
    check_kept(exact(), kept, {}, events, middle(events, random));
  }
}

// The first and the third count all events of A, the second and the fourth those above 3: then each of a
// class is with strangers, or alone.
BOOST_AUTO_TEST_CASE(queries_that_shared_a_class_go_on_where_they_no_longer_do) {
  std::mt19937_64 random(45);
  for (int round = 0; round < 12; ++round) {
    const Events events = stream_of(random);
    const Timestamp at = middle(events, random);
    check_kept(exact(), {0, 1}, {"COUNT(*) PATTERN A+ WHERE A.v > 5 GROUP BY g WITHIN 9 MILLISECONDS"},
               events, at);
    check_kept(exact(), {2, 3}, {"MAX(A.v) PATTERN SEQ(B, A+) GROUP BY g WITHIN 9 MILLISECONDS"}, events, at);
    check_kept(exact(), {3}, {}, events, at);
    check_kept(
        exact(), {0},
        {"COUNT(*) PATTERN A+ GROUP BY g TIES ARRIVAL", "COUNT(*) PATTERN A+ GROUP BY g WITHIN 9 EVENTS"},
        events, at);
  }
}

// An APPROX query wants an order that TIES ARRIVAL cannot have; without it both others are in one space.
BOOST_AUTO_TEST_CASE(runs_of_two_spaces_go_on_in_one) {
  std::mt19937_64 random(49);
  const std::vector<std::string> queries{
      "COUNT(*), SUM(A.v) PATTERN A+" + kFew, "COUNT(*) PATTERN A+" + kFew + " TIES ARRIVAL",
      "COUNT(*) PATTERN A+ GROUP BY g WITHIN 8 MILLISECONDS NUMBERS APPROX"};
  for (int round = 0; round < 40; ++round) {
    const Events events =
        random_events(random, {200, 2 + random() % 40, 2 + random() % 5, 1, INT64_MAX >> (random() % 60)});
    check_kept(queries, {0, 1}, {}, events, middle(events, random));
  }
}

// At 8 the run of the first and the third query is over, that of the second goes on.
void check_apart(const std::string& window) {
  Events events;
  for (const Timestamp time : {1, 2, 5, 9, 10, 12, 13, 21}) events.push_back(event("A", time));
  check_kept({"COUNT(*) PATTERN A+ GROUP BY g " + window,
              "COUNT(*) PATTERN A+ GROUP BY g WITHIN 48 MILLISECONDS TIES ARRIVAL",
              "COUNT(*) PATTERN A+ GROUP BY g WITHIN 8 MILLISECONDS NUMBERS APPROX"},
             {0, 1}, {}, events, 8);
}

BOOST_AUTO_TEST_CASE(a_run_of_another_space_is_not_counted_twice) { check_apart("WITHIN 48 MILLISECONDS"); }

BOOST_AUTO_TEST_CASE(a_run_of_another_space_does_not_keep_windows_from_opening) {
  check_apart("WITHIN 4 MILLISECONDS");
}

// Runs there end for want of room; a restored one must end at the same event.
BOOST_AUTO_TEST_CASE(restarts_make_no_difference_where_large_weights_end_runs) {
  std::mt19937_64 random(50);
  const std::string text = workload({"COUNT(*) PATTERN A+ WHERE A.v > 9" + kMany + " NUMBERS APPROX",
                                     "COUNT(*), SUM(A.v), MAX(A.v) PATTERN A+" + kFew});
  for (int round = 0; round < 20; ++round) {
    const Events events = random_events(random, {200, 40, 2 + random() % 3, 1, INT64_MAX >> (random() % 8)});
    RowStream plain(text);
    const Rows rows = plain.send(events).end();
    BOOST_TEST(moved(text, text, events, middle(events, random)) == rows, boost::test_tools::per_element());
  }
}

Rows sorted(Rows rows) {
  std::sort(rows.begin(), rows.end());
  return rows;
}

// That a window is empty is known, and told, only when a later one is not.
BOOST_AUTO_TEST_CASE(partitions_of_one_group_and_empty_windows_go_on_too) {
  std::mt19937_64 random(51);
  const std::string text = workload(
      {"COUNT(*) PATTERN A+ WHERE [v] WITHIN 32 MILLISECONDS SLIDE 16 MILLISECONDS EMIT EMPTY WINDOWS",
       "COUNT(*) PATTERN SEQ(B, A+) WHERE [v] WITHIN 128 MILLISECONDS SLIDE 16 MILLISECONDS",
       "COUNT(*) PATTERN A+ WHERE A.v > 1 WITHIN 5 MILLISECONDS EMIT EMPTY WINDOWS"});
  for (int round = 0; round < 12; ++round) {
    const Events events = random_events(random, {200, 2 + random() % 20, 3, 1 + random() % 7, 2});
    RowStream plain(text);
    const Rows rows = sorted(plain.send(events).end());
    const Timestamp at = middle(events, random);
    BOOST_TEST(sorted(moved(text, text, events, at)) == rows, boost::test_tools::per_element());
    BOOST_TEST(sorted(moved(text, text, events, at, {}, never())) == rows, boost::test_tools::per_element());
  }
}

BOOST_AUTO_TEST_CASE(state_moves_between_strategies_in_the_middle_of_runs_and_panes) {
  std::mt19937_64 random(46);
  for (int round = 0; round < 12; ++round) {
    const Events events = stream_of(random);
    RowStream plain(workload(exact()));
    const Rows rows = plain.send(events).end();
    const Timestamp at = middle(events, random);
    const std::string text = workload(exact());
    BOOST_TEST(moved(text, text, events, at, {}, never()) == rows, boost::test_tools::per_element());
    BOOST_TEST(moved(text, text, events, at, never(), {}) == rows, boost::test_tools::per_element());
    EngineOptions without_panes;
    without_panes.pane_windows = INT64_MAX;
    BOOST_TEST(moved(text, text, events, at, {}, without_panes) == rows, boost::test_tools::per_element());
    BOOST_TEST(moved(text, text, events, at, without_panes, {}) == rows, boost::test_tools::per_element());
  }
}

BOOST_AUTO_TEST_CASE(state_moves_to_another_strategy_and_back) {
  std::mt19937_64 random(47);
  for (int round = 0; round < 8; ++round) {
    const Events events = stream_of(random);
    const std::string text = workload(exact());
    RowStream plain(text);
    const Rows rows = plain.send(events).end();
    const Timestamp at = events[60].time;
    const Timestamp back = events[70 + random() % 60].time;
    RowStream first(text), second(text, never()), third(text);
    first.send(events, INT64_MIN, at).advance(at);
    second.restore(first.snapshot(), first.rows()).send(events, at, back).advance(back);
    third.restore(second.snapshot(), second.rows()).send(events, back, INT64_MAX);
    BOOST_TEST(third.end() == rows, boost::test_tools::per_element());
  }
}

std::string with_right_crc(std::string bytes) {
  boost::crc_optimal<32, 0x1EDC6F41, 0xFFFFFFFF, 0xFFFFFFFF, true, true> crc;
  crc.process_bytes(bytes.data(), bytes.size() - 8);
  const std::uint32_t sum = crc.checksum();
  bytes.replace(bytes.size() - 8, sizeof(sum), reinterpret_cast<const char*>(&sum), sizeof(sum));
  return bytes;
}

// Refused, or answered in some way: nothing may crash, run for ever or fill the memory.
BOOST_AUTO_TEST_CASE(a_damaged_run_or_pane_behind_a_right_crc_never_harms) {
  const std::string text =
      workload({"COUNT(*), SUM(A.v), MAX(A.v) PATTERN A+ WITHIN 40 MILLISECONDS",
                "AVG(A.f) PATTERN A+ WITHIN 40 MILLISECONDS NUMBERS U64",
                "COUNT(*) PATTERN SEQ(A+, B) WITHIN 40 MILLISECONDS SLIDE 4 MILLISECONDS"});
  Events events;
  for (Timestamp time = 1; time <= 38; ++time)
    events.push_back(event(time % 4 == 0 && time < 37 ? "B" : "A", time / 2 * 2, time));
  RowStream stream(text);
  const std::string bytes = stream.send(events).advance(38).snapshot();
  std::mt19937_64 random(48);
  for (std::size_t at = 8; at + 8 < bytes.size(); at += 1 + random() % 2) {
    for (const char value : {'\xFF', '\x7F', '\x01', '\x00'}) {
      std::string damaged = bytes;
      damaged[at] = value;
      damaged = with_right_crc(damaged);
      testing::TestStream other(text);
      if (!other.engine().restore(0, std::as_bytes(std::span(damaged))).ok()) continue;
      testing::RowText sink(other.workload());
      if (!other.engine().advance(kEndOfTime, 1000).ok()) continue;
      while (!other.engine().emit(sink, 100)) {
      }
    }
  }
  BOOST_TEST(bytes.size() > 500U);
}

}  // namespace
}  // namespace horatio
