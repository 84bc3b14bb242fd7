// SPDX-License-Identifier: Apache-2.0
// k queries SEQ(Ti, B+) on one shared Kleene type B, as the benchmarks of sharing have them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include "engine/bench/chain.h"
#include "engine/bench/suite.h"

namespace horatio::bench {

inline constexpr std::size_t kPrefixes = 10;  // types T0 to T9
inline constexpr TypeId kSharedType = kPrefixes;

// On the events of B, whose values are from 0 to 99.
enum class SharedPredicates : std::uint8_t {
  kNone,
  kOutliers,  // every tenth query leaves out the events of value 0 to 9
  kOwn,       // every query has a threshold of its own
};

struct NamedPredicates {
  SharedPredicates predicates;
  const char* name;
};
inline constexpr NamedPredicates kSharedPredicates[] = {
    {SharedPredicates::kNone, "no predicates on B"},
    {SharedPredicates::kOutliers, "a tenth of the queries leaves out a tenth of B"},
    {SharedPredicates::kOwn, "own predicates on B"}};

// Cycles of `period` time units, each with `others` events of the prefix types and a run of B.
Stream shared_stream(std::size_t cycles, std::size_t others, std::size_t run, Timestamp period);

struct SharedWorkload {
  std::string text;
  std::vector<Chain> queries;
};

// COUNT(*) under NUMBERS APPROX. No two queries are equal: they differ in the prefix type or in a threshold
// on it.
SharedWorkload shared_workload(std::size_t queries, SharedPredicates predicates, Timestamp window);

Answers answers_of(const SharedWorkload& workload, const Stream& stream);

// REQUIRES: the stream is of prefix types and B.
Case shared_case(const std::string& name, const SharedWorkload& workload, const Stream& stream);

// The case under each of the strategies, which its variant names then; all checked.
std::vector<Case> checked_under(const Suite& suite, std::initializer_list<Strategy> strategies,
                                const Case& of, const Answers& answers);

// Of kOutliers: every tenth query, and the second so that few have one as well.
bool is_outlier(std::size_t query);

std::string name_of_queries(std::size_t queries);

}  // namespace horatio::bench
