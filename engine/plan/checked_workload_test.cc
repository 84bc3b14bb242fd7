// SPDX-License-Identifier: Apache-2.0
#include "engine/plan/checked_workload.h"

#include <boost/test/unit_test.hpp>
#include <string>

namespace horatio {
namespace {

const std::string kSchema = "STREAM s (TYPE A (v INT));\n";

BOOST_AUTO_TEST_CASE(faults_of_the_text_and_of_the_plan_come_out_together_in_order_of_place) {
  const ParsedWorkload read =
      read_workload(kSchema +
                        "QUERY wide RETURN COUNT(*) PATTERN A WITHIN 1 DAY SLIDE 1 MILLISECOND;\n"
                        "QUERY wrong RETURN COUNT(*) PATTERN Ax WITHIN 1 SECOND;\n"
                        "QUERY wider RETURN COUNT(*) PATTERN A WITHIN 2 DAYS SLIDE 1 MILLISECOND;\n",
                    TimeUnit::kMillisecond);
  BOOST_REQUIRE_EQUAL(read.faults.size(), 3U);
  BOOST_TEST(to_string(read.faults[0], "w").starts_with("w:2:7: query 'wide': "));
  BOOST_TEST(to_string(read.faults[1], "w").starts_with("w:3:37: query 'wrong': unknown event type 'Ax'"));
  BOOST_TEST(to_string(read.faults[2], "w").starts_with("w:4:7: query 'wider': "));
}

BOOST_AUTO_TEST_CASE(a_workload_without_fault_is_read_whole) {
  const ParsedWorkload read =
      read_workload(kSchema + "QUERY q RETURN COUNT(*) PATTERN A+ WITHIN 1 SECOND;", TimeUnit::kMillisecond);
  BOOST_TEST(read.faults.empty());
  BOOST_TEST(read.workload.queries.size() == 1U);
}

}  // namespace
}  // namespace horatio
