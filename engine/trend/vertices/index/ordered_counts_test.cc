// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/vertices/index/ordered_counts.h"

#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <vector>

using namespace horatio;
using namespace horatio::trend;

namespace {

const Components kNone;

Mass<SaturatingCount> mass_of(const SaturatingCount& count) {
  Mass<SaturatingCount> mass;
  mass.trends = count;
  return mass;
}

// Small, near 2^64, overflowed.
SaturatingCount random_count(std::mt19937_64& random) {
  if (random() % 40 == 0) return SaturatingCount::overflow();
  return SaturatingCount(random() >> (random() % 64));
}

using Plain = std::multimap<std::int64_t, SaturatingCount>;

SaturatingCount sum_of(const Plain& plain, std::int64_t low, std::int64_t high) {
  SaturatingCount sum;
  for (auto it = plain.lower_bound(low); it != plain.end() && it->first <= high; ++it) sum += it->second;
  return sum;
}

std::string bytes_of(const OrderedCounts& counts, std::size_t tree) {
  return written_by([&](StateWriter& out) { counts.write(tree, out); });
}

bool reads(std::string_view bytes, OrderedCounts& counts) {
  counts.add_tree();
  StateReader in(bytes);
  counts.read(0, in);
  return !in.failed() && in.left() == 0;
}

// Keys of `spread` values, some of them the least and the largest there are; or ascending; or descending.
enum class Order : std::uint8_t { kRandom, kAscending, kDescending };

std::int64_t key_of(Order order, std::int64_t i, std::uint64_t spread, std::mt19937_64& random) {
  if (order == Order::kAscending) return i;
  if (order == Order::kDescending) return -i;
  if (random() % 50 == 0) return random() % 2 == 0 ? INT64_MIN : INT64_MAX;
  return static_cast<std::int64_t>(random() % spread) - static_cast<std::int64_t>(spread / 2);
}

void compare_with_map(Order order, std::uint64_t spread, bool small) {
  std::mt19937_64 random(spread);
  OrderedCounts counts(kNone, 1);
  counts.add_tree();
  Plain plain;
  for (std::int64_t i = 0; i < 4000; ++i) {
    const std::int64_t key = key_of(order, i, spread, random);
    const SaturatingCount count = small ? SaturatingCount(random() % 1000) : random_count(random);
    counts.insert(0, key, mass_of(count));
    plain.emplace(key, count);
    if (i > 50 && i % 7 != 0) continue;
    std::int64_t low = random() % 3 == 0 ? INT64_MIN : key_of(order, i, spread, random);
    std::int64_t high = random() % 3 == 0 ? INT64_MAX : key_of(order, i, spread, random) / 2;
    if (low > high) std::swap(low, high);
    auto found = mass_of(SaturatingCount(1));
    counts.add_range(0, low, high, found);
    BOOST_TEST_REQUIRE((found.trends == SaturatingCount(1) + sum_of(plain, low, high)),
                       low << " .. " << high << " of " << plain.size());
  }
}

}  // namespace

BOOST_AUTO_TEST_CASE(sums_of_intervals_are_those_of_a_plain_map) {
  for (const bool small : {true, false}) {
    for (const std::uint64_t spread : {20U, 500U, 1'000'000U})
      compare_with_map(Order::kRandom, spread, small);
    compare_with_map(Order::kAscending, 1, small);
    compare_with_map(Order::kDescending, 1, small);
  }
}

