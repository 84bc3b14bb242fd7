// SPDX-License-Identifier: Apache-2.0
// For tests of the language's rules: queries over types A, B, C, N, M and X, each answered with and without
// sharing.
#pragma once

#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "engine/plan/test_stream.h"

namespace horatio::letter_stream {

inline const std::string kSchema =
    "STREAM s (TYPE A (g STRING, v INT), TYPE B (g STRING, v INT), TYPE C (g STRING, v INT), "
    "TYPE N (g STRING, v INT), TYPE M (g STRING, v INT), TYPE X (g STRING, v INT));";

// All rows of `QUERY q RETURN <query>;` at the end of the input; the same with and without sharing.
inline std::vector<std::string> rows(const std::string& query, std::string_view events) {
  const std::string workload = kSchema + "QUERY q RETURN " + query + ";";
  EngineOptions alone;
  alone.strategy = Strategy::kNever;
  const std::vector<std::string> found = testing::TestStream(workload).send(testing::written(events)).end();
  BOOST_TEST(testing::TestStream(workload, alone).send(testing::written(events)).end() == found,
             boost::test_tools::per_element());
  return found;
}

// COUNT(*) over the whole input; "0" if there is no row.
inline std::string count(const std::string& pattern, std::string_view events) {
  const std::vector<std::string> found = rows("COUNT(*) PATTERN " + pattern, events);
  BOOST_REQUIRE(found.size() <= 1U);
  return found.empty() ? "0" : found[0].substr(found[0].rfind('|') + 1);
}

}  // namespace horatio::letter_stream
