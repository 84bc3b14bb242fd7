// SPDX-License-Identifier: Apache-2.0
// How a session freezes its state at barriers and begins with a state.

#include <boost/test/unit_test.hpp>
#include <numeric>

#include "engine/model/crc32c.h"
#include "operator/process/fake_engine.h"
#include "operator/process/session.h"
#include "operator/process/small_disk.h"

namespace horatio::process {
namespace {

constexpr KeyGroup kLast = 3;

SessionTerms terms_of(std::uint64_t result_credit) {
  SessionTerms terms;
  terms.last_key_group = kLast;
  terms.result_credit = result_credit;
  terms.max_result_frame = 16U << 20;
  terms.held_limit = 200'000;
  terms.memory_limit = 1U << 30;
  return terms;
}

struct Fixture {
  explicit Fixture(std::uint64_t result_credit = 4U << 20) : Fixture(terms_of(result_credit)) {}
  explicit Fixture(const SessionTerms& terms) : session(fake_workload(), make_engine(), terms, out) {}

  std::unique_ptr<Engine> make_engine() {
    auto made = std::make_unique<FakeEngine>();
    engine = made.get();
    return made;
  }
  Activity settle() {
    Activity activity = Activity::kWorked;
    while (activity == Activity::kWorked) activity = session.step({});
    return activity;
  }
  Activity give(FrameBody body) {
    session.receive(arrived(std::move(body)));
    return settle();
  }
  void give_credit() { session.receive(arrived(ResultCreditFrame{std::exchange(out.result_bytes, 0U)})); }
  std::vector<std::uint64_t> acks() const {
    std::vector<std::uint64_t> ids;
    for (const auto& ack : out.all<BarrierAckFrame>()) ids.push_back(ack.checkpoint);
    return ids;
  }
  // The content of a key group; read at once, since views live no longer than the call.
  std::string read(std::uint64_t checkpoint, std::uint32_t key_group, std::uint64_t limit = 1000) {
    give(SnapshotFrame{checkpoint, key_group, 0, limit, {}});
    return out.chunks.empty() ? "none" : out.chunks.back();
  }
  void restore(std::uint32_t key_group, const std::string& content) {
    RestoreFrame frame;
    frame.key_group = key_group;
    frame.last = true;
    frame.chunk = std::as_bytes(std::span(content.data(), content.size()));
    crc = crc32c(content, crc);
    give(frame);
  }
  ErrorCode fault() {
    settle();
    BOOST_REQUIRE(session.fault().has_value());
    return session.fault()->code;
  }

