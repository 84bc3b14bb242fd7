// SPDX-License-Identifier: Apache-2.0
// Random conditions on random events: the compiled predicate against the plain evaluation.
#include "engine/predicate/random_condition.h"

#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <vector>

#include "engine/predicate/plain_condition.h"
#include "engine/predicate/predicate.h"

using namespace horatio;
using namespace horatio::predicate::test;

BOOST_AUTO_TEST_CASE(compiled_and_plain_evaluation_agree_on_random_conditions) {
  constexpr std::uint64_t kConditions = 2'500;
  constexpr int kRows = 4;
  std::uint64_t seen[3] = {};
  for (std::uint64_t seed = 1; seed <= kConditions; ++seed) {
    RandomCondition random(seed);
    const Expression condition = random.condition(3);
    const auto yes = Predicate::compile(condition);
    const auto no = Predicate::compile(node(Kind::kNot, {condition}));
    BOOST_TEST_REQUIRE(yes.ok());
    BOOST_TEST_REQUIRE(no.ok());
    for (int i = 0; i < kRows; ++i) {
      Row row = random.row();
      const auto expected = plain_condition(condition, row.time(), values_of(row));
      const EventBlock block = row.block();
      const bool same =
          yes->passes(block, 0) == (expected == true) && no->passes(block, 0) == (expected == false);
      BOOST_TEST_REQUIRE(same, "seed " << seed << ", row " << i << ": " << describe(condition));
      ++seen[expected ? (*expected ? 1 : 0) : 2];
    }
  }
  for (const auto count : seen)
    BOOST_TEST(count > kConditions * kRows / 20);  // each truth value is well covered
}
