// SPDX-License-Identifier: Apache-2.0
#include "engine/bench/shared_kleene.h"

#include <memory>
#include <utility>

namespace horatio::bench {
namespace {

constexpr std::int64_t kValues = 100;

// Nothing: all events of B.
std::int64_t least_of(std::size_t query, std::size_t queries, SharedPredicates predicates) {
  switch (predicates) {
    case SharedPredicates::kOutliers:
      return is_outlier(query) ? 10 : 0;
    case SharedPredicates::kOwn:
      return static_cast<std::int64_t>(query) * kValues / static_cast<std::int64_t>(queries);
    default:
      return 0;
  }
}

}  // namespace

Stream shared_stream(std::size_t cycles, std::size_t others, std::size_t run, Timestamp period) {
  Stream stream;
  Dice dice(7);
  for (std::size_t cycle = 0; cycle < cycles; ++cycle) {
    for (std::size_t i = 0; i < others + run; ++i) {
      const auto type = static_cast<TypeId>(i < others ? dice.below(kPrefixes) : std::int64_t{kSharedType});
      // The values of B do not disturb those of the others when runs grow.
      const std::int64_t v =
          i < others ? dice.below(kValues) : static_cast<std::int64_t>((cycle * 37 + i * 61) % kValues);
      stream.push_back(
          {static_cast<Timestamp>(cycle) * period + static_cast<Timestamp>(i), type, false, v, 0});
    }
  }
  return stream;
}

SharedWorkload shared_workload(std::size_t queries, SharedPredicates predicates, Timestamp window) {
  SharedWorkload workload{schema_text(kPrefixes + 1), {}};
  for (std::size_t i = 0; i < queries; ++i) {
    const auto prefix = static_cast<TypeId>(i % kPrefixes);
    const auto least = static_cast<std::int64_t>(i / kPrefixes);
    const std::int64_t least_b = least_of(i, queries, predicates);
    Chain chain{
        {{prefix, false, [least](const Event& event) { return event.v >= least; }}, {kSharedType, true}},
        window};
    std::string where = " WHERE T" + std::to_string(prefix) + ".v >= " + std::to_string(least);
    if (predicates == SharedPredicates::kOwn || least_b != 0) {
      chain.steps[1].holds = [least_b](const Event& event) { return event.v >= least_b; };
      where += " AND T" + std::to_string(kSharedType) + ".v >= " + std::to_string(least_b);
    }
    workload.text += "QUERY q" + std::to_string(i) + " RETURN COUNT(*) PATTERN " + pattern_text(chain) +
                     where + " WITHIN " + std::to_string(window) + " MILLISECONDS NUMBERS APPROX;\n";
    workload.queries.push_back(std::move(chain));
  }
  return workload;
}

Answers answers_of(const SharedWorkload& workload, const Stream& stream) {
  Answers answers;
  for (std::size_t i = 0; i < workload.queries.size(); ++i) {
    add_counts<Wide>(workload.queries[i], stream, static_cast<QueryId>(i), Numbers::kApprox, answers);
  }
  return answers;
}

Case shared_case(const std::string& name, const SharedWorkload& workload, const Stream& stream) {
  const auto input = std::make_shared<std::vector<Delivery>>(deliver(stream, kPrefixes + 1));
  return {name, workload.text, input, stream.size(), {}};
}

std::vector<Case> checked_under(const Suite& suite, std::initializer_list<Strategy> strategies,
                                const Case& of, const Answers& answers) {
  std::vector<Case> cases;
  for (const Strategy strategy : strategies) {
    Case& under = cases.emplace_back(of);
    under.variant += std::string(" ") + name_of(strategy);
    under.options.strategy = strategy;
    suite.check(under, answers);
  }
  return cases;
}

bool is_outlier(std::size_t query) { return query % 10 == 9 || query == 1; }

std::string name_of_queries(std::size_t queries) {
  return std::to_string(queries) + (queries == 1 ? " query" : " queries");
}

}  // namespace horatio::bench
