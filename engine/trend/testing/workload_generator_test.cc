// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/testing/workload_generator.h"

#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <random>
#include <string>

#include "engine/query/parser.h"

using namespace horatio;

namespace {

std::string faults_of(const ParsedWorkload& parsed) {
  std::string text;
  for (const WorkloadFault& fault : parsed.faults) text.append(to_string(fault, "workload")).append("\n");
  return text;
}

}  // namespace

BOOST_AUTO_TEST_CASE(every_random_workload_is_accepted_and_its_canonical_text_parses_to_itself) {
  for (std::uint64_t seed = 1; seed <= 2'000; ++seed) {
    std::mt19937_64 random(seed);
    const std::string text = text_of(oracle::random_workload(random));
    const ParsedWorkload parsed = parse_workload(text);
    BOOST_TEST_REQUIRE(parsed.faults.empty(), faults_of(parsed) << text);
    for (const Query& query : parsed.workload.queries) {
      std::string again = canonical_text(parsed.workload.schema);
      again.append("\n").append(query.canonical);
      const ParsedWorkload second = parse_workload(again);
      BOOST_TEST_REQUIRE(second.faults.empty(), faults_of(second) << again);
      BOOST_TEST_REQUIRE(second.workload.queries.size() == 1U);
      BOOST_TEST(second.workload.queries.front().canonical == query.canonical, text);
    }
  }
}
