// SPDX-License-Identifier: Apache-2.0
// Queries with the same keys share what they can, and that makes no difference to any of them.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <numeric>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "engine/plan/run_stream.h"

namespace horatio {
namespace {

using namespace run_stream;

std::string sharing(const std::vector<std::string>& queries, const EngineOptions& options = {}) {
  const std::string text = explain(*testing::workload_of(workload(queries)), options);
  const std::string_view title = "\nsharing groups";
  const std::size_t at = text.find(title);
  return at == std::string::npos ? "" : text.substr(text.find('\n', at + 1) + 1);
}

BOOST_AUTO_TEST_CASE(queries_with_the_same_keys_share_runs_whatever_else_they_ask) {
  BOOST_TEST(sharing({"COUNT(*) PATTERN A+ GROUP BY g WITHIN 4 MILLISECONDS NUMBERS APPROX",
                      "COUNT(*), SUM(A.v) PATTERN A+ GROUP BY g WITHIN 9 MILLISECONDS",
                      "COUNT(*), MIN(A.f) PATTERN SEQ(B, A+) GROUP BY g NUMBERS U64",
                      "AVG(A.f) PATTERN SEQ(A+, B) GROUP BY g"}) ==
             "  A by (g): q0, q1, q2, q3\n"
             "  B by (g): q2, q3\n");
}

BOOST_AUTO_TEST_CASE(different_predicates_are_classes_of_one_space) {
  BOOST_TEST(sharing({"COUNT(*) PATTERN A+ WHERE A.v > 3 GROUP BY g", "COUNT(*) PATTERN A+ GROUP BY g",
                      "SUM(A.v) PATTERN A+ WHERE A.v > 3 GROUP BY g NUMBERS APPROX",
                      "COUNT(*) PATTERN A+ WHERE A.v < 2 GROUP BY g"}) ==
             "  A by (g): q0, q1, q2, q3 (3 classes of predicates)\n");
}

BOOST_AUTO_TEST_CASE(queries_with_other_keys_have_spaces_of_their_own) {
  BOOST_TEST(sharing({"COUNT(*) PATTERN A+ GROUP BY g", "COUNT(*) PATTERN A+ GROUP BY v",
                      "COUNT(*) PATTERN A+ WHERE [g]", "COUNT(*) PATTERN A+", "MAX(A.v) PATTERN A+"}) ==
             "  A by (g): q0\n  A by (v): q1\n  A by (g): q2\n  A: q3, q4\n");
}

BOOST_AUTO_TEST_CASE(queries_that_want_the_arrival_stay_apart_from_those_that_want_an_order) {
  BOOST_TEST(sharing({"COUNT(*) PATTERN A+ NUMBERS APPROX", "COUNT(*) PATTERN A+ TIES ARRIVAL",
                      "COUNT(*) PATTERN A+", "COUNT(*) PATTERN A+ TIES ARRIVAL NUMBERS APPROX"}) ==
             "  A: q0, q2\n  A: q1, q3\n");
  // Without an order that is wanted they may be together.
  BOOST_TEST(sharing({"COUNT(*) PATTERN A+ TIES ARRIVAL", "COUNT(*) PATTERN A+"}) == "  A: q0, q1\n");
}

BOOST_AUTO_TEST_CASE(without_sharing_nothing_is_said_of_it) {
  BOOST_TEST(sharing({"COUNT(*) PATTERN A+", "COUNT(*) PATTERN A+ NUMBERS APPROX"}, never()) == "");
}

std::vector<std::string> of_all_numbers() {
  return {"COUNT(*) PATTERN A+ GROUP BY g WITHIN 80 MILLISECONDS SLIDE 20 MILLISECONDS NUMBERS APPROX",
          "SUM(A.v) PATTERN A+ GROUP BY g WITHIN 90 MILLISECONDS SLIDE 45 MILLISECONDS NUMBERS APPROX",
          "COUNT(*) PATTERN A+ WHERE A.v > 4 GROUP BY g WITHIN 80 MILLISECONDS NUMBERS APPROX",
          "COUNT(*) PATTERN A+ WHERE A.v < 7 GROUP BY g WITHIN 80 MILLISECONDS SLIDE 5 MILLISECONDS NUMBERS "
          "APPROX",
          "COUNT(*), SUM(A.v) PATTERN A+ GROUP BY g WITHIN 60 MILLISECONDS",
          "COUNT(*), AVG(A.f) PATTERN SEQ(B, A+) GROUP BY g WITHIN 70 MILLISECONDS SLIDE 10 MILLISECONDS "
          "NUMBERS U64",
          "COUNT(*) PATTERN SEQ(A+ x, A+ y) GROUP BY g WITHIN 60 MILLISECONDS NUMBERS APPROX"};
}

Events with_shuffled_ties(Events events, std::mt19937_64& random) {
  for (auto begin = events.begin(); begin != events.end();) {
    const auto end =
        std::find_if(begin, events.end(), [&](const auto& event) { return event.time != begin->time; });
    std::shuffle(begin, end, random);
    begin = end;
  }
  return events;
}

void check_shuffled(const std::vector<std::string>& queries, const Events& events, std::mt19937_64& random) {
  RowStream first(workload(queries));
  const Rows rows = first.send(events).end();
  for (int shuffle = 0; shuffle < 3; ++shuffle) {
    RowStream other(workload(queries));
    BOOST_TEST(other.send(with_shuffled_ties(events, random)).end() == rows,
               boost::test_tools::per_element());
  }
}

BOOST_AUTO_TEST_CASE(the_arrival_of_ties_makes_no_difference_to_a_bit) {
  std::mt19937_64 random(31);
  for (int stream = 0; stream < 10; ++stream)
    check_shuffled(of_all_numbers(), random_events(random, {200, 2 + random() % 30, 2 + random() % 4, 2, 9}),
                   random);
}

// Up to eight events of A at each time; one in `large_one_in` weighs nearly as much as there is room for.
Events heavy_ties(std::mt19937_64& random, std::uint64_t large_one_in) {
  Events events;
  for (Timestamp time = 1; time <= 200; ++time) {
    for (std::uint64_t ties = 1 + random() % 8; ties > 0; --ties) {
      const bool large = random() % large_one_in == 0;
      events.push_back(event("A", time, static_cast<std::int64_t>(large ? random() >> 3U : random() % 10)));
    }
  }
  return events;
}

// Runs end where the sums of EXACT queries have no room: which of several events of one time that is must not
// show in the others' numbers.
BOOST_AUTO_TEST_CASE(the_arrival_of_ties_makes_no_difference_where_large_weights_end_runs) {
  std::mt19937_64 random(32);
  for (int stream = 0; stream < 10; ++stream) {
    check_shuffled({"COUNT(*) PATTERN A+ GROUP BY g WITHIN 200 MILLISECONDS NUMBERS APPROX",
                    "SUM(A.v) PATTERN A+ GROUP BY g WITHIN 200 MILLISECONDS"},
                   heavy_ties(random, 20), random);
  }
}

// So it is with products of many ties of several classes.
BOOST_AUTO_TEST_CASE(the_arrival_of_ties_makes_no_difference_where_one_class_of_several_ends_runs) {
  std::mt19937_64 random(33);
  const std::string rest = " GROUP BY g WITHIN 200 MILLISECONDS NUMBERS APPROX";
  for (int stream = 0; stream < 300; ++stream) {
    check_shuffled({"COUNT(*) PATTERN A+ WHERE A.v > 2" + rest, "COUNT(*) PATTERN A+ WHERE A.v < 8" + rest},
                   heavy_ties(random, 1000), random);
  }
}

BOOST_AUTO_TEST_CASE(the_order_in_which_queries_are_registered_makes_no_difference_to_a_bit) {
  std::mt19937_64 random(34);
  std::vector<std::string> texts = of_all_numbers();
  for (std::size_t i = 0; i < texts.size(); ++i)
    texts[i] = "QUERY q" + std::to_string(i) + " RETURN " + texts[i] + ";";
  const auto in_order = [&] { return std::accumulate(texts.begin(), texts.end(), kSchema); };
  for (int stream = 0; stream < 8; ++stream) {
    const Events events = random_events(random, {200, 2 + random() % 30, 2 + random() % 4, 2, 9});
    RowStream first(in_order());
    const Rows rows = first.send(events).end();
    std::shuffle(texts.begin(), texts.end(), random);
    RowStream other(in_order());
    BOOST_TEST(other.send(events).end() == rows, boost::test_tools::per_element());
  }
}

}  // namespace
}  // namespace horatio
