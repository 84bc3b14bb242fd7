// SPDX-License-Identifier: Apache-2.0
// Strategies against each other on streams that no brute force can answer, counted modulo p = 2^61 - 1: whole
// windows of thousands of events, of which EXACT counts have thousands of bits. `never` against `auto`,
// running sums against vertices, indexes against scans, and residues against EXACT numbers where those are
// affordable. A failure prints its seed; to run it again:
//   modular_test -- --seed N --seeds 1        (or HORATIO_SEED, HORATIO_SEEDS in the environment)
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <iostream>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "engine/plan/engine.h"
#include "engine/query/parser.h"
#include "engine/trend/testing/comparison.h"
#include "engine/trend/testing/delivery.h"
#include "engine/trend/testing/residues.h"
#include "engine/trend/testing/seed_option.h"
#include "engine/trend/testing/stream_generator.h"
#include "engine/trend/testing/true_edges.h"
#include "engine/trend/testing/workload_generator.h"

using namespace horatio;
using namespace horatio::oracle;

namespace {

constexpr std::uint64_t kSeeds = 40;
using Shared = std::shared_ptr<const Workload>;

struct Counted {
  std::uint64_t pairs = 0, with_rows = 0, rows = 0, events = 0;
  std::size_t digits = 0;  // of the longest EXACT number
};

// Without local predicates, so that more events are of one run; with the number of trends alone.
void simplify(Workload& workload, std::mt19937_64& random) {
  const bool no_predicates = random() % 2 == 0;
  const bool only_trends = random() % 3 == 0;
  for (Query& query : workload.queries) {
    if (no_predicates) query.local.clear();
    if (only_trends) query.aggregates = {{Aggregate::Function::kCountTrends, 0, 0, "COUNT(*)"}};
  }
}

// Many windows hold an event, as where panes pay.
void overlap_more(Workload& workload, std::mt19937_64& random) {
  const std::int64_t windows = 3 + static_cast<std::int64_t>(random() % 40);
  for (Query& query : workload.queries) {
    if (query.window) query.window->slide = std::max<std::int64_t>(1, query.window->size / windows);
  }
}

// Nothing if the engine refuses all its queries.
std::optional<Workload> random_modular(std::mt19937_64& random) {
  ParsedWorkload parsed = parse_workload(text_of(random_workload(random)));
  BOOST_TEST_REQUIRE(parsed.faults.empty());
  Workload workload = std::move(parsed.workload);
  std::erase_if(workload.queries, [&](const Query& query) {
    return !Engine::make(
        std::make_shared<const Workload>(Workload{.schema = workload.schema, .queries = {query}}), {});
  });
  const std::int64_t widths[] = {20, 200, 1000};
  make_modular(workload, widths[random() % 3]);
  simplify(workload, random);
  if (random() % 3 == 0) overlap_more(workload, random);
  return workload.queries.empty() ? std::nullopt : std::optional(std::move(workload));
}

// The most windows of a query that hold an event.
std::size_t overlap(const Workload& workload) {
  std::int64_t most = 1;
  for (const Query& query : workload.queries) {
    if (query.window) most = std::max(most, query.window->size / query.window->slide);
  }
  return static_cast<std::size_t>(most);
}

bool mentions(const Workload& workload, const std::string& plan) {
  return explain(workload, {}).find(plan) != std::string::npos;
}

// As long as its slowest query can take: an event costs so many additions, or a look at an index, or one at
// every earlier event.
std::vector<PlainEvent> long_stream(const Workload& workload, std::mt19937_64& random) {
  const bool scans = mentions(workload, "vertices, scan") || mentions(workload, "with scan");
  const std::size_t most = scans ? 1'500 : mentions(workload, "vertices") ? 5'000 : 30'000;
  const std::size_t events = most / 3 + random() % (2 * most / 3);
  return random_stream(workload.schema, overlap(workload) > 8 ? events / 6 : events, random);
}

Delivered run(const Shared& workload, const std::vector<PlainEvent>& events, Strategy strategy, bool modulo_p,
              std::mt19937_64& random) {
  DeliveryOptions options;
  options.engine.strategy = strategy;
  options.engine.modulo_p = modulo_p;
  options.engine.pane_windows = random() % 2 == 0 ? 2 : 8;
  options.may_change_strategy = random() % 4 == 0;
  return deliver(workload, events, random, options);
}

void report(const std::string& what, const std::string& wrong, std::uint64_t seed, const Workload& workload) {
  if (wrong.empty()) return;
  // The canonical texts are of the queries as they were before they were changed for this test.
  BOOST_TEST_REQUIRE(false, "seed " << seed << ", " << what << ": " << wrong << "\n"
                                    << explain(workload, {}));
}

void count(const Workload& workload, const std::vector<PlainEvent>& events, const Delivered& found,
           Counted& counted) {
  counted.pairs += workload.queries.size();
  std::vector<bool> has_rows(workload.queries.size());
  for (const DeliveredRow& row : found.rows) {
    has_rows[row.query] = true;
    for (const Cell& cell : row.cells) {
      const auto* text = std::get_if<std::string>(&cell.value);
      counted.digits = std::max(counted.digits, text == nullptr ? 0 : text->size());
    }
  }
  counted.with_rows += static_cast<std::uint64_t>(std::ranges::count(has_rows, true));
  counted.rows += found.rows.size();
  counted.events += events.size();
}

void never_against_auto(const Workload& chosen, std::uint64_t seed, std::mt19937_64& random,
                        Counted& counted) {
  const auto workload = std::make_shared<const Workload>(chosen);
  const auto events = long_stream(chosen, random);
  const Delivered never = run(workload, events, Strategy::kNever, true, random);
  report("never", never.fault, seed, chosen);
  const Delivered shared = run(workload, events, Strategy::kAuto, true, random);
  report("never and auto", difference(chosen, never, shared), seed, chosen);
  count(chosen, events, never, counted);
}

// Against the same queries with an edge predicate that always holds.
void against_vertices(const Workload& chosen, TrueEdge kind, std::uint64_t seed, std::mt19937_64& random,
                      Counted& counted) {
  Workload changed = chosen;
  if (add_true_edges(changed, kind, random) == 0) return;
  const auto events = long_stream(changed, random);
  const Delivered plain =
      run(std::make_shared<const Workload>(chosen), events, Strategy::kAuto, true, random);
  report("auto", plain.fault, seed, chosen);
  const Delivered vertices =
      run(std::make_shared<const Workload>(changed), events, Strategy::kNever, true, random);
  report("auto and vertices", difference(chosen, plain, vertices), seed, changed);
  count(chosen, events, plain, counted);
}

void against_exact(const Workload& chosen, std::uint64_t seed, std::mt19937_64& random, Counted& counted) {
  auto events = long_stream(chosen, random);
  events.resize(std::min<std::size_t>(events.size(), 1'000 + random() % 4'000));
  const auto parts = std::make_shared<const Workload>(with_parts_of_averages(chosen));
  const Delivered exact = run(parts, events, Strategy::kNever, false, random);
  const Strategy strategy = random() % 2 == 0 ? Strategy::kNever : Strategy::kAuto;
  const Delivered modular = run(std::make_shared<const Workload>(chosen), events, strategy, true, random);
  report("residues of EXACT numbers", residue_difference(chosen, exact, modular), seed, chosen);
  count(chosen, events, exact, counted);
}

template <class Check>
Counted for_seeds(std::uint64_t first, const std::string& what, Check check) {
  first = seed_option("--seed", "HORATIO_SEED", first);
  const std::uint64_t seeds = seed_option("--seeds", "HORATIO_SEEDS", kSeeds);
  Counted counted;
  for (std::uint64_t seed = first; seed < first + seeds; ++seed) {
    std::mt19937_64 random(seed);
    if (const auto workload = random_modular(random)) check(*workload, seed, random, counted);
  }
  std::cout << what << ": " << counted.pairs << " pairs of a query and a stream from seeds " << first
            << " to " << first + seeds - 1 << "; " << counted.with_rows << " of them with rows, "
            << counted.rows << " rows, " << counted.events << " events\n";
  if (counted.pairs >= 80) BOOST_TEST(2 * counted.with_rows > counted.pairs);
  return counted;
}

}  // namespace

