// SPDX-License-Identifier: Apache-2.0
#include <boost/crc.hpp>
#include <boost/test/unit_test.hpp>
#include <span>
#include <string>
#include <vector>

#include "engine/plan/test_stream.h"

namespace horatio {
namespace {

using testing::TestEvent;
using testing::TestStream;
using Rows = std::vector<std::string>;

const std::string kSchema =
    "STREAM s (TYPE A (g STRING, d INT, f FLOAT, b BOOL, m DECIMAL(2), t TIMESTAMP), TYPE B (g STRING, d "
    "INT));";
const std::string kQuery =
    "QUERY q RETURN COUNT(*) PATTERN SEQ(A, B+) WHERE [d] GROUP BY g WITHIN 10 MILLISECONDS SLIDE 5 "
    "MILLISECONDS;";

TestEvent event(const std::string& type, Timestamp time, const std::string& g, std::int64_t d = 0,
                KeyGroup key_group = 0) {
  return {type, time, {Value{g}, Value{d}}, key_group};
}

Status restore(TestStream& stream, KeyGroup key_group, std::string_view bytes) {
  return stream.engine().restore(key_group, std::as_bytes(std::span(bytes)));
}

BOOST_AUTO_TEST_CASE(a_restored_engine_goes_on_as_the_first_does) {
  TestStream first(kSchema + kQuery);
  first.send(
      {event("A", 1, "x"), event("B", 3, "x"), event("A", 4, "y"), event("B", 8, "x"), event("B", 9, "y")});
  first.watermark(4);
  TestStream second(kSchema + kQuery);
  second.restore(0, first.snapshot(0));
  BOOST_TEST(second.engine().applied_watermark() == 4);
  BOOST_TEST(second.engine().stats().held_events == 2U);
  const Rows rows = first.end();
  BOOST_TEST(rows == (Rows{"q|0|10|x|3", "q|0|10|y|1"}), boost::test_tools::per_element());
  BOOST_TEST(second.end() == rows, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(an_advance_that_is_cut_half_way_is_one_to_the_newest_time_applied) {
  const std::vector<TestEvent> events = {event("A", 1, "x"), event("B", 3, "x"), event("A", 6, "x"),
                                         event("B", 6, "x"), event("B", 8, "x"), event("B", 12, "x")};
  TestStream first(kSchema + kQuery);
  first.send(events);
  BOOST_REQUIRE(!*first.engine().advance(20, 3));
  BOOST_TEST(first.engine().cut_advance() == 6);
  BOOST_TEST(first.engine().applied_watermark() == 6);
  BOOST_TEST(first.engine().stats().events_applied == 4U);  // both of time 6
  testing::RowText due(first.workload());
  BOOST_TEST(first.engine().emit(due, 100));
  TestStream whole(kSchema + kQuery);
  BOOST_TEST(due.rows == whole.send(events).watermark(6), boost::test_tools::per_element());
  BOOST_TEST(first.snapshot(0) == whole.snapshot(0));
  TestStream second(kSchema + kQuery);
  second.restore(0, first.snapshot(0));
  first.send({event("A", 7, "y"), event("B", 9, "y")});
  second.send({event("A", 7, "y"), event("B", 9, "y")});
  const Rows rows = whole.send({event("A", 7, "y"), event("B", 9, "y")}).watermark(20);
  BOOST_TEST(!rows.empty());
  BOOST_TEST(first.watermark(20) == rows, boost::test_tools::per_element());
  BOOST_TEST(second.watermark(20) == rows, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(key_groups_move_to_other_ranges) {
  TestStream whole(kSchema + kQuery);
  whole.send({event("A", 1, "x", 0, 2), event("A", 1, "y", 0, 5), event("B", 7, "x", 0, 2),
              event("B", 7, "y", 0, 5)});
  whole.watermark(3);
  TestStream left(kSchema + kQuery), right(kSchema + kQuery);
  left.restore(2, whole.snapshot(2));
  left.restore(3, whole.snapshot(3));
  right.restore(5, whole.snapshot(5));
  BOOST_TEST(left.end() == (Rows{"q|0|10|x|1"}), boost::test_tools::per_element());
  BOOST_TEST(right.end() == (Rows{"q|0|10|y|1"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(due_rows_that_have_not_left_come_first_and_once) {
  TestStream first(kSchema + "QUERY q RETURN COUNT(*) PATTERN A GROUP BY g WITHIN 10 MILLISECONDS;");
  first.send({event("A", 1, "x"), event("A", 2, "y"), event("A", 3, "z"), event("A", 12, "a")});
  BOOST_REQUIRE(first.engine().advance(9, 100).ok());
  testing::RowText sink(first.workload());
  BOOST_TEST(!first.engine().emit(sink, 1));
  TestStream second(first.shared_workload());
  second.restore(0, first.snapshot(0));
  testing::RowText rest(second.workload());
  BOOST_TEST(second.engine().emit(rest, 100));
  BOOST_TEST(sink.rows == (Rows{"q|0|10|x|1"}), boost::test_tools::per_element());
  BOOST_TEST(rest.rows == (Rows{"q|0|10|y|1", "q|0|10|z|1"}), boost::test_tools::per_element());
  BOOST_TEST(second.end() == (Rows{"q|10|20|a|1"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_group_half_summed_over_its_partitions_is_restored_whole) {
  TestStream first(kSchema + "QUERY q RETURN COUNT(*) PATTERN A WHERE [d] WITHIN 10 MILLISECONDS;");
  std::vector<TestEvent> events;
  for (std::int64_t d = 0; d < 3000; ++d) events.push_back(event("A", 1, "x", d));
  first.send(events);
  BOOST_REQUIRE(first.engine().advance(9, 10000).ok());
  testing::RowText sink(first.workload());
  for (int call = 0; call < 4; ++call) first.engine().emit(sink, 0);
  BOOST_TEST(sink.rows.empty());
  TestStream second(first.shared_workload());
  second.restore(0, first.snapshot(0));
  second.engine().emit(sink, 1);
  while (!second.engine().emit(sink, 1)) {
  }
  BOOST_TEST(sink.rows == (Rows{"q|0|10||3000"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_restored_due_window_gets_no_later_events) {
  TestStream first(kSchema + "QUERY q RETURN COUNT(*) PATTERN A GROUP BY g;");
  first.send({event("A", 1, "x")});
  BOOST_REQUIRE(first.engine().advance(kEndOfTime, 100).ok());
  TestStream second(first.shared_workload());
  second.restore(0, first.snapshot(0));
  second.send({event("A", 2, "x")});
  testing::RowText sink(second.workload());
  BOOST_TEST(second.engine().emit(sink, 100));
  BOOST_TEST(sink.rows == (Rows{"q||x|1"}), boost::test_tools::per_element());
  BOOST_TEST(second.end() == (Rows{"q||x|1"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(key_groups_restored_at_different_watermarks_keep_theirs) {
  const std::string query = "QUERY q RETURN COUNT(*) PATTERN A+ GROUP BY g WITHIN 10 MILLISECONDS;";
  TestStream ahead(kSchema + query), behind(kSchema + query);
  ahead.send({event("A", 1, "x", 0, 1)}).watermark(12);
  BOOST_TEST(behind.send({event("A", 1, "y", 0, 2)}).watermark(5).empty());
  TestStream merged(kSchema + query);
  merged.restore(1, ahead.snapshot(1));
  merged.restore(2, behind.snapshot(2));
  BOOST_TEST(merged.engine().applied_watermark() == 5);
  const Schema& schema = merged.workload().schema;
  BOOST_TEST((merged.engine().apply(testing::batch_of({event("A", 12, "x", 0, 1)}, schema)).error().code ==
              ErrorCode::kLateEvent));
  merged.send({event("A", 6, "y", 0, 2)});
  BOOST_TEST(merged.watermark(9) == (Rows{"q|0|10|y|3"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(state_is_found_by_canonical_text_whatever_the_order_of_queries) {
  const std::string other = "QUERY r RETURN COUNT(*) PATTERN A+ GROUP BY g WITHIN 10 MILLISECONDS;";
  TestStream first(kSchema + kQuery + other), second(kSchema + other + kQuery);
  first.send({event("A", 1, "x"), event("A", 2, "x"), event("B", 3, "x")}).watermark(4);
  second.restore(0, first.snapshot(0));
  BOOST_TEST(second.end() == first.end(), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_removed_query_is_dropped_and_a_new_one_starts_with_whole_windows) {
  const std::string old_query = "QUERY o RETURN COUNT(*) PATTERN A GROUP BY g WITHIN 10 MILLISECONDS;";
  const std::string new_query = "QUERY n RETURN COUNT(*) PATTERN A GROUP BY g WITHIN 10 MILLISECONDS;";
  const std::string unbounded = "QUERY u RETURN COUNT(*) PATTERN A GROUP BY g;";
  TestStream first(kSchema + old_query), second(kSchema + new_query + unbounded),
      third(kSchema + new_query + unbounded);
  first.send({event("A", 1, "x"), event("A", 14, "x")}).watermark(4);
  second.restore(0, first.snapshot(0));
  BOOST_TEST(second.engine().stats().skipped_partial == 3U);  // of n from 0 and from 10, of u the only one
  second.send({event("A", 16, "x")});
  second.watermark(15);
  // The fence travels with the state.
  third.restore(0, second.snapshot(0));
  BOOST_TEST(third.engine().stats().skipped_partial == 0U);
  third.send({event("A", 20, "x"), event("A", 21, "y")});
  BOOST_TEST(third.end() == (Rows{"n|20|30|x|1", "n|20|30|y|1"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(windows_that_had_begun_before_a_new_query_are_counted_for_each_key_group) {
  const auto skipped = [](const std::string& window, Timestamp watermark, Timestamp newest) {
    TestStream first(kSchema + "QUERY o RETURN COUNT(*) PATTERN A GROUP BY g WITHIN 10 MILLISECONDS;");
    first.send({event("A", newest, "x", 0, 1), event("A", newest, "y", 0, 2)});
    if (watermark != kBeforeTime) first.watermark(watermark);
    TestStream second(kSchema + "QUERY n RETURN COUNT(*) PATTERN A GROUP BY g " + window + ";");
    for (const KeyGroup key_group : {KeyGroup{1}, KeyGroup{2}})
      second.restore(key_group, first.snapshot(key_group));
    return second.engine().stats().skipped_partial;
  };
  BOOST_TEST(skipped("WITHIN 10 MILLISECONDS", 4, 5) == 2U);
  BOOST_TEST(skipped("WITHIN 10 MILLISECONDS", 9, 15) == 2U);   // from 10; that from 0 is over
  BOOST_TEST(skipped("WITHIN 10 MILLISECONDS", 19, 15) == 0U);  // all are over, none has begun
  BOOST_TEST(skipped("WITHIN 10 MILLISECONDS SLIDE 2 MILLISECONDS", 20, 21) ==
             10U);  // from 12, 14, 16, 18 and 20
  BOOST_TEST(skipped("WITHIN 2 MILLISECONDS SLIDE 10 MILLISECONDS", 14, 15) == 0U);  // between two windows
  BOOST_TEST(skipped("WITHIN 10 MILLISECONDS", kBeforeTime, 15) == 2U);
  BOOST_TEST(skipped("WITHIN 3 EVENTS", 4, 5) == 0U);
  BOOST_TEST(skipped("", 4, 5) == 2U);
}

BOOST_AUTO_TEST_CASE(a_new_query_starts_after_events_that_were_not_held_for_want_of_a_query) {
  TestStream first(kSchema + "QUERY o RETURN COUNT(*) PATTERN A GROUP BY g WITHIN 10 MILLISECONDS;");
  first.send({event("A", 1, "x"), event("B", 15, "x")}).watermark(4);
  TestStream second(kSchema + "QUERY n RETURN COUNT(*) PATTERN B GROUP BY g WITHIN 10 MILLISECONDS;");
  second.restore(0, first.snapshot(0));
  second.send({event("B", 16, "x"), event("B", 21, "x")});
  BOOST_TEST(second.end() == (Rows{"n|20|30|x|1"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_new_query_starts_after_rows_that_stayed_with_the_sender) {
  const std::string old_query = "QUERY o RETURN COUNT(*) PATTERN A GROUP BY g WITHIN 10 MILLISECONDS;";
  TestStream first(kSchema + old_query);
  first.send({event("A", 1, "x")}).watermark(4);
  first.engine().note_unsent(15);
  first.engine().note_unsent(kBeforeTime);
  TestStream second(kSchema + old_query +
                    "QUERY n RETURN COUNT(*) PATTERN B GROUP BY g WITHIN 10 MILLISECONDS;");
  second.restore(0, first.snapshot(0));
  second.send({event("A", 5, "x"), event("B", 16, "x"), event("B", 21, "x")});
  BOOST_TEST(second.end() == (Rows{"o|0|10|x|2", "n|20|30|x|1"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(held_events_lose_only_what_the_new_schema_does_not_have) {
  TestStream first(
      "STREAM s (TYPE A (g STRING, d INT, f FLOAT, b BOOL), TYPE B (g STRING));"
      "QUERY q RETURN COUNT(*) PATTERN A GROUP BY g WITHIN 10 MILLISECONDS;"
      "QUERY r RETURN COUNT(*) PATTERN B GROUP BY g WITHIN 10 MILLISECONDS;");
  first.send({{"A", 15, {Value{std::string("x")}, Value{std::int64_t{7}}, Value{0.5}, Value{true}}, 0},
              {"A", 16, {Value{std::string("x")}, Value{}, Value{}, Value{}}, 0},
              {"B", 17, {Value{std::string("x")}}, 0}});
  TestStream second(
      "STREAM s (TYPE A (new STRING, f FLOAT, d INT, g STRING));"
      "QUERY q RETURN COUNT(*) PATTERN A GROUP BY g WITHIN 10 MILLISECONDS;"
      "QUERY n RETURN COUNT(*) PATTERN A WHERE A.d = 7 AND A.f > 0 WITHIN 10 MILLISECONDS;");
  second.restore(0, first.snapshot(0));
  BOOST_TEST(second.engine().stats().held_events == 2U);
  second.send({{"A", 25, {Value{}, Value{0.5}, Value{std::int64_t{7}}, Value{std::string("x")}}, 0}});
  BOOST_TEST(second.end() == (Rows{"q|10|20|x|2", "n|20|30||1", "q|20|30|x|1"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(an_attribute_that_changed_its_type_is_refused_by_name) {
  TestStream first("STREAM s (TYPE A (d INT)); QUERY q RETURN COUNT(*) PATTERN A;");
  first.send({{"A", 15, {Value{std::int64_t{7}}}, 0}});
  TestStream second("STREAM s (TYPE A (d STRING)); QUERY q RETURN COUNT(*) PATTERN A;");
  const Status restored = restore(second, 0, first.snapshot(0));
  BOOST_REQUIRE(!restored.ok());
  BOOST_TEST((restored.error().code == ErrorCode::kBadState));
  BOOST_TEST(restored.error().message.find("attribute d of type A was INT and is now STRING") !=
             std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_query_whose_key_attribute_changed_its_type_starts_afresh) {
  TestStream first(
      "STREAM s (TYPE A (d INT)); QUERY q RETURN COUNT(*) PATTERN A GROUP BY d WITHIN 10 MILLISECONDS;");
  first.send({{"A", 1, {Value{std::int64_t{7}}}, 0}}).watermark(2);
  TestStream second(
      "STREAM s (TYPE A (d STRING)); QUERY q RETURN COUNT(*) PATTERN A GROUP BY d WITHIN 10 MILLISECONDS;");
  second.restore(0, first.snapshot(0));
  second.send({{"A", 11, {Value{std::string("7")}}, 0}});
  BOOST_TEST(second.end() == (Rows{"q|10|20|7|1"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(equal_times_keep_their_arrival_over_a_restore) {
  const std::string query = "QUERY q RETURN COUNT(*) PATTERN SEQ(A, B) TIES ARRIVAL;";
  TestStream first(kSchema + query);
  first.send({event("B", 5, "x"), event("A", 5, "x"), event("B", 5, "x")}).send({event("A", 5, "x")});
  TestStream second(kSchema + query);
  second.restore(0, first.snapshot(0));
  second.send({event("B", 5, "x")});
  BOOST_TEST(second.end() == (Rows{"q|||3"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(overflowed_and_largest_sums_survive) {
  std::vector<TestEvent> events;
  for (int i = 0; i < 65; ++i) events.push_back(event("A", i, "over"));
  for (int i = 0; i < 64; ++i) events.push_back(event("A", i, "largest"));
  for (const std::string numbers : {"U64", "EXACT"}) {
    const std::string query =
        "QUERY q RETURN COUNT(*) PATTERN A+ GROUP BY g WITHIN 1 SECOND NUMBERS " + numbers + ";";
    TestStream first(kSchema + query), second(kSchema + query);
    first.send(events).watermark(100);
    second.restore(0, first.snapshot(0));
    const std::string over = numbers == "U64" ? "OVERFLOW" : "36893488147419103231";
    BOOST_TEST(second.end() == (Rows{"q|0|1000|largest|18446744073709551615", "q|0|1000|over|" + over}),
               boost::test_tools::per_element());
  }
}

BOOST_AUTO_TEST_CASE(after_the_end_of_the_input_a_finite_watermark_is_stored) {
  const std::string query = "QUERY q RETURN COUNT(*) PATTERN A WITHIN 10 MILLISECONDS;";
  TestStream first(kSchema + query);
  first.send({event("A", 3, "x")}).watermark(2);
  BOOST_TEST(first.end().size() == 1U);
  TestStream second(kSchema + query);
  second.restore(0, first.snapshot(0));
  BOOST_TEST(second.engine().applied_watermark() == 9);
}

BOOST_AUTO_TEST_CASE(an_empty_key_group_has_a_snapshot_too) {
  TestStream first(kSchema + kQuery), second(kSchema + kQuery);
  first.watermark(4);
  second.restore(77, first.snapshot(77));
  BOOST_TEST(second.engine().applied_watermark() == 4);
  BOOST_TEST(second.end().empty());
}

std::string some_snapshot() {
  TestStream stream(kSchema + kQuery);
  stream.send({event("A", 1, "x"),
               event("B", 3, "x"),
               {"A", 6, {Value{std::string("y")}, Value{std::int64_t{1}}, Value{0.5}, Value{true}}, 0}});
  stream.watermark(4);
  return stream.snapshot(0);
}

BOOST_AUTO_TEST_CASE(a_snapshot_that_is_cut_off_anywhere_is_refused) {
  const std::string bytes = some_snapshot();
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    TestStream stream(kSchema + kQuery);
    const Status restored = restore(stream, 0, std::string_view(bytes).substr(0, size));
    BOOST_REQUIRE(!restored.ok());
    BOOST_REQUIRE((restored.error().code == ErrorCode::kBadState));
  }
}

BOOST_AUTO_TEST_CASE(a_snapshot_with_any_bit_turned_is_refused) {
  const std::string bytes = some_snapshot();
  for (std::size_t bit = 0; bit < bytes.size() * 8; bit += 5) {
    std::string damaged = bytes;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << (bit % 8)));
    TestStream stream(kSchema + kQuery);
    BOOST_REQUIRE(!restore(stream, 0, damaged).ok());
  }
}

// With the CRC made right again, what is inside must be checked by itself: nothing may crash or run for ever.
BOOST_AUTO_TEST_CASE(damage_behind_a_right_crc_never_harms) {
  const std::string bytes = some_snapshot();
  std::size_t refused = 0;
  for (std::size_t at = 8; at + 8 < bytes.size(); ++at) {
    for (const char value : {'\xFF', '\x7F', '\x01', '\x00'}) {
      std::string damaged = bytes.substr(0, bytes.size() - 8);
      damaged[at] = value;
      boost::crc_optimal<32, 0x1EDC6F41, 0xFFFFFFFF, 0xFFFFFFFF, true, true> crc;
      crc.process_bytes(damaged.data(), damaged.size());
      const std::uint32_t sum = crc.checksum();
      damaged.append(reinterpret_cast<const char*>(&sum), sizeof(sum));
      damaged.append(bytes.substr(bytes.size() - 4));
      TestStream stream(kSchema + kQuery);
      if (!restore(stream, 0, damaged).ok()) {
        ++refused;
        continue;
      }
      testing::RowText sink(stream.workload());
      if (stream.engine().advance(kEndOfTime, 1000).ok()) {
        while (!stream.engine().emit(sink, 100)) {
        }
      }
    }
  }
  BOOST_TEST(refused > bytes.size());
}

BOOST_AUTO_TEST_CASE(a_snapshot_of_another_key_group_or_version_is_refused_with_its_reason) {
  std::string bytes = some_snapshot();
  TestStream stream(kSchema + kQuery);
  BOOST_TEST(restore(stream, 1, bytes).error().message.find("it is of key group 0") != std::string::npos);
  bytes[4] = 9;
  BOOST_TEST(restore(stream, 0, bytes).error().message.find("format version 9") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_query_that_has_nothing_in_a_key_group_costs_eight_bytes_and_is_no_new_one) {
  const std::string other =
      "QUERY r RETURN COUNT(*) PATTERN SEQ(A, B) GROUP BY g WITHIN 10 MILLISECONDS SLIDE 5 MILLISECONDS;";
  const std::string added =
      "QUERY s RETURN COUNT(*) PATTERN SEQ(A, B) GROUP BY g WITHIN 10 MILLISECONDS SLIDE 5 MILLISECONDS;";
  TestStream one(kSchema + kQuery), two(kSchema + kQuery + other);
  for (TestStream* stream : {&one, &two}) {
    stream->send({event("A", 1, "x", 0, 2)});
    stream->watermark(3);
  }
  BOOST_TEST(two.snapshot(1).size() == one.snapshot(1).size() + sizeof(std::uint64_t));
  TestStream edited(kSchema + kQuery + other + added);
  edited.restore(1, two.snapshot(1));
  edited.send({event("A", 5, "y", 0, 1), event("B", 7, "y", 0, 1)});
  BOOST_TEST(edited.end() == (Rows{"q|0|10|y|1", "r|0|10|y|1", "q|5|15|y|1", "r|5|15|y|1", "s|5|15|y|1"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(applying_goes_on_unchanged_after_a_snapshot) {
  TestStream plain(kSchema + kQuery), snapped(kSchema + kQuery);
  for (Timestamp time = 1; time < 60; time += 3) {
    for (TestStream* stream : {&plain, &snapped}) {
      stream->send({event(time % 2 == 0 ? "A" : "B", time, "x"), event("B", time + 2, "x")});
    }
    snapped.snapshot(0);
    BOOST_TEST(snapped.watermark(time) == plain.watermark(time), boost::test_tools::per_element());
    snapped.snapshot(0);
  }
  BOOST_TEST(snapped.end() == plain.end(), boost::test_tools::per_element());
}

}  // namespace
}  // namespace horatio
