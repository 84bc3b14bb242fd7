// SPDX-License-Identifier: Apache-2.0
// The engine against the oracle on random workloads and streams. A failure prints its seed; to run it again:
//   differential_test -- --seed N --count 1        (or HORATIO_SEED, HORATIO_COUNT in the environment)
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "engine/plan/engine.h"
#include "engine/query/parser.h"
#include "engine/trend/oracle.h"
#include "engine/trend/testing/comparison.h"
#include "engine/trend/testing/delivery.h"
#include "engine/trend/testing/stream_generator.h"
#include "engine/trend/testing/workload_generator.h"

using namespace horatio;
using namespace horatio::oracle;

namespace {

constexpr std::uint64_t kPairs = 3'000;  // workload and stream; of the short form
constexpr Limits kLimits{11, 20'000};

std::uint64_t option(std::string_view name, const char* variable, std::uint64_t otherwise) {
  const auto& suite = boost::unit_test::framework::master_test_suite();
  for (int i = 1; i + 1 < suite.argc; ++i) {
    if (name == suite.argv[i]) return std::strtoull(suite.argv[i + 1], nullptr, 10);
  }
  const char* set = std::getenv(variable);
  return set == nullptr ? otherwise : std::strtoull(set, nullptr, 10);
}

std::string faults_of(const ParsedWorkload& parsed) {
  std::string text;
  for (const WorkloadFault& fault : parsed.faults) text.append(to_string(fault, "workload")).append("\n");
  return text;
}

Workload parse(const std::string& text) {
  ParsedWorkload parsed = parse_workload(text);
  BOOST_TEST_REQUIRE(parsed.faults.empty(), faults_of(parsed) << text);
  return std::move(parsed.workload);
}

// The same windows by an offset that is negative or past the slide: rule 2 takes it modulo the slide.
void shift_offsets(Workload& workload, std::mt19937_64& random) {
  for (Query& query : workload.queries) {
    if (query.window)
      query.window->offset += query.window->slide * (static_cast<std::int64_t>(random() % 7) - 3);
  }
}

struct Pair {
  std::string text;
  std::shared_ptr<const Workload> workload;
  std::vector<PlainEvent> events;
  Answer expected;
  std::uint64_t refused = 0;  // workloads before this one that need more than 64 automaton states
};

// A random workload that the engine takes.
void choose_workload(Pair& pair, std::mt19937_64& random) {
  for (;; ++pair.refused) {
    pair.text = random_workload(random);
    Workload workload = parse(pair.text);
    shift_offsets(workload, random);
    pair.workload = std::make_shared<const Workload>(std::move(workload));
    const auto engine = Engine::make(pair.workload, {});
    if (engine.ok()) return;
    BOOST_TEST_REQUIRE((engine.error().code == ErrorCode::kTooLarge), engine.error().message << "\n"
                                                                                             << pair.text);
  }
}

// Twice the time between any two events.
void spread(std::vector<PlainEvent>& events) {
  for (PlainEvent& event : events) {
    event.time = saturating_later(events.front().time, 2 * (event.time - events.front().time));
  }
}

// The stream is spread, then cut, until brute force can answer it. Now and then it is long, which small
// windows allow.
Pair make_pair(std::mt19937_64& random) {
  Pair pair;
  choose_workload(pair, random);
  const bool windowed =
      std::ranges::all_of(pair.workload->queries, [](const Query& q) { return q.window.has_value(); });
  const bool is_long = windowed && random() % 10 == 0;
  pair.events =
      random_stream(pair.workload->schema, is_long ? 200 + random() % 700 : 4 + random() % 45, random);
  for (int attempt = 0;; ++attempt) {
    auto answered = answer(*pair.workload, pair.events, kLimits);
    if (answered) {
      pair.expected = std::move(*answered);
      return pair;
    }
    BOOST_TEST_REQUIRE((answered.error().code == ErrorCode::kLimitExceeded), answered.error().message);
    if (is_long && attempt < 4) {
      spread(pair.events);
    } else {
      pair.events.resize(pair.events.size() * 4 / 5);
    }
  }
}

}  // namespace

BOOST_AUTO_TEST_CASE(engine_and_oracle_agree_on_random_workloads_and_streams) {
  const std::uint64_t first = option("--seed", "HORATIO_SEED", 1);
  const std::uint64_t count = option("--count", "HORATIO_COUNT", kPairs);
  std::uint64_t rows = 0, with_rows = 0, refused = 0, events = 0;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    std::mt19937_64 random(seed);
    const Pair pair = make_pair(random);
    const Delivered delivered = deliver(pair.workload, pair.events, random);
    const std::string wrong = difference(*pair.workload, pair.expected, delivered);
    BOOST_TEST_REQUIRE(wrong.empty(), "seed " << seed << ": " << wrong << "\n"
                                              << pair.text << describe(pair.workload->schema, pair.events)
                                              << "expected:\n"
                                              << describe(*pair.workload, pair.expected.rows) << "found:\n"
                                              << describe(*pair.workload, delivered.rows));
    rows += pair.expected.rows.size();
    refused += pair.refused;
    events += pair.events.size();
    with_rows += pair.expected.rows.empty() ? 0 : 1;
  }
  BOOST_TEST_MESSAGE(count << " pairs, " << events << " events, " << with_rows << " of them with rows, "
                           << rows << " rows; " << refused << " workloads too large");
  if (count < 100) return;
  BOOST_TEST(with_rows * 2 > count);  // the generators do not miss the point
  BOOST_TEST(refused * 20 < count);
}
