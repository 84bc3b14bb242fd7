// SPDX-License-Identifier: Apache-2.0
// Random workloads as text, so that differential tests go through the parser: the cross product of all that
// an aggregation query can have.
#pragma once

#include <random>
#include <string>
#include <vector>

namespace horatio::oracle {

struct RandomWorkload {
  struct Query {
    std::string name;
    std::string text;
  };
  std::string schema;  // the STREAM
  std::vector<Query> queries;
};

// One to four queries. A few may be refused: an alias they aggregate is ambiguous, or their automaton has too
// many states. Names of keys begin with 'k'.
RandomWorkload random_workload(std::mt19937_64& random);

std::string text_of(const RandomWorkload& workload);

}  // namespace horatio::oracle
