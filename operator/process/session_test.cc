// SPDX-License-Identifier: Apache-2.0
#include "operator/process/session.h"

#include <boost/test/unit_test.hpp>
#include <numeric>

#include "operator/process/fake_engine.h"

namespace horatio::process {
namespace {

SessionTerms wide_terms() {
  SessionTerms terms;
  terms.last_key_group = 127;
  terms.result_credit = 4U << 20;
  terms.max_result_frame = 16U << 20;
  terms.held_limit = 64U << 20;
  terms.memory_limit = 1U << 30;
  return terms;
}

struct Fixture {
  explicit Fixture(const SessionTerms& terms = wide_terms())
      : session(fake_workload(), make_engine(), terms, out) {}

  std::unique_ptr<Engine> make_engine() {
    auto made = std::make_unique<FakeEngine>();
    engine = made.get();
    return made;
  }
  // Steps until nothing more happens by itself.
  Activity settle(StepBudget budget = {}) {
    Activity activity = Activity::kWorked;
    while (activity == Activity::kWorked) activity = session.step(budget);
    return activity;
  }
  ErrorCode fault_code() const {
    const auto errors = out.all<ErrorFrame>();
    BOOST_REQUIRE_EQUAL(errors.size(), 1U);
    BOOST_REQUIRE(session.fault().has_value());
    BOOST_CHECK_EQUAL(errors[0].code, static_cast<std::uint32_t>(session.fault()->code));
    return session.fault()->code;
  }
  std::vector<std::int64_t> drained() const {
    std::vector<std::int64_t> times;
    for (const auto& frame : out.all<DrainedWatermarkFrame>()) times.push_back(frame.time);
    return times;
  }

