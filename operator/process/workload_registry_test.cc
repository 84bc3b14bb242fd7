// SPDX-License-Identifier: Apache-2.0
#include "operator/process/workload_registry.h"

#include <boost/test/unit_test.hpp>

namespace horatio::process {
namespace {

using control_plane::Failure;

control_plane::WorkloadText text_of(int number) {
  return {"STREAM s (TYPE A (g STRING, v INT));\nQUERY q" + std::to_string(number) +
              " RETURN COUNT(*) PATTERN A+ WHERE A.v > 1 GROUP BY g WITHIN 1 SECOND;\n",
          TimeUnit::kMillisecond,
          false,
          {"g"}};
}

WorkloadHandle added(WorkloadRegistry& registry, int number) {
  const auto answer = registry.add(text_of(number));
  const auto* failure = std::get_if<Failure>(&answer);
  BOOST_REQUIRE_MESSAGE(failure == nullptr, (failure == nullptr ? "" : failure->message));
  return std::get<WorkloadHandle>(answer);
}

BOOST_AUTO_TEST_CASE(the_same_text_is_one_workload) {
  WorkloadRegistry registry;
  const WorkloadHandle first = added(registry, 1);
  BOOST_TEST(added(registry, 1) == first);
  BOOST_TEST(registry.find(first->info.hash) == first);
  BOOST_TEST(registry.size() == 1U);
  BOOST_TEST(first->info.columns == "A(g,v)");
  BOOST_TEST(first->info.pane_slide == 1000);
}

BOOST_AUTO_TEST_CASE(the_workload_that_was_used_longest_ago_gives_way) {
  WorkloadRegistry registry(2);
  const std::string one = added(registry, 1)->info.hash;
  const std::string two = added(registry, 2)->info.hash;
  BOOST_TEST(registry.find(one) != nullptr);  // used last
  const std::string three = added(registry, 3)->info.hash;
  BOOST_TEST(registry.find(two) == nullptr);
  BOOST_TEST(registry.find(one) != nullptr);
  BOOST_TEST(registry.find(three) != nullptr);
}

BOOST_AUTO_TEST_CASE(a_workload_in_use_stays_and_a_full_registry_says_so) {
  WorkloadRegistry registry(1);
  WorkloadHandle used = added(registry, 1);
  const auto answer = registry.add(text_of(2));
  BOOST_REQUIRE(std::holds_alternative<Failure>(answer));
  BOOST_CHECK(std::get<Failure>(answer).code == ErrorCode::kLimitExceeded);
  BOOST_TEST(registry.find(used->info.hash) == used);
  used.reset();
  added(registry, 2);
}

BOOST_AUTO_TEST_CASE(a_refused_workload_is_not_kept) {
  WorkloadRegistry registry;
  const auto answer = registry.add({"QUERY", TimeUnit::kMillisecond, true, {}});
  BOOST_REQUIRE(std::holds_alternative<Failure>(answer));
  BOOST_TEST(!std::get<Failure>(answer).faults.empty());
  BOOST_TEST(registry.size() == 0U);
}

}  // namespace
}  // namespace horatio::process
