// SPDX-License-Identifier: Apache-2.0
#include "engine/plan/checked_workload.h"

#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

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

// Only the first of each query was told, at the query's name.
BOOST_AUTO_TEST_CASE(all_that_the_plan_refuses_comes_out_each_at_its_place) {
  const std::string schema = "STREAM s (TYPE A (v INT), TYPE B (v INT));\n";
  const ParsedWorkload read =
      read_workload(schema +
                        "QUERY b RETURN SUM(x.v), SUM(y.v) PATTERN SEQ(A+ x, A+ y);\n"
                        "QUERY d RETURN COUNT(x), SUM(y.v) PATTERN SEQ(A+ x, A+ y, B)\n"
                        "  WHERE B.v < NEXT(x).v AND B.v > NEXT(y).v;\n"
                        "QUERY f RETURN SUM(A.v), COUNT(*) PATTERN A AND A+ x HAVING SUM(x.v) > 2;\n",
                    TimeUnit::kMillisecond);
  const std::vector<std::string> places = {
      "w:2:16: query 'b': SUM(x.v)", "w:2:26: query 'b': SUM(y.v)",      "w:3:16: query 'd': COUNT(x)",
      "w:3:26: query 'd': SUM(y.v)", "w:4:9: query 'd': NEXT(x) beside", "w:4:29: query 'd': NEXT(y) beside",
      "w:5:16: query 'f': SUM(A.v)", "w:5:61: query 'f': SUM(x.v)"};
  BOOST_REQUIRE_EQUAL(read.faults.size(), places.size());
  for (std::size_t i = 0; i < places.size(); ++i) {
    const std::string fault = to_string(read.faults[i], "w");
    BOOST_TEST(fault.starts_with(places[i]), fault);
  }
}

BOOST_AUTO_TEST_CASE(a_workload_without_fault_is_read_whole) {
  const ParsedWorkload read =
      read_workload(kSchema + "QUERY q RETURN COUNT(*) PATTERN A+ WITHIN 1 SECOND;", TimeUnit::kMillisecond);
  BOOST_TEST(read.faults.empty());
  BOOST_TEST(read.workload.queries.size() == 1U);
}

}  // namespace
}  // namespace horatio