  CollectedFrames out;
  FakeEngine* engine = nullptr;
  Session session;
};

std::vector<std::int64_t> times_to(std::int64_t last) {
  std::vector<std::int64_t> times(static_cast<std::size_t>(last));
  std::iota(times.begin(), times.end(), 1);
  return times;
}

using Times = std::vector<std::int64_t>;

BOOST_AUTO_TEST_CASE(a_watermark_is_answered_after_the_results_it_completes) {
  Fixture f;
  f.session.receive(arrived_panes({1, 2, 3}));
  f.session.receive(arrived(WatermarkFrame{2}));
  BOOST_CHECK(f.settle() == Activity::kIdle);
  BOOST_REQUIRE_EQUAL(f.out.bodies.size(), 3U);
  BOOST_CHECK(std::holds_alternative<CreditFrame>(f.out.bodies[0]));
  BOOST_CHECK_EQUAL(std::get<ResultFrame>(f.out.bodies[1]).rows, 2U);
  BOOST_CHECK_EQUAL(std::get<DrainedWatermarkFrame>(f.out.bodies[2]).time, 2);
}

BOOST_AUTO_TEST_CASE(a_frame_spends_its_size_but_at_least_a_kibibyte) {
  Fixture f;
  const auto small = arrived_panes({1});
  const auto large = arrived_panes(times_to(1000));
  f.session.receive(small);
  f.session.receive(large);
  f.settle();
  const auto credits = f.out.all<CreditFrame>();
  BOOST_REQUIRE_EQUAL(credits.size(), 2U);
  BOOST_CHECK_EQUAL(credits[0].bytes, 1024U);
  BOOST_CHECK_EQUAL(credits[1].bytes, large.bytes.size());
}

BOOST_AUTO_TEST_CASE(the_end_of_input_makes_everything_due_and_is_answered_with_the_greatest_time) {
  Fixture f;
  f.session.receive(arrived_panes({5, 9}));
  f.session.receive(arrived(WatermarkFrame{4}));
  f.session.receive(arrived(EndOfInputFrame{}));
  f.settle();
  BOOST_CHECK_EQUAL(f.out.rows, 2U);
  BOOST_CHECK_EQUAL(f.drained().back(), kEndOfTime);
}

BOOST_AUTO_TEST_CASE(the_end_of_input_after_the_greatest_watermark_is_answered_again) {
  Fixture f;
  f.session.receive(arrived(WatermarkFrame{kEndOfTime}));
  f.settle();
  f.session.receive(arrived(EndOfInputFrame{}));
  f.settle();
  BOOST_CHECK(f.drained() == (Times{kEndOfTime, kEndOfTime}));
  BOOST_CHECK_EQUAL(f.engine->advances, 1);
}

BOOST_AUTO_TEST_CASE(waiting_watermarks_are_served_as_their_newest) {
  SessionTerms terms = wide_terms();
  terms.result_credit = 64U << 10;
  Fixture f(terms);
  f.engine->group_bytes = 1000;
  f.session.receive(arrived_panes(times_to(200)));
  f.session.receive(arrived(WatermarkFrame{150}));
  BOOST_CHECK(f.settle() == Activity::kWaitsForResultCredit);
  f.session.receive(arrived(WatermarkFrame{151}));
  f.session.receive(arrived(WatermarkFrame{152}));
  f.session.receive(arrived(WatermarkFrame{200}));
  while (f.settle() == Activity::kWaitsForResultCredit) {
    f.session.receive(arrived(ResultCreditFrame{std::exchange(f.out.result_bytes, 0U)}));
  }
  BOOST_CHECK(f.drained() == (Times{150, 200}));
  BOOST_CHECK_EQUAL(f.engine->advances, 2);
  BOOST_CHECK_EQUAL(f.out.rows, 200U);
}

BOOST_AUTO_TEST_CASE(results_never_exceed_their_credit) {
  SessionTerms terms = wide_terms();
  terms.result_credit = 256U << 10;
  Fixture f(terms);
  f.engine->group_bytes = 500;
  f.session.receive(arrived_panes(times_to(5000)));
  f.session.receive(arrived(WatermarkFrame{5000}));
  std::size_t windows = 0;
  while (f.settle({100'000, 64}) == Activity::kWaitsForResultCredit) {
    BOOST_REQUIRE_LE(f.out.result_bytes, terms.result_credit);
    BOOST_REQUIRE_LE(f.session.figures().unsent_result_bytes, 1U << 20);
    f.session.receive(arrived(ResultCreditFrame{std::exchange(f.out.result_bytes, 0U)}));
    ++windows;
  }
  BOOST_CHECK_EQUAL(f.out.rows, 5000U);
  BOOST_CHECK_GT(windows, 5U);
  BOOST_CHECK_LE(f.out.largest_result, 129U << 10);
  BOOST_CHECK(f.drained() == Times{5000});
}

BOOST_AUTO_TEST_CASE(more_result_credit_than_was_spent_is_an_error) {
  Fixture f;
  f.session.receive(arrived(ResultCreditFrame{1}));
  BOOST_CHECK(f.settle() == Activity::kEnded);
  BOOST_CHECK(f.fault_code() == ErrorCode::kProtocol);
}

BOOST_AUTO_TEST_CASE(a_row_that_no_credit_covers_ends_the_session_with_the_reason) {
  SessionTerms terms = wide_terms();
  terms.result_credit = 64U << 10;
  Fixture f(terms);
  f.engine->group_bytes = 70'000;
  f.session.receive(arrived_panes({1}));
  f.session.receive(arrived(WatermarkFrame{1}));
  BOOST_CHECK(f.settle() == Activity::kEnded);
  BOOST_CHECK(f.fault_code() == ErrorCode::kLimitExceeded);
}

BOOST_AUTO_TEST_CASE(while_results_wait_events_are_taken_over_up_to_half_of_the_limit) {
  SessionTerms terms = wide_terms();
  terms.result_credit = 64U << 10;
  terms.held_limit = 200'000;
  Fixture f(terms);
  f.engine->group_bytes = 1000;
  f.session.receive(arrived_panes(times_to(200)));
  f.session.receive(arrived(WatermarkFrame{200}));
  f.settle();
  Times later(1000);
  std::iota(later.begin(), later.end(), 1000);
  for (int i = 0; i < 20; ++i) f.session.receive(arrived_panes(later));
  BOOST_CHECK(f.settle() == Activity::kWaitsForResultCredit);
  const std::size_t held = f.session.figures().held_bytes;
  BOOST_CHECK_GE(held, terms.held_limit / 2);
  BOOST_CHECK_LT(held, terms.held_limit / 2 + 25'000);
  f.session.receive(arrived(WatermarkFrame{5000}));
  while (f.settle() == Activity::kWaitsForResultCredit) {
    f.session.receive(arrived(ResultCreditFrame{std::exchange(f.out.result_bytes, 0U)}));
  }
  BOOST_CHECK_EQUAL(f.out.rows, 20'200U);
  BOOST_CHECK_EQUAL(f.out.all<CreditFrame>().size(), 21U);
  BOOST_CHECK(f.drained() == (Times{200, 5000}));
}

BOOST_AUTO_TEST_CASE(a_watermark_that_stands_still_under_too_many_events_ends_the_session) {
  SessionTerms terms = wide_terms();
  terms.held_limit = 50'000;
  Fixture f(terms);
  f.session.receive(arrived(WatermarkFrame{0}));
  for (int i = 0; i < 10; ++i) f.session.receive(arrived_panes(times_to(1000)));
  BOOST_CHECK(f.settle() == Activity::kEnded);
  BOOST_CHECK(f.fault_code() == ErrorCode::kHeldLimit);
  const std::string& message = f.session.fault()->message;
  BOOST_TEST(message.find("the watermark stands at 0") != std::string::npos, message);
  BOOST_TEST(message.find("from 1 to 1000") != std::string::npos, message);
}

BOOST_AUTO_TEST_CASE(events_over_the_limit_are_taken_over_when_a_watermark_waits_behind_them) {
  SessionTerms terms = wide_terms();
  terms.held_limit = 50'000;
  Fixture f(terms);
  for (int i = 0; i < 10; ++i) f.session.receive(arrived_panes(times_to(1000)));
  f.session.receive(arrived(WatermarkFrame{1000}));
  f.session.receive(arrived(ResultCreditFrame{0}));
  BOOST_CHECK(f.settle() == Activity::kIdle);
  BOOST_CHECK_EQUAL(f.out.rows, 10'000U);
}

BOOST_AUTO_TEST_CASE(sixteen_watermarks_may_be_unanswered_and_no_more) {
  Fixture f;
  for (std::int64_t time = 1; time <= 16; ++time) f.session.receive(arrived(WatermarkFrame{time}));
  BOOST_CHECK(f.settle() == Activity::kIdle);
  BOOST_CHECK_EQUAL(f.drained().back(), 16);
  for (std::int64_t time = 17; time <= 33; ++time) f.session.receive(arrived(WatermarkFrame{time}));
  BOOST_CHECK(f.settle() == Activity::kEnded);
  BOOST_CHECK(f.fault_code() == ErrorCode::kProtocol);
}

BOOST_AUTO_TEST_CASE(a_watermark_may_stand_but_not_go_back) {
  Fixture f;
  f.session.receive(arrived(WatermarkFrame{10}));
  f.settle();
  f.session.receive(arrived(WatermarkFrame{10}));
  BOOST_CHECK(f.settle() == Activity::kIdle);
  f.session.receive(arrived(WatermarkFrame{9}));
  BOOST_CHECK(f.settle() == Activity::kEnded);
  BOOST_CHECK(f.fault_code() == ErrorCode::kProtocol);
}

BOOST_AUTO_TEST_CASE(a_row_at_the_watermark_before_it_is_an_error) {
  Fixture f;
  f.session.receive(arrived(WatermarkFrame{10}));
  f.session.receive(arrived_panes({11, 10}));
  BOOST_CHECK(f.settle() == Activity::kEnded);
  BOOST_CHECK(f.fault_code() == ErrorCode::kProtocol);
  BOOST_TEST(f.session.fault()->message.find("time 10") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_row_of_a_foreign_key_group_is_an_error) {
  Fixture f;
  f.session.receive(arrived_panes({11}, 128));
  f.settle();
  BOOST_CHECK(f.fault_code() == ErrorCode::kProtocol);
}

BOOST_AUTO_TEST_CASE(nothing_but_goodbye_follows_the_end_of_input) {
  Fixture f;
  f.session.receive(arrived(EndOfInputFrame{}));
  f.settle();
  f.session.receive(arrived_panes({1}));
  f.settle();
  BOOST_CHECK(f.fault_code() == ErrorCode::kProtocol);
}

BOOST_AUTO_TEST_CASE(a_change_of_queries_is_refused_with_the_remedy) {
  Fixture f;
  f.session.receive(arrived(QueryChangeFrame{}));
  f.settle();
  BOOST_CHECK(f.fault_code() == ErrorCode::kNotAvailable);
  BOOST_TEST(!f.session.fault()->remedy.empty());
}

BOOST_AUTO_TEST_CASE(an_empty_restore_is_answered) {
  Fixture f;
  f.session.receive(arrived(RestoreDoneFrame{0, 127, 0, 0}));
  BOOST_CHECK(f.settle() == Activity::kIdle);
  BOOST_REQUIRE_EQUAL(f.out.all<RestoreDoneFrame>().size(), 1U);
  BOOST_CHECK_EQUAL(f.out.all<RestoreDoneFrame>()[0].last_key_group, 127U);
}

BOOST_AUTO_TEST_CASE(goodbye_overtakes_what_waits_and_is_answered) {
  Fixture f;
  for (int i = 0; i < 3; ++i) f.session.receive(arrived_panes({1}));
  f.session.receive(arrived(ByeFrame{}));
  BOOST_CHECK(f.settle() == Activity::kEnded);
  BOOST_REQUIRE_EQUAL(f.out.bodies.size(), 1U);
  BOOST_CHECK(std::holds_alternative<ByeFrame>(f.out.bodies[0]));
  BOOST_CHECK(!f.session.fault());
}

BOOST_AUTO_TEST_CASE(frames_that_only_the_process_sends_are_refused) {
  for (const FrameBody& body :
       std::vector<FrameBody>{HelloOkFrame{}, BarrierAckFrame{}, DrainedWatermarkFrame{}, CreditFrame{},
                              RejectedFrame{}, PongFrame{}}) {
    Fixture f;
    f.session.receive(arrived(body));
    f.settle();
    BOOST_CHECK(f.fault_code() == ErrorCode::kProtocol);
  }
}

BOOST_AUTO_TEST_CASE(a_truncated_frame_ends_the_session_with_the_reason) {
  Fixture f;
  auto frame = arrived_panes({1, 2});
  frame.bytes = frame.bytes.first(frame.bytes.size() - 3);
  f.session.receive(frame);
  f.settle();
  BOOST_CHECK(f.fault_code() == ErrorCode::kBadFrame);
}

BOOST_AUTO_TEST_CASE(state_over_the_memory_limit_ends_the_session) {
  SessionTerms terms = wide_terms();
  terms.memory_limit = 1000;
  Fixture f(terms);
  f.engine->state_bytes = 1001;
  BOOST_CHECK(f.settle() == Activity::kEnded);
  BOOST_CHECK(f.fault_code() == ErrorCode::kMemory);
}

BOOST_AUTO_TEST_CASE(the_work_of_a_step_is_bounded_by_its_budget) {
  Fixture f;
  f.session.receive(arrived_panes(times_to(1000)));
  f.session.receive(arrived(WatermarkFrame{1000}));
  const StepBudget budget{10, 10};
  std::uint64_t before = 0;
  Activity activity = Activity::kWorked;
  while (activity == Activity::kWorked) {
    activity = f.session.step(budget);
    BOOST_REQUIRE_LE(f.session.figures().events - before, 10U);
    before = f.session.figures().events;
  }
  BOOST_CHECK_EQUAL(f.out.rows, 1000U);
}

}  // namespace
}  // namespace horatio::process
