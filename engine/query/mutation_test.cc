// SPDX-License-Identifier: Apache-2.0
// Random damage to valid workloads: never a crash, always a workload or faults with a place inside the text.
#include <algorithm>
#include <random>

#include "engine/query/parsing_check.h"
#include "engine/query/random_query.h"
#include "engine/query/test_workloads.h"

using namespace horatio;

namespace {

constexpr std::string_view kQueries =
    "QUERY a RETURN COUNT(*) AS n PATTERN SEQ(Request R, (SEQ(Travel+ T, Pause))+)\n"
    "WHERE [driver] AND (T.speed < 1.5e3 OR NOT T.km IN (1, -2)) AND R.kind = 'it''s' GROUP BY district\n"
    "WITHIN 30 MINUTES SLIDE 90 SECONDS OFFSET 1 HOUR TIES ARRIVAL NUMBERS U64; -- comment\n"
    "QUERY \"b c\" RETURN COUNT(*), SUM(T.km), FREQUENCY DISTINCT PATTERN A* OR NOT B{2,3} AND ANY(2 OF C, "
    "D)\n"
    "WHERE T.x BETWEEN 1 AND 2 AND NEXT(T).TIME - T.TIME <= 60 SECONDS AND DISTINCT T.y HAVING COUNT(*) > 3\n"
    "MATCH CONTIGUOUS EMIT PARTIAL AFTER MATCH SKIP TO FIRST x LIMIT 3; /* comment */ LATENCY BOUND 1 "
    "SECOND;";

std::string damaged(std::string text, std::mt19937_64& random) {
  const auto place = [&] { return random() % (text.size() + 1); };
  constexpr std::string_view kSpice = "();,.'\"[]{}+*?-/<>=\n\t 0x\xC3\x80\xFF";
  for (std::size_t edits = random() % 6 + 1; edits > 0; --edits) {
    const std::size_t at = place();
    switch (random() % 5) {
      case 0:
        text.insert(text.begin() + static_cast<std::ptrdiff_t>(at), kSpice[random() % kSpice.size()]);
        break;
      case 1:
        text.erase(at, random() % 10);
        break;
      case 2:
        if (at < text.size()) text[at] = static_cast<char>(random() % 256);
        break;
      case 3:
        text.insert(at, text.substr(place(), random() % 40));
        break;
      default:
        text.resize(std::max(at, text.size() / 2));
    }
  }
  return text;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_damaged_workload_gives_faults_or_a_workload) {
  const std::uint64_t seed = test::seed();
  BOOST_TEST_MESSAGE("seed " << seed);
  std::mt19937_64 random(seed);
  for (std::uint64_t i = 0; i < 10000; ++i) {
    const std::string queries = i % 2 == 0 ? std::string(kQueries) : test::QueryWriter(seed + i).query();
    const std::string text = damaged(std::string(test::kTrips) + queries, random);
    BOOST_TEST_CONTEXT("seed " << seed << "\n" << text) BOOST_REQUIRE_EQUAL(test::check_parsing(text), "");
  }
}