BOOST_AUTO_TEST_CASE(never_and_auto_agree_modulo_p_on_long_streams) {
  for_seeds(1, "never and auto", never_against_auto);
}

BOOST_AUTO_TEST_CASE(running_sums_and_ordered_indexes_agree_modulo_p_on_long_streams) {
  for_seeds(10'001, "auto and ordered indexes", [](auto& workload, auto seed, auto& random, auto& counted) {
    against_vertices(workload, TrueEdge::kTime, seed, random, counted);
  });
}

BOOST_AUTO_TEST_CASE(running_sums_and_hashes_agree_modulo_p_on_long_streams) {
  for_seeds(20'001, "auto and hashes", [](auto& workload, auto seed, auto& random, auto& counted) {
    against_vertices(workload, TrueEdge::kKey, seed, random, counted);
  });
}

BOOST_AUTO_TEST_CASE(running_sums_and_indexes_agree_with_scans_modulo_p) {
  for_seeds(30'001, "auto and scans", [](auto& workload, auto seed, auto& random, auto& counted) {
    against_vertices(workload, TrueEdge::kOpaque, seed, random, counted);
  });
}

BOOST_AUTO_TEST_CASE(residues_are_those_of_exact_numbers) {
  const Counted counted = for_seeds(40'001, "residues and EXACT numbers", against_exact);
  std::cout << "EXACT numbers of up to " << counted.digits << " digits\n";
}
