// SPDX-License-Identifier: Apache-2.0
#include "engine/plan/merged_template.h"

#include <boost/test/unit_test.hpp>
#include <string>

#include "engine/plan/engine.h"
#include "engine/plan/test_stream.h"

namespace horatio {
namespace {

const std::string kSchema =
    "STREAM s (TYPE A (g STRING, v INT), TYPE B (g STRING, v INT), TYPE C (g STRING, v INT), TYPE N (g "
    "STRING));";

std::shared_ptr<const Workload> workload_of(const std::string& queries) {
  return testing::workload_of(kSchema + queries);
}

std::string described(const std::string& queries) {
  const auto workload = workload_of(queries);
  return describe(merged_template(*workload), *workload);
}

std::string sharable(const std::string& queries) {
  const auto workload = workload_of(queries);
  std::string text;
  for (const MergedTemplate::Kleene& kleene : merged_template(*workload).sharable) {
    text += kleene.text + ":";
    for (const QueryId id : kleene.queries) text += " " + workload->queries[id].name;
    text += "\n";
  }
  return text;
}

// HAMLET, Figure 3(b).
BOOST_AUTO_TEST_CASE(transitions_bear_the_queries_for_which_they_hold) {
  BOOST_TEST(
      described(
          "QUERY q1 RETURN COUNT(*) PATTERN SEQ(A, B+); QUERY q2 RETURN COUNT(*) PATTERN SEQ(C, B+);") ==
      "  start -> A: q1\n"
      "  start -> C: q2\n"
      "  A -> B: q1\n"
      "  B -> B: q1, q2\n"
      "  C -> B: q2\n"
      "  B -> end: q1, q2\n");
}

// HAMLET, Figure 8.
BOOST_AUTO_TEST_CASE(nested_repetitions_add_the_way_back) {
  BOOST_TEST(described("QUERY q1 RETURN COUNT(*) PATTERN (SEQ(A, B+))+; QUERY q2 RETURN COUNT(*) PATTERN "
                       "(SEQ(C, B+))+;") ==
             "  start -> A: q1\n"
             "  start -> C: q2\n"
             "  A -> B: q1\n"
             "  B -> A: q1\n"
             "  B -> B: q1, q2\n"
             "  B -> C: q2\n"
             "  C -> B: q2\n"
             "  B -> end: q1, q2\n");
}

BOOST_AUTO_TEST_CASE(a_type_at_several_places_and_in_both_operands_of_and_is_there_once) {
  BOOST_TEST(described("QUERY q RETURN COUNT(*) PATTERN SEQ(A x, B, NOT N, A y) AND C;") ==
             "  start -> A: q\n"
             "  start -> C: q\n"
             "  A -> B: q\n"
             "  B -> A: q\n"
             "  A -> end: q\n"
             "  C -> end: q\n");
}

BOOST_AUTO_TEST_CASE(sub_patterns_are_the_same_whatever_their_aliases_and_least_number) {
  BOOST_TEST(sharable("QUERY q1 RETURN COUNT(*) PATTERN SEQ(A, B+ x);"
                      "QUERY q2 RETURN COUNT(*) PATTERN SEQ(B* y, C) WHERE y.v > 3;"
                      "QUERY q3 RETURN COUNT(*) PATTERN SEQ((SEQ(A, B))+, C+);"
                      "QUERY q4 RETURN COUNT(*) PATTERN (SEQ(A z, B)){2,};"
                      "QUERY q5 RETURN COUNT(*) PATTERN A{1,3};") == "B+: q1 q2\n(SEQ(A, B))+: q3 q4\n");
}

BOOST_AUTO_TEST_CASE(the_drawing_has_a_node_a_type_and_bold_loops_where_queries_can_share) {
  const auto workload = workload_of(
      "QUERY q1 RETURN COUNT(*) PATTERN SEQ(A, B+); QUERY \"q\"\"2\" RETURN COUNT(*) PATTERN SEQ(C, B+);");
  BOOST_TEST(to_dot(merged_template(*workload), *workload) ==
             "digraph template {\n"
             "  rankdir=LR;\n"
             "  node [shape=box];\n"
             "  start [shape=point];\n"
             "  t0 [label=\"A\"];\n"
             "  start -> t0 [label=\"q1\"];\n"
             "  t1 [label=\"B\", peripheries=2];\n"
             "  t2 [label=\"C\"];\n"
             "  start -> t2 [label=\"q\\\"2\"];\n"
             "  t0 -> t1 [label=\"q1\"];\n"
             "  t1 -> t1 [label=\"q1, q\\\"2\", style=bold];\n"
             "  t2 -> t1 [label=\"q\\\"2\"];\n"
             "}\n");
}

BOOST_AUTO_TEST_CASE(the_drawing_names_few_of_many_queries) {
  std::string queries;
  for (int i = 0; i < 20; ++i) queries += "QUERY q" + std::to_string(i) + " RETURN COUNT(*) PATTERN A;";
  const auto workload = workload_of(queries);
  const std::string text = to_dot(merged_template(*workload), *workload);
  BOOST_TEST(text.find("label=\"q0, q1, q2, q3, q4, q5, q6 and 13 more\"") != std::string::npos, text);
}

BOOST_AUTO_TEST_CASE(explain_says_who_shares_a_sub_pattern_and_why_others_do_not) {
  const std::string text =
      explain(*workload_of("QUERY q1 RETURN COUNT(*) PATTERN SEQ(A, B+) GROUP BY g;"
                           "QUERY q2 RETURN SUM(B.v) PATTERN B+ GROUP BY g WITHIN 1 MINUTE;"
                           "QUERY q3 RETURN COUNT(*) PATTERN B+;"
                           "QUERY q4 RETURN COUNT(*) PATTERN B+ MATCH NEXT;"
                           "QUERY q5 RETURN COUNT(*) PATTERN B+ WHERE B.v < NEXT(B).v;"
                           "QUERY q6 RETURN COUNT(*) PATTERN B+ WITHIN 5 EVENTS;"),
              {});
  const std::string expected =
      "\nsharable Kleene sub-patterns\n"
      "  B+: q1, q2 share; q3 alone (other keys, edge predicates or order of ties); q4 alone (MATCH NEXT); "
      "q5 alone (conditions on adjacent events that no other query has, that no index finds, or with sums of "
      "FLOAT); q6 alone (windows of EVENTS)\n";
  BOOST_TEST(text.find(expected) != std::string::npos, text);
}

}  // namespace
}  // namespace horatio
