// SPDX-License-Identifier: Apache-2.0
#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>

#include "engine/plan/engine.h"
#include "engine/query/parser.h"

namespace horatio {
namespace {

// Of a query's text: "A(0,2) B()" is A with its attributes 0 and 2, and B with none.
std::string required(std::string_view query) {
  const ParsedWorkload read = parse_workload(
      "STREAM s (TYPE A (g INT, d INT, v INT, w INT), TYPE B (g INT, d INT, v INT, w INT), "
      "TYPE C (g INT, d INT, v INT), TYPE D (d INT, g INT), TYPE E (g INT), TYPE F (v INT));\n" +
      std::string(query));
  for (const WorkloadFault& fault : read.faults) BOOST_FAIL(to_string(fault, "w"));
  const auto columns = required_columns(read.workload);
  std::string text;
  for (std::size_t t = 0; t < columns.size(); ++t) {
    if (!columns[t].used) continue;
    text += (text.empty() ? "" : " ") + read.workload.schema.types[t].name + "(";
    for (const AttributeId attribute : columns[t].attributes) text += std::to_string(attribute);
    text += ")";
  }
  return text;
}

BOOST_AUTO_TEST_CASE(keys_and_local_conditions) {
  BOOST_TEST(required("QUERY q RETURN COUNT(*) PATTERN SEQ(A, B) WHERE A.v > 3 AND [d] GROUP BY g;") ==
             "A(012) B(01)");
}

BOOST_AUTO_TEST_CASE(a_type_without_anything_to_read_is_still_used) {
  BOOST_TEST(required("QUERY q RETURN COUNT(*) PATTERN SEQ(A, B) WHERE A.TIME > 3;") == "A() B()");
}

BOOST_AUTO_TEST_CASE(conditions_on_adjacent_events_read_both_of_them) {
  BOOST_TEST(required("QUERY q RETURN COUNT(*) PATTERN SEQ(A, B) WHERE A.v < NEXT(B).w;") == "A(2) B(3)");
}

BOOST_AUTO_TEST_CASE(aggregates_returned_and_hidden) {
  BOOST_TEST(required("QUERY q RETURN COUNT(B), MIN(A.w) PATTERN SEQ(A, B) HAVING SUM(B.v) > 3;") ==
             "A(3) B(2)");
}

BOOST_AUTO_TEST_CASE(events_inside_not_with_their_keys_and_conditions) {
  BOOST_TEST(required("QUERY q RETURN COUNT(*) PATTERN SEQ(A, NOT C, B) WHERE C.v > 3 GROUP BY g;") ==
             "A(0) B(0) C(02)");
}

BOOST_AUTO_TEST_CASE(contiguous_sees_every_type_of_the_partition) {
  BOOST_TEST(required("QUERY q RETURN COUNT(*) PATTERN A WHERE [d] GROUP BY g MATCH CONTIGUOUS;") ==
             "A(01) B(01) C(01) D(01)");
  BOOST_TEST(required("QUERY q RETURN COUNT(*) PATTERN A GROUP BY g MATCH CONTIGUOUS;") ==
             "A(0) B(0) C(0) D(1) E(0)");
  BOOST_TEST(required("QUERY q RETURN COUNT(*) PATTERN A WHERE A.v > 1 MATCH CONTIGUOUS;") ==
             "A(2) B() C() D() E() F()");
}

}  // namespace
}  // namespace horatio
