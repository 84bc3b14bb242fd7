// SPDX-License-Identifier: Apache-2.0
// Strategies hamlet, always and auto, and hamlet with a coin instead of its decision, against the oracle,
// against never on long streams, and against themselves over other batches, partitions and restarts: who
// shares a burst must not show. A failure prints its seed; to run it again:
//   sharing_test -- --seed N --seeds 1        (or HORATIO_SEED, HORATIO_SEEDS in the environment)
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <iostream>
#include <iterator>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "engine/plan/engine.h"
#include "engine/query/parser.h"
#include "engine/trend/testing/burst_workload.h"
#include "engine/trend/testing/comparison.h"
#include "engine/trend/testing/delivery.h"
#include "engine/trend/testing/seed_option.h"

using namespace horatio;
using namespace horatio::oracle;

namespace {

constexpr std::uint64_t kSeeds = 1200;
using Shared = std::shared_ptr<const Workload>;

Shared parse(const std::string& text) {
  ParsedWorkload parsed = parse_workload(text);
  const std::string fault = parsed.faults.empty() ? "" : to_string(parsed.faults.front(), "workload");
  BOOST_TEST_REQUIRE(fault.empty(), fault << "\n" << text);
  return std::make_shared<const Workload>(std::move(parsed.workload));
}

struct Way {
  const char* name;
  Strategy strategy;
  bool random;
};
constexpr Way kWays[] = {{"hamlet", Strategy::kHamlet, false},
                         {"always", Strategy::kAlways, false},
                         {"auto", Strategy::kAuto, false},
                         {"hamlet by a coin", Strategy::kHamlet, true}};

DeliveryOptions options_of(const Way& way, std::mt19937_64& random) {
  DeliveryOptions options;
  options.engine.strategy = way.strategy;
  options.engine.block_queries = 2;
  if (way.random) options.engine.random_decisions = random();
  return options;
}

bool is_in_arrival_order(const Query& query) { return query.ties == Ties::kArrival; }

using Stream = std::vector<PlainEvent> (*)(std::size_t, std::mt19937_64&);

struct Kind {
  std::string (*workload)(BurstNumbers, std::mt19937_64&);
  Stream stream;
};
constexpr Kind kKinds[] = {
    {block_workload, block_stream}, {burst_workload, burst_stream}, {loop_workload, burst_stream}};

// Calls check(workload, stream, random, report): `stream` makes events that suit the workload, of which every
// third is one of blocks, every third one of loops with edge predicates.
template <class Check>
void for_seeds(std::uint64_t first, BurstNumbers numbers, Check check) {
  first = seed_option("--seed", "HORATIO_SEED", first);
  const std::uint64_t seeds = seed_option("--seeds", "HORATIO_SEEDS", kSeeds);
  for (std::uint64_t seed = first; seed < first + seeds; ++seed) {
    std::mt19937_64 random(seed);
    const Kind& kind = kKinds[seed % std::size(kKinds)];
    const std::string text = kind.workload(numbers, random);
    const Shared workload = parse(text);
    const Stream stream = kind.stream;
    const auto report = [&](const Way& way, const std::vector<PlainEvent>& events, const std::string& wrong) {
      BOOST_TEST_REQUIRE(wrong.empty(),
                         "seed " << seed << ", " << way.name << ": " << wrong << "\n"
                                 << text << (events.size() < 60 ? describe(workload->schema, events) : ""));
    };
    check(workload, stream, random, report);
  }
}

}  // namespace