// Some keys are looked for that are not asked for then, and asked for that were not; trees grow meanwhile.
BOOST_AUTO_TEST_CASE(sums_are_the_same_when_their_keys_were_looked_for_ahead) {
  for (const std::uint64_t spread : {30U, 3000U, 1'000'000'000U}) {
    std::mt19937_64 random(spread);
    OrderedCounts counts(kNone, 1);
    counts.add_tree();
    Plain plain;
    for (int round = 0; round < 1500; ++round) {
      std::vector<std::int64_t> highs;
      while (highs.size() < OrderedCounts::kAhead - random() % 2)
        highs.push_back(key_of(Order::kRandom, 0, spread, random));
      counts.look_ahead(0, highs);
      for (const std::int64_t ahead : highs) {
        if (random() % 10 == 0) continue;
        const std::int64_t high = random() % 10 == 0 ? key_of(Order::kRandom, 0, spread, random) : ahead;
        auto found = mass_of({});
        counts.add_range(0, INT64_MIN, high, found);
        BOOST_TEST_REQUIRE((found.trends == sum_of(plain, INT64_MIN, high)));
        const std::int64_t key = random() % 10 == 0 || high == INT64_MAX ? high : high + 1;
        const auto count = SaturatingCount(random() % 1000);
        counts.insert(0, key, mass_of(count));
        plain.emplace(key, count);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(counts_that_only_overflow_together_do) {
  OrderedCounts counts(kNone, 1);
  counts.add_tree();
  const std::uint64_t largest = UINT64_MAX / 200;
  for (std::int64_t key = 0; key < 200; ++key) counts.insert(0, key, mass_of(SaturatingCount(largest)));
  auto fits = mass_of({}), exceeds = mass_of(SaturatingCount(200));
  counts.add_range(0, INT64_MIN, 199, fits);
  counts.add_range(0, INT64_MIN, 199, exceeds);
  BOOST_TEST(!fits.trends.overflowed());
  BOOST_TEST(fits.trends.value() == largest * 200);
  BOOST_TEST(exceeds.trends.overflowed());
}

BOOST_AUTO_TEST_CASE(trees_keep_apart_and_leave_their_memory) {
  std::mt19937_64 random(3);
  OrderedCounts used(kNone, 1), fresh(kNone, 1);
  const auto insert = [](OrderedCounts& counts, std::uint64_t seed) {
    std::mt19937_64 dice(seed);
    counts.add_tree(), counts.add_tree();
    for (int i = 0; i < 3000; ++i) {
      const std::size_t tree = dice() % 2;
      auto sum = mass_of({});
      const auto key = static_cast<std::int64_t>(dice() % 2000);
      if (i % 3 != 0) counts.add_range(tree, INT64_MIN, key - i % 2, sum);
      counts.insert(i % 4 == 0 ? 1 - tree : tree, key, mass_of(random_count(dice)));
    }
  };
  insert(used, 1);
  const std::size_t bytes = used.bytes();
  used.clear();
  BOOST_TEST(used.bytes() == bytes);
  insert(used, 2), insert(fresh, 2);
  for (const std::size_t tree : {0U, 1U}) BOOST_TEST(bytes_of(used, tree) == bytes_of(fresh, tree));
  BOOST_TEST(bytes_of(used, 0) != bytes_of(used, 1));
}

BOOST_AUTO_TEST_CASE(a_tree_that_has_been_stored_goes_on_the_same) {
  for (const int keys : {0, 1, 40, 3000}) {
    std::mt19937_64 random(static_cast<std::uint64_t>(keys));
    OrderedCounts first(kNone, 1), second(kNone, 1);
    first.add_tree();
    const auto insert = [&](OrderedCounts& counts, std::mt19937_64 dice) {
      for (int i = 0; i < keys; ++i)
        counts.insert(0, static_cast<std::int64_t>(dice() % 5000), mass_of(random_count(dice)));
    };
    insert(first, random);
    const std::string stored = bytes_of(first, 0);
    BOOST_TEST_REQUIRE(reads(stored, second));
    BOOST_TEST(bytes_of(second, 0) == stored);
    random.discard(1);
    insert(first, random), insert(second, random);
    BOOST_TEST(bytes_of(second, 0) == bytes_of(first, 0));
  }
}

BOOST_AUTO_TEST_CASE(bytes_that_are_no_tree_are_refused) {
  OrderedCounts counts(kNone, 1);
  counts.add_tree();
  for (std::int64_t key = 0; key < 100; ++key) counts.insert(0, key, mass_of(SaturatingCount(1)));
  const std::string stored = bytes_of(counts, 0);
  const auto is_read = [](std::string_view bytes) {
    OrderedCounts other(kNone, 1);
    return reads(bytes, other);
  };
  BOOST_TEST(is_read(stored));
  for (std::size_t size = 0; size < stored.size(); ++size) BOOST_TEST(!is_read(stored.substr(0, size)));
  std::string twice = stored;  // the second key is the first
  const std::size_t entry = (stored.size() - sizeof(std::uint64_t)) / 100;
  twice.replace(sizeof(std::uint64_t) + entry, entry, stored, sizeof(std::uint64_t), entry);
  BOOST_TEST(!is_read(twice));
}
