// SPDX-License-Identifier: Apache-2.0
#include "engine/query/parser.h"
#include "engine/query/test_workloads.h"

using namespace horatio;

namespace {

std::vector<WorkloadFault> check(std::string_view queries, const StreamKey& key) {
  return check_stream_key(test::parsed(std::string(test::kTrips) + std::string(queries)), key);
}

constexpr std::string_view kByDistrict =
    "QUERY q RETURN COUNT(*) PATTERN Travel GROUP BY district, driver WITHIN 1 DAY;";
constexpr std::string_view kUngrouped =
    "QUERY u RETURN COUNT(*) PATTERN Travel WHERE [district] WITHIN 1 DAY;";

}  // namespace

BOOST_AUTO_TEST_CASE(a_group_by_that_contains_the_key_is_accepted) {
  BOOST_TEST(check(kByDistrict, {false, {"district"}}).empty());
  BOOST_TEST(check(kByDistrict, {false, {"driver", "district"}}).empty());
}

BOOST_AUTO_TEST_CASE(a_stream_that_is_not_split_answers_everything) {
  BOOST_TEST(check(std::string(kByDistrict) + std::string(kUngrouped), {true, {}}).empty());
}

BOOST_AUTO_TEST_CASE(a_coarser_group_by_is_refused_at_the_query) {
  const auto faults = check(kByDistrict, {false, {"district", "rider"}});
  BOOST_REQUIRE_EQUAL(faults.size(), 1);
  BOOST_TEST((faults[0].error.code == ErrorCode::kKeyMismatch));
  BOOST_TEST(faults[0].query == "q");
  BOOST_TEST((faults[0].error.place == SourcePlace{2, 7}));
  BOOST_TEST(faults[0].error.message.find("GROUP BY lacks 'rider'") != std::string::npos);
  BOOST_TEST(faults[0].error.remedy == "add 'rider' to GROUP BY, or attach with .global()");
}

BOOST_AUTO_TEST_CASE(a_query_without_group_by_needs_a_global_stream) {
  const auto faults = check(std::string(kByDistrict) + std::string(kUngrouped), {false, {"district"}});
  BOOST_REQUIRE_EQUAL(faults.size(), 1);
  BOOST_TEST(faults[0].query == "u");
  BOOST_TEST(faults[0].error.message.find("no GROUP BY") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(an_undeclared_key_is_refused_with_the_remedy) {
  const auto faults = check(kByDistrict, {});
  BOOST_REQUIRE_EQUAL(faults.size(), 1);
  BOOST_TEST((faults[0].error.code == ErrorCode::kKeyMismatch));
  BOOST_TEST(faults[0].error.remedy.find(".keyedBy(") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_key_that_no_type_carries_is_refused_with_the_nearest_name) {
  const auto faults = check(kByDistrict, {false, {"distrct"}});
  BOOST_REQUIRE_EQUAL(faults.size(), 1);
  BOOST_TEST((faults[0].error.code == ErrorCode::kUnknownName));
  BOOST_TEST(faults[0].error.remedy == "did you mean 'district'?");
}
