// SPDX-License-Identifier: Apache-2.0
// What the tests of this folder share: a schema to write queries against, and workloads parsed with their
// faults printed on failure.
#pragma once

#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <string>
#include <string_view>

#include "engine/query/parser.h"

namespace horatio::test {

// On one line, so that a query after it begins on line 2.
inline constexpr std::string_view kTrips =
    "STREAM trips (TYPE Request (district STRING, driver INT, rider INT, kind STRING, pool BOOL, due "
    "TIMESTAMP), "
    "TYPE Travel (district STRING, driver INT, rider INT, speed FLOAT, km DECIMAL(2)), "
    "TYPE Dropoff (district STRING, driver INT, rider INT, price DECIMAL(2)), TYPE Pause (minutes INT));\n";

inline std::string faults_text(const ParsedWorkload& parsed) {
  std::string text;
  for (const WorkloadFault& fault : parsed.faults) text += to_string(fault, "w.hql") + "\n";
  return text;
}

// REQUIRES: the text is in order.
inline Workload parsed(std::string_view text, TimeUnit unit = TimeUnit::kMillisecond) {
  ParsedWorkload result = parse_workload(text, unit);
  BOOST_REQUIRE_MESSAGE(result.faults.empty(), std::string(text) << "\n" << faults_text(result));
  return std::move(result.workload);
}

// One query over kTrips, its text from line 2 on.
inline Query query_of(std::string_view query, TimeUnit unit = TimeUnit::kMillisecond) {
  Workload workload = parsed(std::string(kTrips) + std::string(query), unit);
  BOOST_REQUIRE_EQUAL(workload.queries.size(), 1);
  return std::move(workload.queries.front());
}

// Of a random test; HORATIO_SEED in the environment gives another run. Printed with every failure.
inline std::uint64_t seed() {
  const char* text = std::getenv("HORATIO_SEED");
  return text == nullptr ? 1 : std::strtoull(text, nullptr, 10);
}

}  // namespace horatio::test
