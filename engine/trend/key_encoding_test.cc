// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/key_encoding.h"

#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "engine/trend/window_cursor.h"

namespace horatio::trend {
namespace {

KeyAttribute attribute(AttributeKind kind) { return {"k", {kind, 0}, {AttributeId{0}}}; }

// The bytes of one value as the only key.
template <class T>
std::string key_of(AttributeKind kind, ColumnView::Encoding encoding, T value) {
  ColumnView view;
  view.encoding = encoding;
  view.values = reinterpret_cast<const std::byte*>(&value);
  EventBlock block;
  block.rows = 1;
  block.columns = {view};
  const std::vector<KeyAttribute> keys{attribute(kind)};
  std::string key;
  std::size_t group_bytes = 0;
  BOOST_REQUIRE(KeyEncoding(keys, {}).encode(block, 0, key, group_bytes));
  BOOST_TEST(group_bytes == key.size());
  return key;
}

std::string text_key(const std::string& text) {
  const std::uint32_t offsets[] = {0, static_cast<std::uint32_t>(text.size())};
  ColumnView view;
  view.encoding = ColumnView::Encoding::kText;
  view.offsets = reinterpret_cast<const std::byte*>(offsets);
  view.bytes = reinterpret_cast<const std::byte*>(text.data());
  EventBlock block;
  block.rows = 1;
  block.columns = {view};
  const std::vector<KeyAttribute> keys{attribute(AttributeKind::kString)};
  std::string key;
  std::size_t group_bytes = 0;
  BOOST_REQUIRE(KeyEncoding(keys, {}).encode(block, 0, key, group_bytes));
  return key;
}

Value decoded(AttributeKind kind, const std::string& key) {
  const std::vector<KeyAttribute> keys{attribute(kind)};
  std::size_t group_bytes = 0;
  const auto values = KeyEncoding(keys, {}).decode(key, group_bytes);
  BOOST_REQUIRE(values.has_value());
  return values->front();
}

BOOST_AUTO_TEST_CASE(integers_order_as_their_bytes_do_and_come_back) {
  const std::vector<std::int64_t> ascending{INT64_MIN, -256, -1, 0, 1, 255, 256, INT64_MAX};
  std::string before;
  for (const std::int64_t value : ascending) {
    const std::string key = key_of(AttributeKind::kInt, ColumnView::Encoding::kInt64, value);
    BOOST_TEST((before < key));
    BOOST_TEST(std::get<std::int64_t>(decoded(AttributeKind::kInt, key)) == value);
    before = key;
  }
}

// A block with one row and one INT attribute.
EventBlock integer_block(const std::int64_t& value, const std::byte& validity) {
  ColumnView view;
  view.encoding = ColumnView::Encoding::kInt64;
  view.values = reinterpret_cast<const std::byte*>(&value);
  view.validity = &validity;
  EventBlock block;
  block.rows = 1;
  block.columns = {view};
  return block;
}

BOOST_AUTO_TEST_CASE(an_integer_alone_has_the_bytes_it_has_beside_others) {
  const std::int64_t value = -42;
  const std::byte valid{1};
  const EventBlock block = integer_block(value, valid);
  const KeyAttribute key = attribute(AttributeKind::kInt);
  std::string alone = "longer than what comes", both;
  std::size_t group_bytes = 0;
  BOOST_REQUIRE(KeyEncoding({}, std::vector{key}).encode(block, 0, alone, group_bytes));
  BOOST_TEST(group_bytes == 0U);
  BOOST_REQUIRE(KeyEncoding(std::vector{key}, std::vector{key}).encode(block, 0, both, group_bytes));
  BOOST_TEST(group_bytes == alone.size());
  BOOST_TEST(both == alone + alone);
}

BOOST_AUTO_TEST_CASE(null_is_no_key) {
  const std::int64_t value = 7;
  const std::byte null{0};
  const EventBlock block = integer_block(value, null);
  const KeyAttribute key = attribute(AttributeKind::kInt);
  std::string bytes;
  std::size_t group_bytes = 0;
  BOOST_TEST(!KeyEncoding(std::vector{key}, {}).encode(block, 0, bytes, group_bytes));
  BOOST_TEST(!KeyEncoding(std::vector{key}, std::vector{key}).encode(block, 0, bytes, group_bytes));
}

BOOST_AUTO_TEST_CASE(floats_order_as_their_bytes_do_and_zeros_are_one) {
  const std::vector<double> ascending{
      -std::numeric_limits<double>::max(), -1.5, -1e-300, 0.0, 1e-300, 2.5, 1e300};
  std::string before;
  for (const double value : ascending) {
    const std::string key = key_of(AttributeKind::kFloat, ColumnView::Encoding::kFloat64, value);
    BOOST_TEST((before < key));
    BOOST_TEST(std::get<double>(decoded(AttributeKind::kFloat, key)) == value);
    before = key;
  }
  BOOST_TEST(key_of(AttributeKind::kFloat, ColumnView::Encoding::kFloat64, -0.0) ==
             key_of(AttributeKind::kFloat, ColumnView::Encoding::kFloat64, 0.0));
}

BOOST_AUTO_TEST_CASE(texts_order_by_bytes_whatever_bytes_they_have) {
  const std::vector<std::string> ascending{"",
                                           std::string("\0", 1),
                                           std::string("\0\0", 2),
                                           std::string("\0a", 2),
                                           "a",
                                           std::string("a\0", 2),
                                           std::string("a\0b", 3),
                                           "ab",
                                           "b",
                                           "\xC3\xA9"};
  std::string before;
  for (const std::string& text : ascending) {
    const std::string key = text_key(text);
    BOOST_TEST((before < key));
    BOOST_TEST(std::get<std::string>(decoded(AttributeKind::kString, key)) == text);
    before = key;
  }
}

BOOST_AUTO_TEST_CASE(bytes_that_no_key_has_are_refused) {
  const auto refused = [](AttributeKind kind, const std::string& key) {
    const std::vector<KeyAttribute> keys{attribute(kind)};
    std::size_t group_bytes = 0;
    return !KeyEncoding(keys, {}).decode(key, group_bytes).has_value();
  };
  BOOST_TEST(refused(AttributeKind::kInt, "1234567"));
  BOOST_TEST(refused(AttributeKind::kInt, "123456789"));
  BOOST_TEST(refused(AttributeKind::kString, "open"));
  BOOST_TEST(refused(AttributeKind::kString, std::string("a\0b", 3)));
  BOOST_TEST(refused(AttributeKind::kBool, "\x02"));
  BOOST_TEST(refused(AttributeKind::kFloat, std::string(8, '\xFF')));
}

BOOST_AUTO_TEST_CASE(the_cursor_answers_as_the_definition_for_any_order_of_times) {
  const std::vector<std::optional<WindowSpec>> specs{WindowSpec{10, 10, 0}, WindowSpec{10, 3, 1},
                                                     WindowSpec{7, 3, -2}, WindowSpec{3, 10, 4},
                                                     WindowSpec{1, 1, 0}};
  for (const auto& spec : specs) {
    WindowCursor cursor(spec);
    std::vector<Timestamp> times;
    for (Timestamp time = -60; time < 60; ++time) times.push_back(time);
    for (Timestamp time = 59; time >= -60; time -= 7) times.push_back(time);
    for (const Timestamp time :
         {INT64_MIN, INT64_MIN + 1, INT64_MIN + 11, INT64_MAX - 12, INT64_MAX - 1, INT64_MAX}) {
      times.push_back(time);
    }
    for (const Timestamp time : times) {
      const WindowRange expected = windows_of(*spec, time);
      const WindowRange& found = cursor.at(time);
      BOOST_TEST_CONTEXT("size " << spec->size << " slide " << spec->slide << " time " << time) {
        const bool none = expected.first > expected.last;
        BOOST_TEST((found.first > found.last) == none);
        if (!none) {
          BOOST_TEST(found.first == expected.first);
          BOOST_TEST(found.last == expected.last);
        }
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(without_a_window_every_time_is_in_the_one_window) {
  WindowCursor cursor(std::nullopt);
  for (const Timestamp time : {INT64_MIN, Timestamp{0}, INT64_MAX}) {
    BOOST_TEST(cursor.at(time).first == 0);
    BOOST_TEST(cursor.at(time).last == 0);
  }
}

}  // namespace
}  // namespace horatio::trend
