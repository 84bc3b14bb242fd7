// SPDX-License-Identifier: Apache-2.0
// How the process starts, says so, and ends.
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>

#include "integration-tests/process/process_fixture.h"

namespace horatio::testing {
namespace {

using namespace std::chrono_literals;

bool has_text(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// Local addresses of the TCP sockets on which a process listens, as the kernel prints them: hexadecimal, for
// IPv4 the bytes the other way round.
std::vector<std::string> listeners_of(pid_t pid) {
  const std::string folder = "/proc/" + std::to_string(pid);
  std::set<std::string> sockets;
  for (const auto& entry : std::filesystem::directory_iterator(folder + "/fd")) {
    std::error_code gone;
    sockets.insert(std::filesystem::read_symlink(entry.path(), gone).string());
  }
  std::vector<std::string> addresses;
  for (const char* table : {"/net/tcp", "/net/tcp6"}) {
    std::ifstream file(folder + table);
    std::string line;
    std::getline(file, line);  // the header
    while (std::getline(file, line)) {
      std::istringstream fields(line);
      const std::vector<std::string> field{std::istream_iterator<std::string>(fields), {}};
      const bool listens = field.at(3) == "0A";
      if (listens && sockets.contains("socket:[" + field.at(9) + "]")) addresses.push_back(field.at(1));
    }
  }
  return addresses;
}

// 10,000 rows are due and wait for credit.
struct StuckSession {
  explicit StuckSession(const OperatorProcess& process)
      : hello(hello_for(register_text(process, kLetters), OperatorProcess::kToken)), client(process.data()) {
    hello.result_credit = 64U << 10;
    BOOST_REQUIRE(client.hello(hello));
    PanesBuilder panes;
    for (int group = 0; group < 5000; ++group) add_letters(panes, "AB", 1, "group-" + std::to_string(group));
    client.send_panes(panes);
    client.send(WatermarkFrame{1000});
    while (client.ping().state != SessionState::kWaitsForResultCredit) {
    }
  }
  static void wait_for_drain(const OperatorProcess& process) {
    const auto control = control_of(process);
    while (std::get<control_plane::Health>(control->health()).ready) {
    }
  }
  HelloFrame hello;
  SessionClient client;
};

BOOST_AUTO_TEST_CASE(the_ready_line_names_version_pid_and_ports) {
  const OperatorProcess process;
  const std::string expected =
      "{\"horatio_operator\":\"" HORATIO_VERSION "\",\"pid\":" + std::to_string(process.pid()) +
      ",\"data\":\"" + process.data() + "\",\"control\":\"" + process.control() + "\"}\n";
  BOOST_CHECK_EQUAL(process.ready_line(), expected);
  BOOST_CHECK_EQUAL(process.data().find("tcp://127.0.0.1:"), 0U);
}

BOOST_AUTO_TEST_CASE(the_end_of_stdin_ends_it_even_with_a_session) {
  OperatorProcess process;
  LettersSession session(process);
  process.close_stdin();
  const auto exit = process.wait();
  BOOST_REQUIRE(exit);
  BOOST_CHECK_EQUAL(exit->code, 0);
}

BOOST_AUTO_TEST_CASE(sigterm_lets_an_idle_process_go) {
  OperatorProcess process;
  process.signal(SIGTERM);
  const auto exit = process.wait();
  BOOST_REQUIRE(exit);
  BOOST_CHECK_EQUAL(exit->code, 0);
}

BOOST_AUTO_TEST_CASE(sigterm_drains_sessions_and_tells_them) {
  OperatorProcess process;
  StuckSession session(process);
  process.signal(SIGTERM);
  session.wait_for_drain(process);
  SessionClient newcomer(process.data());
  session.hello.subtask = 1;
  BOOST_CHECK(!newcomer.hello(session.hello));
  check_error(newcomer.error(), ErrorCode::kShutdown);
  // What was in hand comes whole, and then the reason.
  SessionClient& client = session.client;
  client.give_credit();
  const auto collected = client.until_drained(1000);
  BOOST_CHECK_EQUAL(collected.rows.size(), 10'000U);
  check_error(client.until_over().error, ErrorCode::kShutdown);
  const auto exit = process.wait();
  BOOST_REQUIRE(exit);
  BOOST_CHECK_EQUAL(exit->code, 0);
}

BOOST_AUTO_TEST_CASE(a_second_sigterm_does_not_wait) {
  OperatorProcess process;
  StuckSession session(process);
  process.signal(SIGTERM);
  session.wait_for_drain(process);
  process.signal(SIGTERM);
  const auto exit = process.wait();
  BOOST_REQUIRE(exit);
  BOOST_CHECK_EQUAL(exit->code, 1);
}

BOOST_AUTO_TEST_CASE(shutdown_over_control_ends_it) {
  OperatorProcess process;
  LettersSession session(process);
  BOOST_CHECK(std::holds_alternative<std::monostate>(control_of(process)->shutdown(100)));
  check_error(session.client.until_over().error, ErrorCode::kShutdown);
  const auto exit = process.wait();
  BOOST_REQUIRE(exit);
  BOOST_CHECK_EQUAL(exit->code, 0);
}

BOOST_AUTO_TEST_CASE(a_port_in_use_is_said_and_ends_it_with_1) {
  const OperatorProcess process;
  const std::string token = std::string(OperatorProcess::kToken) + "\n";
  const auto data = run_operator({"--launched", "--listen", process.data()}, token);
  BOOST_CHECK_EQUAL(data.exit.code, 1);
  BOOST_CHECK(has_text(data.err, process.data()));
  const auto control = run_operator({"--launched", "--control", process.control()}, token);
  BOOST_CHECK_EQUAL(control.exit.code, 1);
  BOOST_CHECK(has_text(control.err, process.control()));
}

BOOST_AUTO_TEST_CASE(an_address_off_loopback_needs_a_flag) {
  const std::string token = std::string(OperatorProcess::kToken) + "\n";
  for (const auto& flags : {std::vector<std::string>{"--launched", "--listen", "tcp://0.0.0.0:0"},
                            {"--launched", "--control", "0.0.0.0:0"}}) {
    const auto finished = run_operator(flags, token);
    BOOST_CHECK_EQUAL(finished.exit.code, 2);
    BOOST_TEST(has_text(finished.err, "--allow-remote"), finished.err);
  }
}

// No name is ever looked up: one that begins like the loopback network could lead anywhere.
BOOST_AUTO_TEST_CASE(an_address_that_only_looks_like_loopback_is_refused) {
  const std::string token = std::string(OperatorProcess::kToken) + "\n";
  for (const auto& flags : {std::vector<std::string>{"--launched", "--listen", "tcp://127.example.org:0"},
                            {"--launched", "--listen", "tcp://[::1]:0"},
                            {"--launched", "--listen", "ipc://127.0.0.1"},
                            {"--launched", "--control", "127.example.org:0"},
                            {"--launched", "--control", "[::]:0"}}) {
    const auto finished = run_operator(flags, token);
    BOOST_TEST(finished.exit.code == 2, flags.back());
    BOOST_TEST(!finished.err.empty(), flags.back());
  }
}

BOOST_AUTO_TEST_CASE(every_listener_is_on_loopback) {
  const OperatorProcess process;
  const std::vector<std::string> listeners = listeners_of(process.pid());
  BOOST_CHECK_GE(listeners.size(), 2U);
  for (const std::string& address : listeners) BOOST_TEST(address.substr(6, 2) == "7F", address);
}

BOOST_AUTO_TEST_CASE(the_token_is_neither_in_the_arguments_nor_in_the_environment) {
  const OperatorProcess process;
  for (const char* name : {"cmdline", "environ"}) {
    std::ifstream file("/proc/" + std::to_string(process.pid()) + "/" + name);
    const std::string text((std::istreambuf_iterator<char>(file)), {});
    BOOST_TEST(!text.empty());
    BOOST_TEST(!has_text(text, OperatorProcess::kToken), name);
  }
}

BOOST_AUTO_TEST_CASE(wrong_flags_end_it_with_2_and_help_with_0) {
  BOOST_CHECK_EQUAL(run_operator({"--bogus"}).exit.code, 2);
  BOOST_CHECK_EQUAL(run_operator({}).exit.code, 2);
  const std::string help = run_operator({"--help"}).out;
  for (const char* option : {"--event-credit", "--strategy", "--number-limit"}) {
    BOOST_TEST(has_text(help, option), option);
  }
  BOOST_CHECK_EQUAL(run_operator({"--version"}).out, "horatio-operator " HORATIO_VERSION "\n");
}

BOOST_AUTO_TEST_CASE(launched_without_a_token_it_ends_with_1) {
  const auto finished = run_operator({"--launched"});
  BOOST_CHECK_EQUAL(finished.exit.code, 1);
  BOOST_CHECK(has_text(finished.err, "token"));
}

}  // namespace
}  // namespace horatio::testing
