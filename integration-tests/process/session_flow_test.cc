// SPDX-License-Identifier: Apache-2.0
// Sessions of the real process over real sockets: answers, flow control, several at once.
#include <signal.h>

#include "integration-tests/process/process_fixture.h"

namespace horatio::testing {
namespace {

using namespace std::chrono_literals;
using Counts = std::vector<std::string>;

BOOST_AUTO_TEST_CASE(the_golden_counts_come_back) {
  OperatorProcess process;
  LettersSession session(process);
  PanesBuilder panes;
  add_letters(panes, "AACBBBBAACCCBB", 1, "x");
  session.client.send_panes(panes);
  session.client.send(WatermarkFrame{99});
  const auto collected = session.client.until_drained(99);
  BOOST_CHECK(counts(collected) == (Counts{"0:132", "1:72", "2:312"}));
  BOOST_CHECK(collected.drained == std::vector<std::int64_t>{99});
  BOOST_REQUIRE(!collected.rows.empty());
  BOOST_CHECK_EQUAL(collected.rows[0].start, 0);
  BOOST_CHECK_EQUAL(collected.rows[0].end, 100);
  BOOST_CHECK_EQUAL(collected.rows[0].group.at(0), "x");
  session.client.send(EndOfInputFrame{});
  BOOST_CHECK(session.client.until_drained(INT64_MAX).rows.empty());
  session.client.send(ByeFrame{});
  BOOST_CHECK(session.client.until_over().bye);
}

BOOST_AUTO_TEST_CASE(every_strategy_gives_the_same_rows_and_explain_names_it) {
  for (const std::string strategy : {"auto", "never", "enumerate"}) {
    OperatorProcess process({"--strategy", strategy});
    LettersSession session(process);
    const auto text = control_of(process)->explain(session.info.hash);
    BOOST_REQUIRE(std::holds_alternative<std::string>(text));
    const bool enumerates = std::get<std::string>(text).find("enumerate") != std::string::npos;
    BOOST_TEST(enumerates == (strategy == "enumerate"));
    check_alive(process);
  }
}

BOOST_AUTO_TEST_CASE(a_count_past_the_number_limit_overflows) {
  OperatorProcess process({"--number-limit", "8"});
  LettersSession session(process);
  PanesBuilder panes;
  add_letters(panes, "A" + std::string(64, 'B'), 1, "fits");
  add_letters(panes, "A" + std::string(65, 'B'), 1, "over");
  session.client.send_panes(panes);
  session.client.send(EndOfInputFrame{});
  const auto collected = session.client.until_drained(INT64_MAX);
  BOOST_REQUIRE_EQUAL(collected.rows.size(), 4U);
  for (const ClientRow& row : collected.rows) {
    BOOST_TEST(row.cells.at(0) == (row.group.at(0) == "fits" ? "18446744073709551615" : "null"));
  }
}

BOOST_AUTO_TEST_CASE(ten_times_the_credit_goes_through_a_credit_at_a_time) {
  OperatorProcess process({"--event-credit", "256KiB"});
  LettersSession session(process);
  BOOST_REQUIRE_EQUAL(session.client.terms().event_credit, 256U << 10);
  std::uint64_t spent = 0;
  constexpr int kFrames = 160;
  for (int frame = 0; frame < kFrames; ++frame) {
    PanesBuilder panes;
    add_letters(panes, std::string(1000, 'A'), frame * 1000 + 1, "g" + std::to_string(frame));
    const std::string bytes = panes.encode(session.client.session(), session.client.next_seq(), 0);
    while (spent + bytes.size() - session.client.credit_returned() > (256U << 10)) {
      BOOST_REQUIRE(session.client.receive(30s));
    }
    spent += bytes.size();
    session.client.send_raw(bytes);
    session.client.skip_seq();
  }
  BOOST_CHECK_GT(spent, 10U * (256U << 10));
  session.client.send(EndOfInputFrame{});
  const auto collected = session.client.until_drained(INT64_MAX);
  BOOST_CHECK(!collected.error);
  BOOST_CHECK_EQUAL(session.client.credit_returned(), spent);
}

BOOST_AUTO_TEST_CASE(results_wait_for_credit_and_pong_says_so) {
  OperatorProcess process;
  const auto info = register_text(process, kLetters);
  SessionClient client(process.data());
  HelloFrame hello = hello_for(info, OperatorProcess::kToken);
  hello.result_credit = 64U << 10;
  BOOST_REQUIRE(client.hello(hello));
  constexpr std::size_t kGroups = 5000;
  PanesBuilder panes;
  for (std::size_t group = 0; group < kGroups; ++group) {
    add_letters(panes, "AB", 1, "group-" + std::to_string(group));
  }
  client.send_panes(panes);
  client.send(WatermarkFrame{1000});
  // Without credit given back, RESULT stops within the window.
  while (client.ping().state != SessionState::kWaitsForResultCredit) {
  }
  BOOST_CHECK_LE(client.result_bytes(), 64U << 10);
  BOOST_CHECK_GT(client.result_bytes(), 0U);
  const std::uint64_t progress = client.ping().progress;
  BOOST_CHECK_EQUAL(client.ping().progress, progress);
  client.give_credit();
  const auto collected = client.until_drained(1000);
  BOOST_CHECK_EQUAL(collected.rows.size(), 2 * kGroups);
}

BOOST_AUTO_TEST_CASE(two_sessions_at_once_share_nothing) {
  OperatorProcess process;
  LettersSession one(process, "one");
  LettersSession two(process, "two");
  PanesBuilder a, b;
  add_letters(a, "ABBAB", 1, "g");
  add_letters(b, "AB", 1, "g");
  one.client.send_panes(a);
  two.client.send_panes(b);
  two.client.send(WatermarkFrame{500});
  BOOST_CHECK(counts(two.client.until_drained(500)) == (Counts{"0:1", "2:1"}));
  one.client.send(WatermarkFrame{500});
  BOOST_CHECK(counts(one.client.until_drained(500)) == (Counts{"0:8", "2:11"}));
}

BOOST_AUTO_TEST_CASE(a_query_without_window_reports_at_the_end_of_input) {
  OperatorProcess process;
  const auto info = register_text(process,
                                  "STREAM letters (TYPE A (g STRING), TYPE B (g STRING));\n"
                                  "QUERY whole RETURN COUNT(*) PATTERN SEQ(A, B+) GROUP BY g;\n");
  BOOST_CHECK_EQUAL(info.pane_slide, 0);
  SessionClient client(process.data());
  BOOST_REQUIRE(client.hello(hello_for(info, OperatorProcess::kToken)));
  PanesBuilder panes;
  add_letters(panes, "ABBAB", 1, "g");
  client.send_panes(panes);
  client.send(WatermarkFrame{1'000'000});
  BOOST_CHECK(client.until_drained(1'000'000).rows.empty());
  client.send(EndOfInputFrame{});
  BOOST_CHECK(counts(client.until_drained(INT64_MAX)) == Counts{"0:8"});
}

BOOST_AUTO_TEST_CASE(a_pause_of_the_process_loses_nothing) {
  OperatorProcess process({"--session-timeout", "2"});
  LettersSession session(process);
  PanesBuilder panes;
  add_letters(panes, "ABBAB", 1, "g");
  process.signal(SIGSTOP);
  session.client.send_panes(panes);
  BOOST_CHECK(!session.client.receive(4s));
  process.signal(SIGCONT);
  session.client.send(WatermarkFrame{500});
  BOOST_CHECK(counts(session.client.until_drained(500)) == (Counts{"0:8", "2:11"}));
}

}  // namespace
}  // namespace horatio::testing
