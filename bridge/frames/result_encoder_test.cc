// SPDX-License-Identifier: Apache-2.0
#include "bridge/frames/result_encoder.h"

#include <boost/test/unit_test.hpp>

#include "bridge/frames/frame_codec.h"
#include "bridge/frames/frame_json.h"

namespace horatio {
namespace {

using nlohmann::json;

ResultRow row_of(QueryId query, Timestamp start, const std::string& group, const Cell& cell) {
  return {query, WindowBounds{start, start + 10}, KeyGroup{5}, {Value{group}}, {cell}};
}

json take(ResultEncoder& encoder) {
  const std::string bytes = encoder.take({FrameKind::kResult, 7, 3});
  const auto frame = decode_frame(std::as_bytes(std::span(bytes)));
  BOOST_REQUIRE_MESSAGE(frame.ok(), (frame.ok() ? "" : frame.error().message));
  BOOST_TEST(frame.value().header.session == 7U);
  BOOST_TEST(frame.value().header.seq == 3U);
  return to_json(frame.value())["body"];
}

BOOST_AUTO_TEST_CASE(rows_come_back_as_they_were) {
  ResultEncoder encoder(1);
  encoder.accept(row_of(0, -20, "north", {std::uint64_t{3}}));
  encoder.accept(row_of(0, -10, "", {UINT64_MAX}));
  BOOST_TEST(encoder.rows() == 2U);
  const json body = take(encoder);
  BOOST_TEST(body["starts"] == json({-20, -10}));
  BOOST_TEST(body["ends"] == json({-10, 0}));
  BOOST_TEST(body["key_groups"] == json({5, 5}));
  BOOST_TEST(body["group"][0]["values"] == json({"north", ""}));
  BOOST_TEST(body["cells"][0]["column"] == json({{"encoding", "UINT64"}, {"values", {3, UINT64_MAX}}}));
  BOOST_TEST(body["cells"][0]["status"].empty());
  BOOST_TEST(body["cells"][0]["bounds"].empty());
  BOOST_TEST(encoder.empty());
  BOOST_TEST(encoder.bytes() == 0U);
}

BOOST_AUTO_TEST_CASE(rows_without_a_window_have_no_bounds_of_one) {
  ResultEncoder encoder(1);
  encoder.accept({0, std::nullopt, 0, {}, {{std::uint64_t{1}}}});
  const json body = take(encoder);
  BOOST_TEST(body["windowed"] == false);
  BOOST_TEST(body["starts"].empty());
  BOOST_TEST(body["group"].empty());
}

BOOST_AUTO_TEST_CASE(status_and_bounds_are_sent_where_a_row_has_them) {
  ResultEncoder encoder(1);
  encoder.accept(row_of(0, 0, "a", {std::uint64_t{1}}));
  encoder.accept(row_of(0, 0, "b", {std::monostate{}, CellStatus::kOverflow}));
  encoder.accept(row_of(0, 0, "c", {2.5, CellStatus::kApprox, 0.125}));
  const json cell = take(encoder)["cells"][0];
  BOOST_TEST(cell["status"] == json({0, 2, 1}));
  BOOST_TEST(cell["bounds"] == json({0.0, 0.0, 0.125}));
  BOOST_TEST(cell["column"]["values"] == json({"1", nullptr, "2.5"}));
}

BOOST_AUTO_TEST_CASE(a_frame_is_full_at_its_size_and_a_query_keeps_its_order) {
  ResultEncoder encoder(2, 4096);
  std::uint64_t sent = 0;
  while (!encoder.has_full_frame()) encoder.accept(row_of(1, 0, "g", {sent++}));
  encoder.accept(row_of(0, 0, "other", {std::uint64_t{1}}));
  encoder.accept(row_of(1, 0, "g", {sent++}));
  const json full = take(encoder);
  BOOST_TEST(full["rows"] == sent - 1);
  BOOST_TEST(full["query"] == 1);
  BOOST_TEST(!encoder.has_full_frame());
  const json first = take(encoder);
  BOOST_TEST(first["query"] == 0);
  const json last = take(encoder);
  BOOST_TEST(last["cells"][0]["column"]["values"] == json::array({sent - 1}));
  BOOST_TEST(encoder.empty());
}

BOOST_AUTO_TEST_CASE(a_row_larger_than_a_frame_is_a_frame_of_its_own) {
  ResultEncoder encoder(1, 1024);
  encoder.accept(row_of(0, 0, std::string(100'000, 'x'), {std::uint64_t{1}}));
  BOOST_TEST(encoder.has_full_frame());
  BOOST_TEST(take(encoder)["rows"] == 1);
}

BOOST_AUTO_TEST_CASE(frames_of_many_rows_are_near_the_size_asked_for) {
  ResultEncoder encoder(1);
  std::uint64_t n = 0;
  while (!encoder.has_full_frame()) {
    encoder.accept(row_of(0, static_cast<Timestamp>(n), "district " + std::to_string(n % 50), {n}));
    ++n;
  }
  const std::string bytes = encoder.take({FrameKind::kResult, 1, 1});
  BOOST_TEST(bytes.size() > 64U << 10);
  BOOST_TEST(bytes.size() < 240U << 10);
}

}  // namespace
}  // namespace horatio
