// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/vertices/index/ordered_sums.h"

#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

using namespace horatio;
using namespace horatio::trend;

namespace {

constexpr std::size_t kSlots = 2;

Components all_components() {
  Components components;
  LinearComponent integer{0, 0, {AttributeKind::kInt}, LinearComponent::Weight::kPositive};
  LinearComponent floating{0, 1, {AttributeKind::kFloat}, LinearComponent::Weight::kPositive};
  components.linear = {integer, floating};
  components.extremes = {{0, 0, integer.type, false}, {0, 0, integer.type, true}};
  return components;
}

Components extremes_alone() {
  Components components = all_components();
  components.linear.clear();
  return components;
}

// FLOAT sums are of small integers, so that any order of addition gives the same.
template <class Num>
Mass<Num> random_mass(const Components& components, std::mt19937_64& random) {
  Mass<Num> mass;
  mass.shape(components, kSlots);
  const auto number = [&] { return Num(std::uint64_t{1} << random() % 40); };
  mass.trends = number();
  for (Num& linear : mass.linear()) linear = number();
  for (ScaledDouble& value : mass.floats()) value = ScaledDouble(random() % 1000);
  for (Extreme& extreme : mass.extremes()) {
    if (random() % 4 != 0) extreme = {static_cast<std::int64_t>(random() % 1000) - 500, 1};
  }
  return mass;
}

template <class Num>
using Plain = std::multimap<std::int64_t, Mass<Num>>;

template <class Num>
Mass<Num> sum_of(const Components& components, const Plain<Num>& plain, std::int64_t low, std::int64_t high) {
  Mass<Num> sum;
  sum.shape(components, kSlots);
  for (auto it = plain.lower_bound(low); it != plain.end() && it->first <= high; ++it) {
    sum.trends += it->second.trends;
    for (std::size_t slot = 0; slot < kSlots && !components.empty(); ++slot) {
      sum.add_slot(components, slot, kSlots, it->second, slot, kSlots);
    }
  }
  return sum;
}

template <class Num>
bool same(const Components& components, const Mass<Num>& left, const Mass<Num>& right) {
  bool same = left.trends == right.trends;
  for (std::size_t i = 0; i < left.linear().size(); ++i) {
    const bool is_float = components.linear[i / kSlots].is_float();
    same = same && (is_float ? left.floats()[i] == right.floats()[i] : left.linear()[i] == right.linear()[i]);
  }
  for (std::size_t i = 0; i < left.extremes().size(); ++i) {
    same = same && left.extremes()[i].any == right.extremes()[i].any;
    same = same && left.extremes()[i].value == right.extremes()[i].value;
  }
  return same;
}

template <class Num>
std::string bytes_of(const OrderedSums<Num>& sums, std::size_t tree) {
  return written_by([&](StateWriter& out) { sums.write(tree, out); });
}

enum class Order : std::uint8_t { kRandom, kAscending, kDescending, kFew };

std::int64_t key_of(Order order, std::int64_t i, std::mt19937_64& random) {
  if (order == Order::kAscending) return i;
  if (order == Order::kDescending) return -i;
  if (order == Order::kFew) return static_cast<std::int64_t>(random() % 20);
  const bool is_bound = random() % 50 == 0;
  if (is_bound) return random() % 2 == 0 ? INT64_MIN : INT64_MAX;
  return static_cast<std::int64_t>(random() % 4000) - 2000;
}

template <class Num>
void compare_with_map(const Components& components, Order order, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  OrderedSums<Num> sums(components, kSlots);
  sums.add_tree();
  Plain<Num> plain;
  for (std::int64_t i = 0; i < 3000; ++i) {
    const std::int64_t key = key_of(order, i, random);
    const auto mass = random_mass<Num>(components, random);
    sums.insert(0, key, mass);
    plain.emplace(key, mass);
    if (i > 50 && i % 7 != 0) continue;
    std::int64_t low = random() % 4 == 0 ? INT64_MIN : key_of(order, i, random);
    std::int64_t high = random() % 4 == 0 ? INT64_MAX : key_of(order, i, random) / 2;
    if (low > high) std::swap(low, high);
    Mass<Num> found;
    found.shape(components, kSlots);
    sums.add_range(0, low, high, found);
    BOOST_TEST_REQUIRE(same(components, found, sum_of(components, plain, low, high)), low << " .. " << high);
  }
}

}  // namespace

