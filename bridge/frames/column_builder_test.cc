// SPDX-License-Identifier: Apache-2.0
#include "bridge/frames/column_builder.h"

#include <boost/test/unit_test.hpp>

#include "bridge/frames/frame_check.h"
#include "bridge/frames/frame_json.h"

namespace horatio {
namespace {

using nlohmann::json;
using Texts = ColumnBuilder::Texts;

json values_of(ColumnBuilder& builder, Texts texts = Texts::kPlain) {
  const ColumnData column = builder.finish(texts);
  BOOST_TEST(column_fault(column, builder.rows(), true) == "");
  return to_json(column, builder.rows());
}

BOOST_AUTO_TEST_CASE(a_column_of_nothing_but_null_is_null) {
  ColumnBuilder builder;
  builder.append_null();
  builder.append(Value{});
  BOOST_TEST(values_of(builder) == json({{"encoding", "NULL"}, {"values", {nullptr, nullptr}}}));
}

BOOST_AUTO_TEST_CASE(nulls_before_the_first_value_keep_their_rows) {
  for (const Value& value : {Value{std::int64_t{7}}, Value{2.5}, Value{true}, Value{std::string("seven")}}) {
    ColumnBuilder builder;
    for (int i = 0; i < 9; ++i) builder.append_null();
    builder.append(value);
    builder.append_null();
    const json column = values_of(builder);
    for (std::size_t row = 0; row < 11; ++row) BOOST_TEST(column["values"][row].is_null() == (row != 9));
  }
}

BOOST_AUTO_TEST_CASE(a_count_past_64_bits_makes_the_column_text) {
  ColumnBuilder builder;
  builder.append(std::uint64_t{1});
  builder.append_null();
  builder.append(std::string_view("36893488147419103232"));
  builder.append(UINT64_MAX);
  BOOST_TEST(values_of(builder) ==
             json({{"encoding", "TEXT"},
                   {"values", {"1", nullptr, "36893488147419103232", "18446744073709551615"}}}));
}

BOOST_AUTO_TEST_CASE(texts_that_repeat_are_coded_if_asked_for) {
  ColumnBuilder builder;
  for (int i = 0; i < 10; ++i) builder.append(std::string_view(i % 2 == 0 ? "north end" : "south end"));
  builder.append_null();
  BOOST_TEST(values_of(builder)["encoding"] == "TEXT");
  const json coded = values_of(builder, Texts::kDictionaryIfSmaller);
  BOOST_TEST(coded["encoding"] == "TEXT_DICTIONARY");
  BOOST_TEST(coded["values"] == values_of(builder)["values"]);
}

BOOST_AUTO_TEST_CASE(texts_that_do_not_repeat_stay_plain) {
  ColumnBuilder builder;
  for (int i = 0; i < 100; ++i) builder.append(std::string_view(std::to_string(i)));
  BOOST_TEST(values_of(builder, Texts::kDictionaryIfSmaller)["encoding"] == "TEXT");
}

BOOST_AUTO_TEST_CASE(an_empty_text_is_not_null) {
  ColumnBuilder builder;
  builder.append(std::string_view(""));
  builder.append_null();
  BOOST_TEST(values_of(builder)["values"] == json({"", nullptr}));
  BOOST_TEST(values_of(builder, Texts::kDictionaryIfSmaller)["values"] == json({"", nullptr}));
}

}  // namespace
}  // namespace horatio
