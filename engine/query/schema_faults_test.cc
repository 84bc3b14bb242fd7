// SPDX-License-Identifier: Apache-2.0
// Wrong schemas, and what they do to the faults of queries.
#include <string>
#include <string_view>

#include "engine/query/expected_faults.h"

using namespace horatio;
using test::expect_each;
using test::expect_one_fault;
using test::Expected;

BOOST_AUTO_TEST_CASE(a_workload_has_one_stream_and_a_query) {
  const auto faults_of = [](std::string_view text) { return parse_workload(text).faults; };
  BOOST_TEST(faults_of("").size() == 2);
  BOOST_TEST(faults_of("").front().error.message.find("no STREAM") != std::string::npos);
  BOOST_TEST((faults_of("").front().error.place == SourcePlace{1, 1}));
  BOOST_TEST(faults_of(" -- nothing\n;;").size() == 2);
  const auto no_query = faults_of("STREAM s (TYPE A ());");
  BOOST_REQUIRE_EQUAL(no_query.size(), 1);
  BOOST_TEST(no_query[0].error.message.find("no QUERY") != std::string::npos);
  const auto no_stream = faults_of("QUERY q RETURN COUNT(*) PATTERN A;");
  BOOST_REQUIRE_EQUAL(no_stream.size(), 1);
  BOOST_TEST(no_stream[0].error.message.find("no STREAM") != std::string::npos);
  expect_each({{"STREAM @again (TYPE A ()); QUERY q RETURN COUNT(*) PATTERN Pause;",
                ErrorCode::kDuplicate,
                {"one STREAM"}}});
}

BOOST_AUTO_TEST_CASE(faults_of_the_schema) {
  const auto with = [](std::string_view types, Expected expected) {
    expect_one_fault(
        "STREAM s (" + std::string(types) + ");\nQUERY q RETURN COUNT(*) PATTERN A WITHIN 1 DAY;", expected);
  };
  with("TYPE A (), TYPE @A (b INT)", {"", ErrorCode::kDuplicate, {"type 'A' is declared twice"}});
  with("TYPE A (b INT, @b INT)",
       {"", ErrorCode::kDuplicate, {"attribute 'b' of type 'A' is declared twice"}});
  with("TYPE A (b @, c INT)",
       {"", ErrorCode::kSyntax, {"a type (INT, FLOAT, DECIMAL(n), STRING, BOOL, TIMESTAMP) after 'b'"}});
  with("TYPE A (b @INTEGER)",
       {"", ErrorCode::kUnknownName, {"unknown attribute type 'INTEGER'", "did you mean INT?"}});
  with("TYPE A (b @Strng, c INT)", {"", ErrorCode::kUnknownName, {"did you mean STRING?"}});
  with("TYPE A (b @decimel(2))", {"", ErrorCode::kUnknownName, {"did you mean DECIMAL(n)?"}});
  with("TYPE A (b @VARCHAR(10, 2))", {"", ErrorCode::kUnknownName, {"did you mean STRING?"}});
  with("TYPE A (b @Blob)", {"", ErrorCode::kUnknownName, {"there are: INT, FLOAT, DECIMAL(n)"}});
  with("TYPE A (b INT(@4))", {"", ErrorCode::kSyntax, {"INT takes no number"}});
  with("TYPE A (b @DECIMAL)", {"", ErrorCode::kSyntax, {"DECIMAL takes one number", "as in DECIMAL(2)"}});
  with("TYPE A (b @DECIMAL(10, 2))", {"", ErrorCode::kSyntax, {"DECIMAL takes one number"}});
  with("TYPE A (b DECIMAL(@19))", {"", ErrorCode::kTooLarge, {"DECIMAL(19)"}});
  with("TYPE A (b INT @c INT)", {"", ErrorCode::kSyntax, {"expected ',' or ')' after 'INT', found 'c'"}});
  with("TYPE A (), @B ()", {"", ErrorCode::kSyntax, {"expected TYPE after ','"}});
}

BOOST_AUTO_TEST_CASE(a_schema_that_cannot_be_read_makes_no_name_of_a_query_unknown) {
  const ParsedWorkload result = parse_workload(
      "STREAM s (TYPE A (b));\nQUERY q RETURN COUNT(*) PATTERN A;\nQUERY p RETURN COUNT() PATTERN "
      "A;");
  BOOST_TEST(result.faults.size() == 2);
  BOOST_TEST(result.faults[0].query.empty());
  BOOST_TEST(result.faults[1].query == "p");
}

BOOST_AUTO_TEST_CASE(an_unknown_attribute_type_hides_no_other_fault_and_brings_none) {
  const ParsedWorkload result = parse_workload(
      "STREAM s (TYPE A (g TEXT, h DOUBLE), TYPE B (g INT, h DOUBEL));\n"
      "QUERY q RETURN COUNT(*) PATTERN Ax;\n"
      "QUERY q2 RETURN COUNT(*) PATTERN SEQ(A,Ax) WHERE A.g = 'x' AND A.h + 1 < 2 GROUP BY g WITHIN 0 "
      "SECONDS;");
  BOOST_REQUIRE_MESSAGE(result.faults.size() == 6, test::faults_text(result));
  BOOST_TEST(result.faults[0].error.message == "unknown attribute type 'TEXT'");
  BOOST_TEST(result.faults[1].error.message == "unknown attribute type 'DOUBLE'");
  BOOST_TEST(result.faults[2].error.message == "unknown attribute type 'DOUBEL'");
  BOOST_TEST(result.faults[3].query == "q");
  BOOST_TEST(result.faults[4].query == "q2");
  BOOST_TEST(result.faults[5].error.message == "WITHIN must be longer than 0");
}

BOOST_AUTO_TEST_CASE(a_key_attribute_has_one_declared_type) {
  expect_one_fault(
      "STREAM s (TYPE A (k INT), TYPE B (k STRING));\nQUERY q RETURN COUNT(*) PATTERN A GROUP BY @k;",
      {"", ErrorCode::kTypeMismatch, {"'k' is INT in type 'A' but STRING in type 'B'"}});
  expect_one_fault(
      "STREAM s (TYPE A (k DECIMAL(2)), TYPE B (k DECIMAL(3)));\nQUERY q RETURN COUNT(*) PATTERN A WHERE "
      "[@k];",
      {"", ErrorCode::kTypeMismatch, {"'k' is DECIMAL(2) in type 'A' but DECIMAL(3) in type 'B'"}});
}
