// SPDX-License-Identifier: Apache-2.0
#include "operator/process/event_intake.h"

#include <boost/test/unit_test.hpp>

#include "operator/process/fake_engine.h"

namespace horatio::process {
namespace {

Result<Intake> take(const ArrivedFrame& frame, const IntakeRules& rules = {3, 5, 0}) {
  const auto decoded = decode_frame(frame.bytes);
  BOOST_REQUIRE_MESSAGE(decoded.ok(), (decoded.ok() ? "" : decoded.error().message));
  return take_in(std::get<PanesFrame>(decoded->body), *fake_workload(), rules, frame.owner,
                 frame.bytes.size());
}

ErrorCode code(const ArrivedFrame& frame, const IntakeRules& rules = {3, 5, 0}) {
  const auto intake = take(frame, rules);
  BOOST_REQUIRE(!intake.ok());
  return intake.error().code;
}

BOOST_AUTO_TEST_CASE(rows_come_with_the_span_of_their_times) {
  const auto frame = arrived_panes({7, 4, 9}, 3);
  const auto intake = take(frame);
  BOOST_REQUIRE(intake.ok());
  BOOST_TEST(intake->events.rows == 3U);
  BOOST_TEST(intake->oldest == 4);
  BOOST_TEST(intake->newest == 9);
  BOOST_TEST(intake->events.batch.blocks.at(0).columns.at(0).text_at(2) == "x");
  BOOST_TEST(intake->events.batch.blocks.at(0).columns.at(1).is_null(0));
}

BOOST_AUTO_TEST_CASE(times_at_the_watermark_are_refused) {
  BOOST_CHECK(code(arrived_panes({7, 4}, 3), {3, 5, 4}) == ErrorCode::kProtocol);
}

BOOST_AUTO_TEST_CASE(foreign_key_groups_are_refused) {
  BOOST_CHECK(code(arrived_panes({7}, 2)) == ErrorCode::kProtocol);
  BOOST_CHECK(code(arrived_panes({7}, 6)) == ErrorCode::kProtocol);
}

// One row each of these types, without columns or with one that is NULL.
ArrivedFrame one_row_each(const std::vector<std::uint32_t>& types, std::size_t columns) {
  const std::int64_t time = 7;
  const std::uint16_t key_group = 3;
  const std::uint32_t arrivals[] = {0, 1};
  PanesFrame panes;
  for (const std::uint32_t type : types) {
    PanesBlock block;
    block.type = type;
    block.rows = 1;
    block.panes = {{INT64_MIN, 0, 1}};
    block.times = std::as_bytes(std::span(&time, 1));
    block.key_groups = std::as_bytes(std::span(&key_group, 1));
    block.arrivals = std::as_bytes(std::span(&arrivals[panes.blocks.size()], 1));
    block.columns.resize(columns, {ColumnEncoding::kNull, {}, {}, {}, {}});
    panes.blocks.push_back(block);
  }
  return arrived(panes);
}

BOOST_AUTO_TEST_CASE(types_that_nobody_asked_for_are_refused) {
  BOOST_TEST(take(one_row_each({0}, 1)).ok());
  BOOST_CHECK(code(one_row_each({1}, 0)) == ErrorCode::kBadFrame);  // read by no query
  BOOST_CHECK(code(one_row_each({2}, 0)) == ErrorCode::kBadFrame);  // not in the schema
}

BOOST_AUTO_TEST_CASE(a_type_comes_in_one_block) {
  BOOST_CHECK(code(one_row_each({0, 0}, 1)) == ErrorCode::kBadFrame);
}

}  // namespace
}  // namespace horatio::process