BOOST_AUTO_TEST_CASE(sums_of_intervals_are_those_of_a_plain_map) {
  const std::vector<Components> kinds{Components(), all_components(), extremes_alone()};
  for (const Components& components : kinds) {
    for (const Order order : {Order::kRandom, Order::kAscending, Order::kDescending, Order::kFew}) {
      compare_with_map<SaturatingCount>(components, order, 1);
      compare_with_map<ExactCount>(components, order, 2);
      compare_with_map<ScaledDouble>(components, order, 3);
    }
  }
}

BOOST_AUTO_TEST_CASE(the_same_insertions_give_the_same_floating_sums_to_the_last_bit) {
  const Components components = all_components();
  std::mt19937_64 random(7);
  OrderedSums<ScaledDouble> first(components, kSlots), second(components, kSlots);
  first.add_tree(), second.add_tree();
  for (int i = 0; i < 2000; ++i) {
    auto mass = random_mass<ScaledDouble>(components, random);
    mass.trends = ScaledDouble(1.0 / (1.0 + static_cast<double>(random() % 1000)));
    const auto key = static_cast<std::int64_t>(random() % 500);
    BOOST_TEST(first.insert(0, key, mass) == second.insert(0, key, mass));
  }
  Mass<ScaledDouble> one, other;
  one.shape(components, kSlots), other.shape(components, kSlots);
  BOOST_TEST(first.add_range(0, 100, 400, one) == second.add_range(0, 100, 400, other));
  BOOST_TEST(same(components, one, other));
}

BOOST_AUTO_TEST_CASE(an_interval_of_no_key_is_nothing) {
  const Components components;
  OrderedSums<ExactCount> sums(components, kSlots);
  sums.add_tree();
  Mass<ExactCount> found;
  BOOST_TEST(sums.add_range(0, INT64_MIN, INT64_MAX, found) == 0U);
  Mass<ExactCount> one;
  one.trends = ExactCount(1);
  sums.insert(0, 5, one);
  sums.add_range(0, 6, 9, found);
  sums.add_range(0, INT64_MIN, 4, found);
  BOOST_TEST(found.trends.is_zero());
}

