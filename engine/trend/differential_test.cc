// SPDX-License-Identifier: Apache-2.0
// The engine against the oracle on random workloads and streams, with every strategy. A failure prints its
// seed; to run it again:
//   differential_test -- --seed N --seeds 1        (or HORATIO_SEED, HORATIO_SEEDS in the environment)
// Otherwise it goes on until it has compared --pairs pairs of a query and a stream.
#include <array>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <iostream>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/plan/engine.h"
#include "engine/query/parser.h"
#include "engine/trend/oracle/oracle.h"
#include "engine/trend/testing/comparison.h"
#include "engine/trend/testing/delivery.h"
#include "engine/trend/testing/seed_option.h"
#include "engine/trend/testing/stream_generator.h"
#include "engine/trend/testing/workload_generator.h"

using namespace horatio;
using namespace horatio::oracle;

namespace {

constexpr std::uint64_t kPairs = 10'000;
constexpr Limits kLimits{11, 20'000};
constexpr std::size_t kStreams = 2;  // of a workload

struct Totals {
  std::uint64_t seeds = 0, pairs = 0, with_rows = 0, rows = 0, events = 0;
  std::uint64_t queries = 0, refused = 0;       // before the workloads were taken
  std::uint64_t deliveries = 0, not_taken = 0;  // by strategy
};

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

bool is_refused(const Workload& workload, const Query& query) {
  Workload alone = workload;
  alone.queries = {query};
  const auto engine = Engine::make(std::make_shared<const Workload>(std::move(alone)), {});
  if (engine) return false;
  const ErrorCode code = engine.error().code;
  const bool may = code == ErrorCode::kTooLarge || code == ErrorCode::kInvalidClause;
  BOOST_TEST_REQUIRE(may, engine.error().message << "\n" << query.canonical);
  return true;
}

// Without the queries that the engine refuses: rule 3 allows it for ambiguous aliases and for many states.
void leave_out_refused(Workload& workload, Totals& totals) {
  totals.queries += workload.queries.size();
  if (Engine::make(std::make_shared<const Workload>(workload), {})) return;
  const Workload whole = workload;
  totals.refused +=
      std::erase_if(workload.queries, [&](const Query& query) { return is_refused(whole, query); });
}

// The same windows by an offset that is negative or past the slide: rule 2 takes it modulo the slide.
void shift_offsets(Workload& workload, std::mt19937_64& random) {
  for (Query& query : workload.queries) {
    if (query.window && !query.window->of_events)
      query.window->offset += query.window->slide * (static_cast<std::int64_t>(random() % 7) - 3);
  }
}

// Twice the time between any two events.
void spread(std::vector<PlainEvent>& events) {
  for (PlainEvent& event : events) {
    event.time = saturating_later(events.front().time, 2 * (event.time - events.front().time));
  }
}

struct Stream {
  std::vector<PlainEvent> events;
  Answer expected;
};

// A stream that brute force can answer: it is spread, then cut, until it is one. Now and then it is long,
// which small windows allow.
Stream choose_stream(const Workload& workload, std::mt19937_64& random) {
  const bool windowed =
      std::ranges::all_of(workload.queries, [](const Query& q) { return q.window.has_value(); });
  const bool is_long = windowed && random() % 50 == 0;
  Stream stream;
  stream.events = random_stream(workload.schema, is_long ? 100 + random() % 400 : 4 + random() % 30, random);
  for (int attempt = 0;; ++attempt) {
    auto answered = answer(workload, stream.events, kLimits);
    if (answered) {
      stream.expected = std::move(*answered);
      return stream;
    }
    BOOST_TEST_REQUIRE((answered.error().code == ErrorCode::kLimitExceeded), answered.error().message);
    if (is_long && attempt < 4) {
      spread(stream.events);
    } else {
      stream.events.resize(stream.events.size() * 4 / 5);
    }
  }
}

// Against the oracle, then now and then against another delivery of the same stream.
std::string compare(const std::shared_ptr<const Workload>& workload, const Stream& stream,
                    const DeliveryOptions& options, std::mt19937_64& random, Totals& totals) {
  ++totals.deliveries;
  const Delivered delivered = deliver(workload, stream.events, random, options);
  std::string wrong = difference(*workload, stream.expected, delivered);
  const bool repeats = !options.may_change_strategy && !options.engine.random_decisions;
  if (wrong.empty() && repeats && random() % 4 == 0) {
    ++totals.deliveries;
    wrong = difference(*workload, delivered, deliver(workload, stream.events, random, options));
  }
  if (wrong.empty()) return wrong;
  return wrong + "\nexpected:\n" + describe(*workload, stream.expected.rows) + "found:\n" +
         describe(*workload, delivered.rows);
}

void compare(const std::shared_ptr<const Workload>& workload, const Stream& stream, std::uint64_t seed,
             std::mt19937_64& random, Totals& totals) {
  for (const Strategy strategy : kStrategies) {
    DeliveryOptions options;
    constexpr std::array<std::int64_t, 3> kPaneWindows{1, 2, 8};
    options.engine.pane_windows = kPaneWindows[random() % kPaneWindows.size()];
    options.engine.strategy = strategy;
    options.engine.block_queries = random() % 2 == 0 ? 2 : 8;
    if (strategy == Strategy::kHamlet && random() % 2 == 0) options.engine.random_decisions = random();
    options.may_change_strategy = random() % 3 == 0;
    if (!Engine::make(workload, options.engine)) {
      ++totals.not_taken;
      continue;
    }
    const std::string wrong = compare(workload, stream, options, random, totals);
    if (wrong.empty()) continue;
    std::string text = canonical_text(workload->schema);
    for (const Query& query : workload->queries) text.append("\n").append(query.canonical);
    BOOST_TEST_REQUIRE(false, "seed " << seed << ", strategy " << name_of(strategy) << ": " << wrong << text
                                      << "\n"
                                      << describe(workload->schema, stream.events));
  }
}

void run(std::uint64_t seed, Totals& totals) {
  std::mt19937_64 random(seed);
  ++totals.seeds;
  Workload chosen = parse(text_of(random_workload(random)));
  leave_out_refused(chosen, totals);
  if (chosen.queries.empty()) return;
  shift_offsets(chosen, random);
  const auto workload = std::make_shared<const Workload>(std::move(chosen));
  for (std::size_t i = 0; i < kStreams; ++i) {
    const Stream stream = choose_stream(*workload, random);
    compare(workload, stream, seed, random, totals);
    std::vector<bool> has_rows(workload->queries.size());
    for (const Row& row : stream.expected.rows) has_rows[row.query] = true;
    totals.with_rows += static_cast<std::uint64_t>(std::ranges::count(has_rows, true));
    totals.rows += stream.expected.rows.size();
    totals.events += stream.events.size();
    totals.pairs += workload->queries.size();
  }
}

}  // namespace

BOOST_AUTO_TEST_CASE(engine_and_oracle_agree_on_random_workloads_and_streams) {
  const std::uint64_t first = seed_option("--seed", "HORATIO_SEED", 1);
  const std::uint64_t seeds = seed_option("--seeds", "HORATIO_SEEDS", UINT64_MAX);
  const std::uint64_t pairs = seed_option("--pairs", "HORATIO_PAIRS", kPairs);
  Totals totals;
  for (std::uint64_t i = 0; i < seeds && totals.pairs < pairs; ++i) run(first + i, totals);
  std::cout << totals.pairs << " pairs of a query and a stream from seeds " << first << " to "
            << first + totals.seeds - 1 << "; " << totals.with_rows << " of them with rows, " << totals.rows
            << " rows, " << totals.events << " events, " << totals.deliveries << " deliveries; "
            << totals.refused << " of " << totals.queries << " queries refused, " << totals.not_taken
            << " workloads not taken by a strategy\n";
  if (totals.pairs < 1'000) return;
  BOOST_TEST(totals.with_rows * 3 > totals.pairs);  // the generators do not miss the point
  BOOST_TEST(totals.refused * 20 < totals.queries);
}
