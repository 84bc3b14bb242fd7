// SPDX-License-Identifier: Apache-2.0
#include "bridge/frames/panes_reader.h"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>

#include "bridge/frames/frame_codec.h"
#include "bridge/frames/panes_builder.h"

namespace horatio {
namespace {

Schema ride_schema() {
  Schema schema;
  schema.stream = "Rides";
  schema.types = {{"Travel",
                   {{"district", {AttributeKind::kString}},
                    {"speed", {AttributeKind::kFloat}},
                    {"unused", {AttributeKind::kInt}},
                    {"fare", {AttributeKind::kDecimal, 2}},
                    {"shared", {AttributeKind::kBool}}}},
                  {"Pickup", {{"district", {AttributeKind::kString}}}}};
  return schema;
}

const SentColumns kSent = {{0, 1, 3, 4}, {0}};

std::vector<Value> travel(const char* district, double speed, std::int64_t fare) {
  return {std::string(district), speed, fare, true};
}

struct Read {
  std::shared_ptr<const std::string> message;
  Result<PanesEvents> events;
};

Read read(PanesBuilder& builder, const SentColumns& sent = kSent) {
  auto message = std::make_shared<const std::string>(builder.encode(7, 1, 99));
  const auto frame = decode_frame(std::as_bytes(std::span(*message)));
  BOOST_REQUIRE(frame.ok());
  const auto& panes = std::get<PanesFrame>(frame.value().body);
  return {message, read_panes(panes, ride_schema(), sent, message, message->size())};
}

BOOST_AUTO_TEST_CASE(events_are_read_in_place_by_type_and_attribute) {
  PanesBuilder builder;
  builder.add(0, -5, -10, 3, travel("north", 1.5, 250));
  builder.add(1, 4, 0, 4, std::vector<Value>{Value{}});
  builder.add(0, 7, 0, 5, travel("south", -0.5, -1));
  auto [message, events] = read(builder);
  BOOST_REQUIRE(events.ok());
  const EventBatch& batch = events.value().batch;
  BOOST_TEST(events.value().rows == 3U);
  BOOST_TEST(batch.bytes == message->size());
  BOOST_REQUIRE(batch.blocks.size() == 2U);
  const EventBlock& travels = batch.blocks[0];
  BOOST_TEST(travels.time(0) == -5);
  BOOST_TEST(travels.key_group(1) == 5);
  BOOST_TEST(travels.arrival(1) == 2U);
  BOOST_REQUIRE(travels.columns.size() == 5U);
  BOOST_TEST(travels.columns[0].text_at(1) == "south");
  BOOST_TEST(travels.columns[1].float_at(0) == 1.5);
  BOOST_TEST(travels.columns[2].is_null(0));
  BOOST_TEST(travels.columns[3].int_at(1) == -1);
  BOOST_TEST(travels.columns[4].bool_at(0));
  BOOST_TEST(batch.blocks[1].type == 1);
  BOOST_TEST(batch.blocks[1].columns[0].is_null(0));
}

BOOST_AUTO_TEST_CASE(the_batch_keeps_the_message_alive) {
  PanesBuilder builder;
  builder.add(1, 1, 0, 0, std::vector<Value>{std::string("a text that is not short at all")});
  auto [message, events] = read(builder);
  BOOST_REQUIRE(events.ok());
  const std::weak_ptr<const std::string> watch = message;
  message.reset();
  BOOST_TEST(!watch.expired());
  BOOST_TEST(events.value().batch.blocks[0].columns[0].text_at(0) == "a text that is not short at all");
  events.value().batch = {};
  BOOST_TEST(watch.expired());
}

BOOST_AUTO_TEST_CASE(floats_that_are_not_finite_read_as_null_and_are_counted) {
  PanesBuilder builder;
  const double inf = std::numeric_limits<double>::infinity();
  for (const double speed : {1.0, std::nan(""), inf, -inf, 2.0})
    builder.add(0, 1, 0, 0, travel("d", speed, 0));
  std::vector<Value> without = travel("d", 0, 0);
  without[1] = Value{};
  builder.add(0, 1, 0, 0, without);
  auto [message, events] = read(builder);
  BOOST_REQUIRE(events.ok());
  BOOST_TEST(events.value().nonfinite == 3U);
  const ColumnView& speeds = events.value().batch.blocks[0].columns[1];
  for (const std::uint32_t row : {1U, 2U, 3U, 5U}) BOOST_TEST(speeds.is_null(row));
  BOOST_TEST(!speeds.is_null(0));
  BOOST_TEST(speeds.float_at(4) == 2.0);
  BOOST_TEST(events.value().batch.bytes > message->size());
}

void refused(PanesBuilder& builder, const std::string& with, const SentColumns& sent = kSent) {
  const auto [message, events] = read(builder, sent);
  BOOST_REQUIRE(!events.ok());
  BOOST_TEST(static_cast<int>(events.error().code) == static_cast<int>(ErrorCode::kBadFrame));
  BOOST_TEST(events.error().message == with);
}

BOOST_AUTO_TEST_CASE(a_type_that_the_schema_has_not_is_refused) {
  PanesBuilder builder;
  builder.add(2, 1, 0, 0, {});
  refused(builder, "PANES block 0: type 2, the schema has 2 types");
}

BOOST_AUTO_TEST_CASE(another_number_of_columns_than_promised_is_refused) {
  PanesBuilder builder;
  builder.add(1, 1, 0, 0, travel("d", 1, 1));
  refused(builder, "PANES block 0: Pickup has 4 columns, expected 1");
}

BOOST_AUTO_TEST_CASE(an_encoding_that_does_not_fit_the_declared_type_is_refused) {
  PanesBuilder builder;
  builder.add(0, 1, 0, 0, travel("d", 1, 1));
  builder.add(1, 1, 0, 0, std::vector<Value>{std::int64_t{1}});
  refused(builder, "PANES block 1: Pickup.district is STRING, which encoding 0 does not hold");
}

}  // namespace
}  // namespace horatio
