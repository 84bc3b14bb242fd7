// SPDX-License-Identifier: Apache-2.0
// Who gets a session: tokens, workloads, tries, newer attempts.
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>
#include <thread>

#include "integration-tests/process/process_fixture.h"

namespace horatio::testing {
namespace {

using namespace std::chrono_literals;

struct Running {
  OperatorProcess process;
  control_plane::WorkloadInfo info = register_text(process, kLetters);

  HelloFrame hello(const std::string& attempt, std::uint32_t try_number, std::uint32_t subtask = 0) const {
    HelloFrame frame = hello_for(info, OperatorProcess::kToken);
    frame.attempt = attempt;
    frame.try_number = try_number;
    frame.subtask = subtask;
    return frame;
  }
};

// HELLO changed so is answered by this error, and the process lives.
void check_hello_refused(ErrorCode code, const std::function<void(HelloFrame&)>& change) {
  const Running running;
  HelloFrame hello = running.hello("a", 1);
  change(hello);
  SessionClient client(running.process.data());
  BOOST_CHECK(!client.hello(hello));
  check_error(client.error(), code);
  check_alive(running.process);
}

BOOST_AUTO_TEST_CASE(a_wrong_token_is_refused) {
  check_hello_refused(ErrorCode::kUnauthorized, [](HelloFrame& hello) { hello.token.back() = 'x'; });
  check_hello_refused(ErrorCode::kUnauthorized, [](HelloFrame& hello) { hello.token.clear(); });
}

BOOST_AUTO_TEST_CASE(an_unknown_workload_is_refused) {
  check_hello_refused(ErrorCode::kUnknownWorkload, [](HelloFrame& hello) { hello.workload_hash = "00"; });
}

BOOST_AUTO_TEST_CASE(other_columns_than_registered_are_refused) {
  check_hello_refused(ErrorCode::kProtocol, [](HelloFrame& hello) { hello.columns = "A(h)"; });
}

BOOST_AUTO_TEST_CASE(a_higher_try_takes_over_and_a_lower_one_is_ignored) {
  const Running running;
  SessionClient second(running.process.data());
  BOOST_REQUIRE(second.hello(running.hello("a", 2)));
  SessionClient first(running.process.data());
  first.send(running.hello("a", 1));
  BOOST_CHECK(!first.receive(500ms));
  second.ping();  // still there
  SessionClient third(running.process.data());
  BOOST_REQUIRE(third.hello(running.hello("a", 3)));
  check_error(second.until_over().error, ErrorCode::kStaleSession);
  third.ping();
}

BOOST_AUTO_TEST_CASE(a_newer_attempt_ends_the_session_of_its_own_subtask_only) {
  const Running running;
  SessionClient zero(running.process.data()), one(running.process.data());
  BOOST_REQUIRE(zero.hello(running.hello("a", 1, 0)));
  BOOST_REQUIRE(one.hello(running.hello("b", 1, 1)));
  SessionClient newer(running.process.data());
  BOOST_REQUIRE(newer.hello(running.hello("c", 0, 0)));
  check_error(zero.until_over().error, ErrorCode::kStaleSession);
  one.ping();
  newer.ping();
}

BOOST_AUTO_TEST_CASE(an_attempt_that_another_one_has_followed_is_refused) {
  const Running running;
  SessionClient older(running.process.data()), newer(running.process.data()), again(running.process.data());
  BOOST_REQUIRE(older.hello(running.hello("a", 1)));
  BOOST_REQUIRE(newer.hello(running.hello("b", 1)));
  BOOST_CHECK(!again.hello(running.hello("a", 2)));
  check_error(again.error(), ErrorCode::kStaleSession);
  newer.ping();
}

BOOST_AUTO_TEST_CASE(a_second_client_that_uses_the_number_of_a_session_is_refused_and_the_session_lives) {
  const Running running;
  SessionClient owner(running.process.data()), other(running.process.data());
  BOOST_REQUIRE(owner.hello(running.hello("a", 1)));
  other.send_raw(other.encode(WatermarkFrame{1'000'000}, owner.session(), owner.next_seq()));
  check_error(other.until_over().error, ErrorCode::kProtocol);
  PanesBuilder panes;
  add_letters(panes, "AB", 1, "g");
  owner.send_panes(panes);
  owner.send(EndOfInputFrame{});
  BOOST_CHECK(counts(owner.until_drained(INT64_MAX)) == (std::vector<std::string>{"0:1", "2:1"}));
}

BOOST_AUTO_TEST_CASE(an_id_of_more_than_256_bytes_is_refused) {
  check_hello_refused(ErrorCode::kLimitExceeded, [](HelloFrame& hello) { hello.job.assign(257, 'x'); });
  check_hello_refused(ErrorCode::kLimitExceeded, [](HelloFrame& hello) { hello.attempt.assign(257, 'x'); });
}

BOOST_AUTO_TEST_CASE(key_groups_that_are_no_range_are_refused) {
  check_hello_refused(ErrorCode::kProtocol, [](HelloFrame& hello) { hello.first_key_group = 1000; });
  check_hello_refused(ErrorCode::kProtocol, [](HelloFrame& hello) { hello.max_parallelism = 40'000; });
}

BOOST_AUTO_TEST_CASE(a_second_hello_on_a_session_ends_it) {
  const Running running;
  SessionClient client(running.process.data());
  BOOST_REQUIRE(client.hello(running.hello("a", 1)));
  client.send(running.hello("a", 2));
  check_error(client.until_over().error, ErrorCode::kProtocol);
  check_alive(running.process);
}

BOOST_AUTO_TEST_CASE(the_same_try_on_another_socket_is_refused_and_the_session_lives) {
  const Running running;
  SessionClient client(running.process.data()), twin(running.process.data());
  BOOST_REQUIRE(client.hello(running.hello("a", 1)));
  BOOST_CHECK(!twin.hello(running.hello("a", 1)));
  check_error(twin.error(), ErrorCode::kProtocol);
  client.ping();
}

BOOST_AUTO_TEST_CASE(a_silent_session_is_dropped) {
  OperatorProcess process({"--session-timeout", "1"});
  LettersSession session(process);
  check_error(session.client.until_over().error, ErrorCode::kStaleSession);
  check_alive(process);
}

BOOST_AUTO_TEST_CASE(a_session_whose_client_was_killed_is_dropped) {
  OperatorProcess process({"--session-timeout", "1"});
  const auto info = register_text(process, kLetters);
  int ready[2];
  BOOST_REQUIRE_EQUAL(::pipe(ready), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    SessionClient client(process.data());
    const char answer = client.hello(hello_for(info, OperatorProcess::kToken)) ? 'y' : 'n';
    if (::write(ready[1], &answer, 1) != 1) ::_exit(1);
    ::pause();
    ::_exit(0);
  }
  char answer = 0;
  BOOST_REQUIRE_EQUAL(::read(ready[0], &answer, 1), 1);
  BOOST_REQUIRE_EQUAL(answer, 'y');
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  const auto control = control_of(process);
  const auto sessions = [&] { return std::get<control_plane::Stats>(control->stats()).sessions.size(); };
  for (int i = 0; i < 1000 && sessions() > 0; ++i) std::this_thread::sleep_for(20ms);
  BOOST_CHECK_EQUAL(sessions(), 0U);
  check_alive(process);
}

}  // namespace
}  // namespace horatio::testing