BOOST_AUTO_TEST_CASE(bursts_shared_in_any_way_give_the_rows_of_the_oracle) {
  constexpr Limits kLimits{14, 60'000};
  std::uint64_t answered = 0;
  for_seeds(1, BurstNumbers::kAny,
            [&](const Shared& workload, Stream stream, std::mt19937_64& random, auto report) {
              const auto events = stream(4 + random() % 16, random);
              const auto expected = answer(*workload, events, kLimits);
              if (!expected) return;
              ++answered;
              for (const Way& way : kWays) {
                DeliveryOptions options = options_of(way, random);
                options.may_change_strategy = random() % 4 == 0;
                report(way, events,
                       difference(*workload, *expected, deliver(workload, events, random, options)));
              }
            });
  std::cout << answered << " workloads and streams against the oracle\n";
}

BOOST_AUTO_TEST_CASE(bursts_shared_in_any_way_give_the_rows_of_never_on_long_streams) {
  for_seeds(100'000, BurstNumbers::kExact,
            [&](const Shared& workload, Stream stream, std::mt19937_64& random, auto report) {
              const auto events = stream(100 + random() % 400, random);
              const Delivered never =
                  deliver(workload, events, random, options_of({"never", Strategy::kNever, false}, random));
              for (const Way& way : kWays) {
                DeliveryOptions options = options_of(way, random);
                options.may_change_strategy = random() % 4 == 0;
                report(way, events, difference(*workload, never, deliver(workload, events, random, options)));
              }
            });
}

BOOST_AUTO_TEST_CASE(floating_results_of_decisions_are_the_same_to_the_last_bit_over_batches_and_restarts) {
  for_seeds(200'000, BurstNumbers::kAny,
            [&](const Shared& workload, Stream stream, std::mt19937_64& random, auto report) {
              const auto events = stream(20 + random() % 100, random);
              for (const Way& way : {kWays[0], kWays[1], kWays[2]}) {
                const Delivered first = deliver(workload, events, random, options_of(way, random));
                report(way, events, first.fault);
                report(
                    way, events,
                    difference(*workload, first, deliver(workload, events, random, options_of(way, random))));
              }
            });
}

bool is_same(const trend::SharingCounts& left, const trend::SharingCounts& right) {
  return left.bursts == right.bursts && left.events == right.events &&
         left.shared_bursts == right.shared_bursts && left.split_bursts == right.split_bursts &&
         left.graphlets == right.graphlets && left.event_snapshots == right.event_snapshots &&
         left.shared_events == right.shared_events && left.single_events == right.single_events;
}

// Under TIES STRICT the events of one time are sorted by type before bursts are cut.
BOOST_AUTO_TEST_CASE(bursts_and_decisions_are_the_same_in_whatever_order_events_of_one_time_come) {
  std::uint64_t compared = 0, bursts = 0;
  for_seeds(400'000, BurstNumbers::kExact,
            [&](const Shared& workload, Stream stream, std::mt19937_64& random, auto report) {
              const auto events = stream(60, random);
              // Of loops with edge predicates it is learned over all partitions of an engine.
              if (std::any_of(workload->queries.begin(), workload->queries.end(), [](const Query& query) {
                    return is_in_arrival_order(query) || !query.edges.empty();
                  }))
                return;
              for (const Way& way : {kWays[0], kWays[1]}) {
                const Delivered one = deliver(workload, events, random, options_of(way, random));
                const Delivered other = deliver(workload, events, random, options_of(way, random));
                if (one.restarted || other.restarted) continue;
                ++compared;
                bursts += one.sharing.bursts;
                report(way, events, is_same(one.sharing, other.sharing) ? "" : "other bursts or decisions");
              }
            });
  std::cout << bursts << " bursts in " << compared << " pairs of deliveries\n";
  BOOST_TEST(bursts > 200U);
}

// One engine, one batch a run: the decisions themselves.
BOOST_AUTO_TEST_CASE(decisions_are_made_on_bursts_on_which_queries_disagree) {
  std::uint64_t shared = 0, split = 0, alone = 0, snapshots = 0;
  for_seeds(300'000, BurstNumbers::kExact,
            [&](const Shared& workload, Stream stream, std::mt19937_64& random, auto report) {
              const auto events = stream(60, random);
              const Delivered delivered = deliver(workload, events, random, options_of(kWays[0], random));
              report(kWays[0], events, delivered.fault);
              shared += delivered.sharing.shared_bursts;
              split += delivered.sharing.split_bursts;
              alone += delivered.sharing.bursts - delivered.sharing.shared_bursts;
              snapshots += delivered.sharing.event_snapshots;
            });
  std::cout << shared << " bursts shared, " << split << " of them split, " << alone << " not shared, "
            << snapshots << " event snapshots\n";
  BOOST_TEST(split > 100U);
  BOOST_TEST(shared > split + 100U);
  BOOST_TEST(alone > 100U);
  BOOST_TEST(snapshots > 30U);
}
