// SPDX-License-Identifier: Apache-2.0
// The control plane of the real process.
#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include "integration-tests/process/process_fixture.h"

namespace horatio::testing {
namespace {

using control_plane::Failure;
using control_plane::WorkloadInfo;

BOOST_AUTO_TEST_CASE(a_workload_says_what_to_send_and_keeps_its_hash) {
  const OperatorProcess process;
  const WorkloadInfo info = register_text(process, kLetters);
  BOOST_CHECK_EQUAL(info.columns, "A(g);B(g);C(g)");
  BOOST_CHECK_EQUAL(info.types.size(), 3U);
  BOOST_CHECK(info.types.at(0).used);
  BOOST_CHECK(info.types.at(0).keys == std::vector<std::int32_t>{0});
  BOOST_CHECK_EQUAL(info.queries.at(2).name, "q3");
  BOOST_CHECK_EQUAL(info.queries.at(0).cells.at(0).kind, "COUNT");
  BOOST_CHECK_EQUAL(info.pane_slide, 100);
  BOOST_CHECK_EQUAL(register_text(process, kLetters).hash, info.hash);
}

BOOST_AUTO_TEST_CASE(a_workload_with_three_mistakes_lists_all_three) {
  const OperatorProcess process;
  const auto answer = control_of(process)->register_workload(
      {"STREAM s (TYPE A (g STRING), TYPE B (g STRING));\n"
       "QUERY q1 RETURN COUNT(*) PATTERN SEQ(A, Bee+) GROUP BY g WITHIN 1 SECOND;\n"
       "QUERY q2 RETURN COUNT(*) PATTERN SEQ(A, B+) GROUP BY h WITHIN 1 SECOND;\n"
       "QUERY q3 RETURN COUNT(*) PATTERN SEQ(A, B+) GROUP BY g WITHIN 0 SECONDS;\n",
       TimeUnit::kMillisecond,
       false,
       {"g"}});
  const auto* failure = std::get_if<Failure>(&answer);
  BOOST_REQUIRE(failure != nullptr);
  BOOST_REQUIRE_EQUAL(failure->faults.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    BOOST_CHECK_EQUAL(failure->faults[i].query, "q" + std::to_string(i + 1));
    BOOST_CHECK_EQUAL(failure->faults[i].place.line, i + 2);
  }
}

BOOST_AUTO_TEST_CASE(a_stream_keyed_by_what_a_query_does_not_group_by_is_refused) {
  const OperatorProcess process;
  const auto answer = control_of(process)->register_workload(
      {"STREAM s (TYPE A (g STRING, other INT));\n"
       "QUERY q1 RETURN COUNT(*) PATTERN A+ GROUP BY g WITHIN 1 SECOND;\n",
       TimeUnit::kMillisecond,
       false,
       {"other"}});
  const auto* failure = std::get_if<Failure>(&answer);
  BOOST_REQUIRE(failure != nullptr);
  BOOST_CHECK(failure->code == ErrorCode::kKeyMismatch);
}

BOOST_AUTO_TEST_CASE(explain_knows_what_was_registered) {
  const OperatorProcess process;
  const WorkloadInfo info = register_text(process, kLetters);
  const auto control = control_of(process);
  BOOST_CHECK(std::get<std::string>(control->explain(info.hash)).find("q2") != std::string::npos);
  BOOST_CHECK(std::get<Failure>(control->explain("nothing")).code == ErrorCode::kUnknownWorkload);
}

BOOST_AUTO_TEST_CASE(stats_show_the_sessions) {
  const OperatorProcess process;
  LettersSession session(process);
  PanesBuilder panes;
  add_letters(panes, "ABBAB", 1, "g");
  session.client.send_panes(panes);
  session.client.send(WatermarkFrame{500});
  session.client.until_drained(500);
  session.client.ping();
  const auto control = control_of(process);
  const auto stats = std::get<control_plane::Stats>(control->stats());
  BOOST_CHECK_GT(stats.resident_bytes, 0);
  BOOST_CHECK_EQUAL(stats.sessions_opened, 1);
  BOOST_REQUIRE_EQUAL(stats.sessions.size(), 1U);
  BOOST_CHECK_EQUAL(stats.sessions[0].job, "job");
  BOOST_CHECK(std::get<control_plane::Health>(control->health()).ready);
}

BOOST_AUTO_TEST_CASE(workloads_that_nobody_uses_give_way) {
  const OperatorProcess process;
  LettersSession session(process);
  const auto text = [](int number) {
    return "STREAM s (TYPE A (g STRING));\nQUERY q" + std::to_string(number) +
           " RETURN COUNT(*) PATTERN A+ GROUP BY g WITHIN 1 SECOND;\n";
  };
  const std::string first = register_text(process, text(0)).hash;
  for (int i = 1; i < 70; ++i) register_text(process, text(i));
  const auto control = control_of(process);
  BOOST_CHECK(std::holds_alternative<Failure>(control->explain(first)));
  BOOST_CHECK(std::holds_alternative<std::string>(control->explain(session.info.hash)));
}

BOOST_AUTO_TEST_CASE(garbage_on_the_control_port_does_not_end_the_process) {
  const OperatorProcess process;
  const auto port =
      static_cast<std::uint16_t>(std::stoi(process.control().substr(process.control().rfind(':') + 1)));
  for (const std::string& bytes : {std::string("GET / HTTP/1.1\r\n\r\n"), std::string("\x7f\xff\xff\xff", 4),
                                   std::string("\0\0\0\x04\xff\xff\xff\xff", 8)}) {
    const int fd = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    BOOST_REQUIRE_EQUAL(::connect(fd, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    BOOST_CHECK_EQUAL(::send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL),
                      static_cast<ssize_t>(bytes.size()));
    char byte = 0;
    BOOST_CHECK_LE(::recv(fd, &byte, 1, 0), 0);  // hung up
    ::close(fd);
  }
  check_alive(process);
}

}  // namespace
}  // namespace horatio::testing