  CollectedFrames out;
  FakeEngine* engine = nullptr;
  Session session;
  std::uint32_t crc = 0;
};

using Ids = std::vector<std::uint64_t>;

std::vector<std::int64_t> times_to(std::int64_t last) {
  std::vector<std::int64_t> times(static_cast<std::size_t>(last));
  std::iota(times.begin(), times.end(), 1);
  return times;
}

BOOST_AUTO_TEST_CASE(a_barrier_freezes_what_came_before_it_and_nothing_after) {
  Fixture f;
  f.session.receive(arrived_panes({1, 2, 3}));
  f.give(WatermarkFrame{2});
  f.session.receive(arrived(BarrierFrame{7, 42}));
  f.session.receive(arrived_panes({5}));
  f.settle();
  BOOST_TEST(f.engine->newest_unsent == 42);
  const auto acks = f.out.all<BarrierAckFrame>();
  BOOST_REQUIRE_EQUAL(acks.size(), 1U);
  BOOST_TEST(acks[0].checkpoint == 7U);
  BOOST_TEST(acks[0].watermark == 2);
  BOOST_TEST(f.read(7, 2) == "2:2 due held 1");
  BOOST_TEST(f.engine->stats().held_events == 2U);
}

BOOST_AUTO_TEST_CASE(the_acknowledgement_names_the_last_result) {
  Fixture f;
  f.give(BarrierFrame{1});
  BOOST_TEST(f.out.all<BarrierAckFrame>()[0].last_result_seq == 0U);
  f.session.receive(arrived_panes({1}));
  f.give(WatermarkFrame{1});
  const std::uint64_t drained = f.out.seq - 1;
  f.give(BarrierFrame{2});
  BOOST_TEST(f.out.all<BarrierAckFrame>()[1].last_result_seq == drained - 1);
}

BOOST_AUTO_TEST_CASE(rows_that_are_due_and_unsent_are_state_and_leave_after_the_barrier) {
  Fixture f(64U << 10);
  f.engine->group_bytes = 1000;
  f.session.receive(arrived_panes(times_to(2000)));
  BOOST_CHECK(f.give(WatermarkFrame{2000}) == Activity::kWaitsForResultCredit);
  // A barrier waits for no credit: what is formatted is covered.
  f.give(BarrierFrame{1});
  BOOST_REQUIRE((f.acks() == Ids{1}));
  const std::uint64_t before = f.out.all<BarrierAckFrame>()[0].last_result_seq;
  std::string content = f.read(1, 0, 1U << 20);
  const auto due = static_cast<std::uint64_t>(std::count(content.begin(), content.end(), ' ')) - 3;
  BOOST_TEST(due > 0U);
  std::uint64_t sent = 0;
  for (const auto& [seq, rows] : f.out.result_seqs) sent += seq <= before ? rows : 0;
  BOOST_TEST(sent + due == 2000U);
  while (f.settle() == Activity::kWaitsForResultCredit) f.give_credit();
  BOOST_TEST(f.out.rows == 2000U);
  BOOST_TEST(f.out.all<DrainedWatermarkFrame>().size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_barrier_does_not_wait_until_all_that_is_held_has_been_applied) {
  Fixture f;
  StepBudget budget;
  budget.events = 10;
  f.session.receive(arrived_panes(times_to(100)));
  f.session.receive(arrived(WatermarkFrame{100}));
  while (f.session.figures().events < 30) f.session.step(budget);
  f.session.receive(arrived_panes({101, 102}));
  f.session.receive(arrived(WatermarkFrame{101}));
  f.session.receive(arrived(BarrierFrame{1}));
  while (f.acks().empty()) BOOST_REQUIRE(f.session.step(budget) == Activity::kWorked);
  BOOST_TEST(f.session.figures().events == 30U);
  BOOST_TEST(f.out.rows == 30U);
  BOOST_TEST(f.out.all<DrainedWatermarkFrame>().empty());
  BOOST_TEST(f.read(1, 0) == "0:30 due held 72");
  f.settle();
  BOOST_TEST(f.out.rows == 101U);
  const auto drained = f.out.all<DrainedWatermarkFrame>();
  BOOST_REQUIRE_EQUAL(drained.size(), 2U);
  BOOST_TEST(drained[0].time == 100);
  BOOST_TEST(drained[1].time == 101);
}

BOOST_AUTO_TEST_CASE(a_barrier_comes_before_a_watermark_that_is_not_served_yet) {
  Fixture f;
  f.session.receive(arrived_panes({1, 2}));
  f.session.receive(arrived(WatermarkFrame{1}));
  f.session.receive(arrived(BarrierFrame{1}));
  f.settle();
  BOOST_TEST(f.read(1, 0).ends_with("due held 2"), f.read(1, 0));
  BOOST_TEST(f.out.rows == 1U);
}

BOOST_AUTO_TEST_CASE(event_frames_before_a_waiting_barrier_are_taken_over_and_their_credit_withheld) {
  Fixture f(64U << 10);
  f.engine->group_bytes = 1000;
  f.session.receive(arrived_panes(times_to(200)));
  f.give(WatermarkFrame{200});
  std::vector<std::int64_t> later(1000);
  std::iota(later.begin(), later.end(), 1000);
  for (int i = 0; i < 20; ++i) f.session.receive(arrived_panes(later));
  f.settle();
  const std::size_t credits = f.out.all<CreditFrame>().size();
  BOOST_TEST(credits < 21U);
  f.session.receive(arrived(BarrierFrame{1}));
  f.settle();
  BOOST_TEST(f.out.all<CreditFrame>().size() == credits);
  while (f.settle() == Activity::kWaitsForResultCredit) f.give_credit();
  BOOST_TEST((f.acks() == Ids{1}));
  std::uint64_t returned = 0,
                spent = std::max<std::uint64_t>(1024, arrived_panes(times_to(200)).bytes.size());
  spent += 20 * std::max<std::uint64_t>(1024, arrived_panes(later).bytes.size());
  for (const auto& credit : f.out.all<CreditFrame>()) returned += credit.bytes;
  BOOST_TEST(returned == spent);
}

BOOST_AUTO_TEST_CASE(a_state_is_read_in_pieces) {
  Fixture f;
  f.give(BarrierFrame{1});
  f.give(SnapshotFrame{1, 3, 2, 4, {}});
  const auto answers = f.out.all<SnapshotFrame>();
  BOOST_REQUIRE_EQUAL(answers.size(), 1U);
  BOOST_TEST(answers[0].offset == 2U);
  BOOST_TEST(answers[0].limit == f.read(1, 3).size());
  BOOST_TEST(f.out.chunks[0] == f.read(1, 3).substr(2, 4));
  f.give(SnapshotFrame{1, 3, 10'000, 4, {}});
  BOOST_TEST(f.out.chunks.back().empty());
}

BOOST_AUTO_TEST_CASE(a_released_state_is_gone_and_others_stay) {
  Fixture f;
  f.give(BarrierFrame{1});
  f.read(1, 0);
  f.give(BarrierFrame{2});
  f.give(ReleaseFrame{1});
  BOOST_TEST(f.read(2, 0) != "none");
  f.give(SnapshotFrame{1, 0, 0, 10, {}});
  BOOST_CHECK(f.fault() == ErrorCode::kProtocol);
}

BOOST_AUTO_TEST_CASE(a_barrier_frees_what_nobody_reads) {
  Fixture f;
  f.give(BarrierFrame{1});
  f.give(BarrierFrame{3});
  f.give(SnapshotFrame{1, 0, 0, 10, {}});
  BOOST_CHECK(f.fault() == ErrorCode::kProtocol);
}

BOOST_AUTO_TEST_CASE(a_third_barrier_waits_for_one_of_two_that_are_read) {
  Fixture f;
  for (const std::uint64_t id : {1U, 2U}) {
    f.give(BarrierFrame{id});
    f.read(id, 0);
  }
  BOOST_CHECK(f.give(BarrierFrame{3}) == Activity::kIdle);
  BOOST_TEST((f.acks() == Ids{1, 2}));
  f.give(ReleaseFrame{1});
  BOOST_TEST((f.acks() == Ids{1, 2, 3}));
}

BOOST_AUTO_TEST_CASE(checkpoints_have_ascending_ids) {
  Fixture f;
  f.give(BarrierFrame{5});
  f.give(BarrierFrame{5});
  BOOST_CHECK(f.fault() == ErrorCode::kProtocol);
}

BOOST_AUTO_TEST_CASE(a_barrier_after_the_end_of_the_input_is_answered) {
  Fixture f;
  f.give(EndOfInputFrame{});
  f.give(BarrierFrame{1});
  BOOST_TEST((f.acks() == Ids{1}));
}

BOOST_AUTO_TEST_CASE(a_state_comes_back_in_pieces_and_its_due_rows_come_before_any_watermark) {
  Fixture f;
  RestoreFrame piece;
  const std::string text = "due 5";
  const auto bytes = std::as_bytes(std::span(text.data(), text.size()));
  piece.key_group = 1;
  piece.chunk = bytes.first(2);
  f.give(piece);
  piece.offset = 2;
  piece.last = true;
  piece.chunk = bytes.subspan(2);
  f.give(piece);
  f.crc = crc32c(text);
  f.restore(2, "empty");
  BOOST_TEST((f.engine->restored == std::vector<std::string>{"1=due 5", "2=empty"}),
             boost::test_tools::per_element());
  BOOST_TEST(f.out.all<CreditFrame>().size() == 3U);
  f.engine->skipped_partial = 5;
  f.give(RestoreDoneFrame{0, kLast, 2, f.crc});
  BOOST_TEST(f.out.all<RestoreDoneFrame>().at(0).skipped_partial == 5U);
  BOOST_TEST(f.session.figures().skipped_partial == 5U);
  f.give(WatermarkFrame{1});
  std::vector<std::size_t> kinds;
  for (const FrameBody& body : f.out.bodies) {
    if (!std::holds_alternative<CreditFrame>(body)) kinds.push_back(body.index() + 1);
  }
  BOOST_TEST((kinds == std::vector<std::size_t>{4, 11, 12}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(what_was_not_restored_as_it_was_sent_is_refused) {
  const auto code = [](auto what) {
    Fixture f;
    what(f);
    return f.fault();
  };
  BOOST_CHECK(code([](Fixture& f) { f.restore(0, "bad"); }) == ErrorCode::kBadState);
  BOOST_CHECK(code([](Fixture& f) { f.restore(kLast + 1, "x"); }) == ErrorCode::kProtocol);
  BOOST_CHECK(code([](Fixture& f) { f.restore(0, "x"), f.restore(0, "x"); }) == ErrorCode::kProtocol);
  BOOST_CHECK(code([](Fixture& f) {
                f.restore(0, "x"), f.give(RestoreDoneFrame{0, kLast, 1, f.crc + 1});
              }) == ErrorCode::kBadState);
  BOOST_CHECK(code([](Fixture& f) {
                f.restore(0, "x"), f.give(RestoreDoneFrame{0, kLast, 2, f.crc});
              }) == ErrorCode::kProtocol);
  BOOST_CHECK(code([](Fixture& f) { f.give(RestoreFrame{0, 1, true, {}}); }) == ErrorCode::kProtocol);
  BOOST_CHECK(code([](Fixture& f) {
                f.give(RestoreFrame{}), f.give(RestoreFrame{1, 0, true, {}});
              }) == ErrorCode::kProtocol);
  BOOST_CHECK(code([](Fixture& f) {
                f.give(RestoreFrame{}), f.give(RestoreDoneFrame{0, kLast, 0, 0});
              }) == ErrorCode::kProtocol);
  BOOST_CHECK(code([](Fixture& f) { f.give(WatermarkFrame{1}), f.restore(0, "x"); }) == ErrorCode::kProtocol);
}

BOOST_AUTO_TEST_CASE(a_spool_reads_the_same_from_memory_and_from_a_file) {
  for (const std::size_t memory : {0U, 5U, 1000U}) {
    StateSpool spool(memory);
    std::string all;
    for (int i = 0; i < 50; ++i) {
      const std::string bytes = std::to_string(i);
      BOOST_REQUIRE(spool.append(bytes).ok());
      all += bytes;
    }
    BOOST_REQUIRE(spool.finish().ok());
    BOOST_TEST(spool.size() == all.size());
    BOOST_TEST(*spool.read(3, 10) == all.substr(3, 10));
    BOOST_TEST(*spool.read(80, 1000) == all.substr(80));
    BOOST_TEST(spool.read(1000, 1)->empty());
    BOOST_TEST((spool.memory_bytes() > all.size()) == (memory == 1000));
  }
}

BOOST_AUTO_TEST_CASE(a_full_disk_or_a_missing_folder_ends_the_session_with_the_reason) {
  for (const char* folder : {"/tmp", "/nowhere"}) {
    SessionTerms terms = terms_of(4U << 20);
    terms.memory_limit = 160;
    Fixture f(terms);
    const SmallDisk disk(folder, 20);
    f.session.receive(arrived(BarrierFrame{1}));
    BOOST_CHECK(f.fault() == ErrorCode::kFile);
    BOOST_TEST(f.session.fault()->message.find(folder) != std::string::npos, f.session.fault()->message);
    BOOST_TEST(f.session.fault()->remedy.find("TMPDIR") != std::string::npos);
  }
}

BOOST_AUTO_TEST_CASE(a_spool_whose_disk_is_full_takes_nothing_more) {
  const SmallDisk disk("/tmp", 64);
  StateSpool spool(8);
  Status last;
  for (int i = 0; i < 100 && last.ok(); ++i) last = spool.append(noise(60));
  BOOST_REQUIRE(!last.ok());
  BOOST_CHECK(last.error().code == ErrorCode::kFile);
  BOOST_CHECK(!spool.finish().ok());
}

BOOST_AUTO_TEST_CASE(a_spool_holds_no_more_than_its_memory_limit_on_the_way_to_the_file) {
  constexpr std::size_t kLimit = 100'000;
  StateSpool spool(kLimit);
  for (int i = 0; i < 200; ++i) {
    BOOST_REQUIRE(spool.append(noise(30'000)).ok());
    BOOST_TEST(spool.memory_bytes() <= 2 * kLimit);  // in memory its capacity doubles
  }
  BOOST_REQUIRE(spool.append(noise(10 * kLimit)).ok());
  BOOST_TEST(spool.memory_bytes() <= kLimit);
  BOOST_REQUIRE(spool.finish().ok());
  BOOST_TEST((*spool.read(30'000 * 200 + 5, 1000) == noise(10 * kLimit).substr(5, 1000)));
}

BOOST_AUTO_TEST_CASE(a_spool_gives_back_the_memory_of_what_is_written) {
  StateSpool spool(5'000);
  BOOST_TEST(spool.buffer().capacity() < 1000U);
  std::string bytes = spool.buffer();
  while (bytes.capacity() < 1000) {
    BOOST_REQUIRE(spool.append(std::string(1000, 'x')).ok());
    bytes = spool.buffer();
  }
  BOOST_TEST(bytes.empty());
}

BOOST_AUTO_TEST_CASE(crc_32c_is_that_of_the_standard_however_it_is_cut) {
  BOOST_TEST(crc32c("123456789") == 0xE3069283U);
  const std::string text = "the quick brown fox jumps over the lazy dog";
  for (std::size_t cut = 0; cut <= text.size(); ++cut) {
    BOOST_TEST(crc32c(text.substr(cut), crc32c(text.substr(0, cut))) == crc32c(text));
  }
}

}  // namespace
}  // namespace horatio::process