BOOST_AUTO_TEST_CASE(memory_of_wide_numbers_is_counted) {
  const Components components;
  OrderedSums<ExactCount> sums(components, kSlots);
  sums.add_tree();
  Mass<ExactCount> wide;
  wide.trends = ExactCount(1);
  wide.trends.shift(100'000);
  sums.insert(0, 1, wide);
  const std::size_t bytes = sums.bytes();
  BOOST_TEST(bytes > 12'500U);
  sums.insert(0, 2, wide);
  BOOST_TEST(sums.bytes() > bytes + 12'000U);
}

BOOST_AUTO_TEST_CASE(a_mass_that_goes_in_where_a_sum_left_off_makes_the_same_tree) {
  const Components components = all_components();
  std::mt19937_64 random(11);
  OrderedSums<ScaledDouble> asked(components, kSlots), plain(components, kSlots);
  for (auto* sums : {&asked, &plain}) sums->add_tree(), sums->add_tree();
  for (int i = 0; i < 4000; ++i) {
    auto mass = random_mass<ScaledDouble>(components, random);
    mass.trends = ScaledDouble(1.0 / (1.0 + static_cast<double>(random() % 1000)));
    const auto key = static_cast<std::int64_t>(random() % 3000);
    const std::size_t tree = random() % 2;
    Mass<ScaledDouble> sum;
    sum.shape(components, kSlots);
    asked.add_range(tree, INT64_MIN, key - static_cast<std::int64_t>(random() % 2), sum);
    if (random() % 4 == 0) asked.add_range(tree, key - 700, key + 1, sum);
    BOOST_TEST(asked.insert(tree, key, mass) == plain.insert(tree, key, mass));
  }
  for (const std::size_t tree : {0U, 1U}) BOOST_TEST(bytes_of(asked, tree) == bytes_of(plain, tree));
}

BOOST_AUTO_TEST_CASE(a_tree_that_has_been_stored_goes_on_to_the_last_bit) {
  const Components components = all_components();
  for (const int keys : {0, 1, 10, 40, 3000}) {
    std::mt19937_64 random(static_cast<std::uint64_t>(keys));
    OrderedSums<ScaledDouble> first(components, kSlots), second(components, kSlots);
    first.add_tree(), second.add_tree();
    const auto insert = [&](auto& sums, std::mt19937_64 dice) {
      for (int i = 0; i < keys; ++i) {
        auto mass = random_mass<ScaledDouble>(components, dice);
        mass.trends = ScaledDouble(1.0 / (1.0 + static_cast<double>(dice() % 1000)));
        sums.insert(0, static_cast<std::int64_t>(dice() % 10'000), mass);
      }
    };
    insert(first, random);
    const std::string stored = bytes_of(first, 0);
    StateReader in{std::string_view(stored)};
    second.read(0, in);
    BOOST_TEST_REQUIRE(!in.failed());
    BOOST_TEST(in.left() == 0U);
    BOOST_TEST(bytes_of(second, 0) == stored);
    random.discard(1);
    insert(first, random), insert(second, random);
    BOOST_TEST(bytes_of(second, 0) == bytes_of(first, 0));
  }
}

BOOST_AUTO_TEST_CASE(trees_in_memory_of_others_are_the_same_and_take_no_more) {
  const Components components = all_components();
  OrderedSums<ExactCount> used(components, kSlots), fresh(components, kSlots);
  const auto insert = [&](OrderedSums<ExactCount>& sums, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    sums.add_tree();
    for (int i = 0; i < 2000; ++i) {
      const auto mass = random_mass<ExactCount>(components, random);
      sums.insert(0, static_cast<std::int64_t>(random() % 1000), mass);
    }
  };
  insert(used, 1);
  used.clear();
  insert(used, 2), insert(fresh, 2);
  BOOST_TEST(bytes_of(used, 0) == bytes_of(fresh, 0));
  BOOST_TEST(used.bytes() == fresh.bytes());
}

BOOST_AUTO_TEST_CASE(bytes_that_are_no_tree_are_refused) {
  const Components components;
  OrderedSums<SaturatingCount> sums(components, kSlots);
  sums.add_tree();
  Mass<SaturatingCount> one;
  one.trends = SaturatingCount(1);
  for (std::int64_t key = 0; key < 100; ++key) sums.insert(0, key, one);
  const std::string stored = bytes_of(sums, 0);
  const auto is_refused = [&](std::string_view bytes) {
    OrderedSums<SaturatingCount> other(components, kSlots);
    other.add_tree();
    StateReader in(bytes);
    other.read(0, in);
    return in.failed();
  };
  BOOST_TEST(!is_refused(stored));
  for (std::size_t size = 0; size < stored.size(); ++size) BOOST_TEST(is_refused(stored.substr(0, size)));
  BOOST_TEST(is_refused('\x63' + stored.substr(1)));                        // levels
  BOOST_TEST(is_refused(stored.substr(0, 1) + '\x21' + stored.substr(2)));  // entries of the root
  BOOST_TEST(is_refused(stored.substr(0, 1) + '\0' + stored.substr(2)));
}
