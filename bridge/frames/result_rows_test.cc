// SPDX-License-Identifier: Apache-2.0
#include "bridge/frames/result_rows.h"

#include <boost/test/unit_test.hpp>

#include "bridge/frames/frame_codec.h"
#include "bridge/frames/frame_json.h"

namespace horatio {
namespace {

using nlohmann::json;

ResultRow row_of(QueryId query, Timestamp start, const std::string& group, const Cell& cell) {
  return {query, WindowBounds{start, start + 10}, KeyGroup{5}, {Value{group}}, {cell}};
}

json take(ResultRows& rows) {
  const std::string bytes = rows.encode({FrameKind::kResult, 7, 3});
  const auto frame = decode_frame(std::as_bytes(std::span(bytes)));
  BOOST_REQUIRE_MESSAGE(frame.ok(), (frame.ok() ? "" : frame.error().message));
  BOOST_TEST(frame.value().header.session == 7U);
  BOOST_TEST(frame.value().header.seq == 3U);
  return to_json(frame.value())["body"];
}

BOOST_AUTO_TEST_CASE(rows_come_back_as_they_were) {
  ResultRows rows;
  rows.add(row_of(0, -20, "north", {std::uint64_t{3}}));
  rows.add(row_of(0, -10, "", {UINT64_MAX}));
  BOOST_TEST(rows.rows() == 2U);
  const json body = take(rows);
  BOOST_TEST(body["starts"] == json({-20, -10}));
  BOOST_TEST(body["ends"] == json({-10, 0}));
  BOOST_TEST(body["key_groups"] == json({5, 5}));
  BOOST_TEST(body["group"][0]["values"] == json({"north", ""}));
  BOOST_TEST(body["cells"][0]["column"] == json({{"encoding", "UINT64"}, {"values", {3, UINT64_MAX}}}));
  BOOST_TEST(body["cells"][0]["status"].empty());
  BOOST_TEST(body["cells"][0]["bounds"].empty());
}

BOOST_AUTO_TEST_CASE(rows_without_a_window_have_no_bounds_of_one) {
  ResultRows rows;
  rows.add({0, std::nullopt, 0, {}, {{std::uint64_t{1}}}});
  const json body = take(rows);
  BOOST_TEST(body["windowed"] == false);
  BOOST_TEST(body["starts"].empty());
  BOOST_TEST(body["group"].empty());
}

BOOST_AUTO_TEST_CASE(status_and_bounds_are_sent_where_a_row_has_them) {
  ResultRows rows;
  rows.add(row_of(0, 0, "a", {std::uint64_t{1}}));
  rows.add(row_of(0, 0, "b", {std::monostate{}, CellStatus::kOverflow}));
  rows.add(row_of(0, 0, "c", {2.5, CellStatus::kApprox, 0.125}));
  const json cell = take(rows)["cells"][0];
  BOOST_TEST(cell["status"] == json({0, 2, 1}));
  BOOST_TEST(cell["bounds"] == json({0.0, 0.0, 0.125}));
  BOOST_TEST(cell["column"]["values"] == json({"1", nullptr, "2.5000000000000000e+0"}));
}

BOOST_AUTO_TEST_CASE(sums_past_64_bits_make_text_of_the_smaller_ones_beside_them) {
  ResultRows rows;
  rows.add(row_of(0, 0, "a", {std::int64_t{-7}}));
  rows.add(row_of(0, 0, "b", {std::string("-1267650600228229401496703205376")}));
  rows.add(row_of(0, 0, "c", {std::int64_t{INT64_MIN}}));
  BOOST_TEST(take(rows)["cells"][0]["column"]["values"] ==
             json({"-7", "-1267650600228229401496703205376", "-9223372036854775808"}));
}

BOOST_AUTO_TEST_CASE(a_bound_beyond_doubles_is_infinite_and_a_text) {
  ResultRows rows;
  rows.add({0, WindowBounds{0, 9}, 0, {}, {{0.1, CellStatus::kApprox, 0.5}, {std::uint64_t{1}}}});
  BOOST_TEST(take(rows)["bound_texts"].empty());
  const Cell far{std::string("-1.2345678901234567e+400"), CellStatus::kApprox, 0, "1.2e+385"};
  rows = {};
  rows.add({0, WindowBounds{0, 9}, 0, {}, {{0.1, CellStatus::kApprox, 0.5}, {std::uint64_t{1}}}});
  rows.add({0, WindowBounds{0, 9}, 0, {}, {far, {std::uint64_t{2}}}});
  const json body = take(rows);
  BOOST_TEST(body["cells"][0]["column"]["values"] ==
             json({"1.0000000000000001e-1", "-1.2345678901234567e+400"}));
  BOOST_TEST(body["cells"][0]["bounds"] == json({0.5, "inf"}));
  BOOST_TEST(body["bound_texts"][0] == json({{"encoding", "TEXT"}, {"values", {nullptr, "1.2e+385"}}}));
  BOOST_TEST(body["bound_texts"][1]["encoding"] == "NULL");
}

BOOST_AUTO_TEST_CASE(rows_of_events_windows_carry_their_time) {
  ResultRows rows;
  rows.add({0, WindowBounds{0, 10}, 0, {}, {{std::uint64_t{1}}}, 1000});
  rows.add({0, WindowBounds{5, 15}, 0, {}, {{std::uint64_t{1}}}, kEndOfTime});
  const json body = take(rows);
  BOOST_TEST(body["ends"] == json({10, 15}));
  BOOST_TEST(body["times"] == json({1000, INT64_MAX}));
}

BOOST_AUTO_TEST_CASE(a_frame_takes_what_its_columns_said_and_their_heads) {
  for (const std::size_t distinct : {1U, 50U, 100'000U}) {
    ResultRows rows;
    for (std::uint64_t n = 0; rows.bytes() < 128U << 10; ++n) {
      rows.add(row_of(0, static_cast<Timestamp>(n), "district " + std::to_string(n % distinct), {n}));
    }
    const std::size_t said = rows.bytes();
    const std::string bytes = rows.encode({FrameKind::kResult, 1, 1});
    BOOST_TEST(bytes.size() > 64U << 10);
    BOOST_TEST(bytes.size() < said + 300);
  }
}

BOOST_AUTO_TEST_CASE(a_row_of_any_size_is_a_frame) {
  ResultRows rows;
  rows.add(row_of(0, 0, std::string(1'000'000, 'x'), {std::uint64_t{1}}));
  BOOST_TEST(take(rows)["group"][0]["values"][0].get<std::string>().size() == 1'000'000U);
}

}  // namespace
}  // namespace horatio
