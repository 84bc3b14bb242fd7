// SPDX-License-Identifier: Apache-2.0
#include <boost/test/unit_test.hpp>
#include <set>

#include "engine/bench/hamlet/arrivals.h"
#include "engine/bench/hamlet/bursts.h"
#include "engine/bench/hamlet/data_sets.h"
#include "engine/bench/hamlet/experiment.h"
#include "engine/query/parser.h"

namespace horatio::bench::figures {
namespace {

// "AABA" as rows of one key, a second apart.
Data letters(const std::string& text) {
  Data data{"letters", "text", {"A", "B", "C"}, {"key", "x", "y", "z"}, {}};
  for (std::size_t i = 0; i < text.size(); ++i) {
    data.rows.push_back({static_cast<Timestamp>(i) * kSecond, static_cast<TypeId>(text[i] - 'A'), {}});
  }
  return data;
}

Queries after_a(std::size_t count) {
  KleeneQuery query;
  query.before = {0};
  query.kleene = {1};
  return Queries(count, query);
}

BOOST_AUTO_TEST_CASE(a_burst_ends_at_other_types_of_its_queries_and_at_the_end_of_a_pane) {
  const Bursts bursts = bursts_of(letters("ABBCBABBB"), after_a(2), 7 * kSecond);
  BOOST_TEST(bursts.count == 3U);
  BOOST_TEST(bursts.events == 6U);
  BOOST_TEST(bursts_of(letters("ABB"), after_a(1), kMinute).count == 0U);
}

BOOST_AUTO_TEST_CASE(the_last_event_that_contributes_is_the_newest_that_can_end_a_trend) {
  Queries queries = after_a(1);
  queries[0].conditions = {{1, 0, true, 5}};
  Data data = letters("ABBBA");
  data.rows[3].values[0] = 7;
  BOOST_TEST(Arrivals(data, queries).last({0, 0, 0, 0}) == 2 * kSecond);
}

BOOST_AUTO_TEST_CASE(slots_hold_all_rows_of_their_span_and_the_last_one_ends_the_stream) {
  const Data data = letters("ABCABCA");
  const std::vector<Slot> slots = cut(data, 3 * kSecond);
  BOOST_REQUIRE(slots.size() == 3U);
  BOOST_TEST(slots[0].rows.size() == 3U);
  BOOST_TEST(slots[0].watermark == 3 * kSecond - 1);
  BOOST_TEST(slots[2].rows.size() == 1U);
  BOOST_TEST(slots[2].watermark == kEndOfTime);
}

BOOST_AUTO_TEST_CASE(a_stream_is_sped_up_to_the_events_per_minute_that_are_asked_for) {
  Data data = letters("ABABABABABAB");
  speed_up(data, 60.0);
  BOOST_TEST(data.rows.back().time < 12 * kSecond);
  speed_up(data, 6.0);
  BOOST_TEST(data.rows.back().time >= 100 * kSecond);
}

BOOST_AUTO_TEST_CASE(the_workloads_are_valid_and_no_query_of_one_is_there_twice) {
  Settings settings;
  settings.shortened = true;
  for (const Experiment& experiment : experiments(settings)) {
    const Data data = experiment.data(100);
    const ParsedWorkload parsed = parse_workload(workload_text(data, experiment.queries(100, data), "EXACT"));
    BOOST_TEST(parsed.faults.empty());
    std::set<std::string> texts;
    for (const Query& query : parsed.workload.queries)
      texts.insert(query.canonical.substr(query.name.size() + 6));
    BOOST_TEST(texts.size() == 100U, data.name);
  }
}

}  // namespace
}  // namespace horatio::bench::figures
