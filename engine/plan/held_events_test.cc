// SPDX-License-Identifier: Apache-2.0
#include "engine/plan/held_events.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "engine/plan/test_stream.h"

namespace horatio {
namespace {

using testing::TestEvent;

Schema schema() {
  Schema schema;
  for (const char* name : {"A", "B"}) {
    schema.types.push_back({name, {{"n", {AttributeKind::kInt, 0}}, {"s", {AttributeKind::kString, 0}}}});
  }
  return schema;
}

// An event whose n tells it from all others.
TestEvent event(const std::string& type, Timestamp time, std::int64_t n) {
  return {type, time, {Value{n}, Value{"text " + std::to_string(n)}}, 0};
}

std::int64_t number(const EventRef& event) { return event.block->columns[0].int_at(event.row); }

std::vector<std::int64_t> take_all(HeldEvents& held, Timestamp watermark, std::size_t step) {
  std::vector<std::int64_t> numbers;
  while (true) {
    const HeldEvents::Taken taken = held.take(watermark, step);
    for (const EventRef& event : taken.events) {
      numbers.push_back(number(event));
      BOOST_REQUIRE(event.block->columns[1].text_at(event.row) == "text " + std::to_string(numbers.back()));
    }
    held.release();
    if (taken.all) return numbers;
  }
}

BOOST_AUTO_TEST_CASE(random_batches_and_watermarks_give_the_order_by_time_batch_and_arrival) {
  const Schema types = schema();
  for (unsigned seed = 1; seed <= 40; ++seed) {
    std::mt19937 random(seed);
    HeldEvents held(types, {true, true});
    std::vector<std::tuple<Timestamp, int, std::int64_t>>
        expected;  // time, batch, number (in order of arrival)
    std::vector<std::int64_t> found;
    std::int64_t next = 0;
    Timestamp watermark = 0;
    for (int batch = 0; batch < 30; ++batch) {
      std::vector<TestEvent> events;
      const std::size_t rows = random() % 60;
      for (std::size_t i = 0; i < rows; ++i) {
        const Timestamp time = watermark + 1 + static_cast<Timestamp>(random() % 50);
        expected.emplace_back(time, batch, next);
        events.push_back(event(random() % 2 == 0 ? "A" : "B", time, next++));
      }
      BOOST_REQUIRE(held.add(testing::batch_of(events, types)).ok());
      if (random() % 3 == 0) continue;
      watermark += static_cast<Timestamp>(random() % 20);
      const auto numbers = take_all(held, watermark, 1 + random() % 30);
      found.insert(found.end(), numbers.begin(), numbers.end());
    }
    const auto rest = take_all(held, kEndOfTime, 7);
    found.insert(found.end(), rest.begin(), rest.end());
    std::sort(expected.begin(), expected.end());
    BOOST_REQUIRE(found.size() == expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) BOOST_REQUIRE(found[i] == std::get<2>(expected[i]));
    BOOST_TEST(held.size() == 0U);
    BOOST_TEST(held.bytes() < 16384U * sizeof(EventRef));
  }
}

BOOST_AUTO_TEST_CASE(a_step_ends_between_time_stamps) {
  const Schema types = schema();
  HeldEvents held(types, {true, true});
  std::vector<TestEvent> events;
  for (int i = 0; i < 10; ++i) events.push_back(event("A", i < 6 ? 1 : 2, i));
  BOOST_REQUIRE(held.add(testing::batch_of(events, types)).ok());
  const HeldEvents::Taken taken = held.take(5, 2);
  BOOST_TEST(taken.events.size() == 6U);
  BOOST_TEST(!taken.all);
}

BOOST_AUTO_TEST_CASE(a_small_rest_does_not_pin_a_large_batch) {
  const Schema types = schema();
  HeldEvents held(types, {true, true});
  std::vector<TestEvent> events;
  for (int i = 0; i < 10000; ++i) events.push_back(event("A", i < 9990 ? 1 : 100, i));
  BOOST_REQUIRE(held.add(testing::batch_of(events, types)).ok());
  const std::size_t full = held.bytes();
  BOOST_TEST(take_all(held, 50, 1000000).size() == 9990U);
  BOOST_TEST(held.size() == 10U);
  BOOST_TEST(held.bytes() * 100 < full);
  BOOST_TEST(take_all(held, 100, 1000000).front() == 9990);
}

BOOST_AUTO_TEST_CASE(rows_that_nobody_wants_do_not_pin_their_batch) {
  const Schema types = schema();
  HeldEvents held(types, {true, false});
  std::vector<TestEvent> events{event("A", 1, 0)};
  for (int i = 1; i < 1000; ++i) events.push_back(event("B", 1, i));
  BOOST_REQUIRE(held.add(testing::batch_of(events, types)).ok());
  BOOST_TEST(held.size() == 1U);
  BOOST_TEST(held.bytes() < 2000U);
}

BOOST_AUTO_TEST_CASE(two_rows_with_one_arrival_number_are_refused) {
  const Schema types = schema();
  HeldEvents held(types, {true, true});
  EventBatch batch = testing::batch_of({event("A", 1, 0), event("B", 1, 1)}, types);
  batch.blocks[1].arrivals = batch.blocks[0].arrivals;
  BOOST_TEST((held.add(batch).error().code == ErrorCode::kBadEvent));
  BOOST_TEST(held.size() == 0U);
}

BOOST_AUTO_TEST_CASE(arrival_numbers_may_have_gaps) {
  const Schema types = schema();
  HeldEvents held(types, {true, true});
  EventBatch batch = testing::batch_of({event("A", 1, 0), event("A", 1, 1), event("A", 1, 2)}, types);
  const std::vector<std::uint32_t> arrivals{4000000000U, 2, 70};
  batch.blocks[0].arrivals = reinterpret_cast<const std::byte*>(arrivals.data());
  BOOST_REQUIRE(held.add(batch).ok());
  BOOST_TEST(take_all(held, 1, 10) == (std::vector<std::int64_t>{1, 2, 0}), boost::test_tools::per_element());
}

}  // namespace
}  // namespace horatio
