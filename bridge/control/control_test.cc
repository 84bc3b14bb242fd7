// SPDX-License-Identifier: Apache-2.0
#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <stdexcept>
#include <string>

#include "bridge/control/control_client.h"
#include "bridge/control/control_server.h"

namespace horatio::control_plane {
namespace {

class FakeCalls : public ControlCalls {
 public:
  bool authorized(const std::string& token) const override { return token == "secret"; }
  Answer<WorkloadInfo> register_workload(const WorkloadText& workload) override {
    if (workload.text == "throw") throw std::runtime_error("boom");
    if (workload.text == "bad") {
      return Failure{ErrorCode::kSyntax,
                     "two faults",
                     "mend them",
                     {{ErrorCode::kSyntax, "q1", {3, 7}, "expected WITHIN", "write it"},
                      {ErrorCode::kUnknownName, "q2", {5, 1}, "no type Foo", "did you mean Fob"}}};
    }
    WorkloadInfo info;
    info.hash =
        "h:" + workload.text + (workload.global_stream ? ":global" : ":" + workload.key_attributes.at(0));
    info.types = {{"A", {{"v", "INT"}, {"k", "STRING"}}, true, {0, 1}, {1}}};
    info.queries = {{"q1", {{"k", "STRING"}}, {{"COUNT(*)", "COUNT"}}, true}};
    info.columns = "A(v,k)";
    info.pane_slide = 60'000;
    info.pane_offset = workload.unit == TimeUnit::kSecond ? 1 : 0;
    info.warnings = {{ErrorCode::kInvalidClause, "q1", {1, 2}, "beware", ""}};
    return info;
  }
  Answer<std::string> explain(const std::string& hash) override { return "plan of " + hash; }
  Stats stats() override {
    Stats stats;
    stats.version = "1";
    stats.sessions = {{7, "job", "op", 3, 1, 2, 3, 4, 5, -6, 8, 9, 10, 11}};
    return stats;
  }
  Health health() override { return {true, "ready"}; }
  void shutdown(std::int32_t drain_ms) override { drained = drain_ms; }
  std::int32_t drained = -1;
};

struct Running {
  FakeCalls calls;
  std::unique_ptr<ControlServer> server =
      std::move(ControlServer::start("127.0.0.1:0", calls, [](std::string_view) {}).value());
  std::unique_ptr<ControlClient> client(const std::string& token = "secret") const {
    return std::move(ControlClient::connect(server->address(), token).value());
  }
};

// Sends bytes that are no call; returns once the server has closed the connection.
void send_garbage(std::uint16_t port, const std::string& bytes) {
  const int fd = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  BOOST_REQUIRE_EQUAL(::connect(fd, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
  BOOST_REQUIRE_EQUAL(::send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL),
                      static_cast<ssize_t>(bytes.size()));
  char byte = 0;
  while (::recv(fd, &byte, 1, 0) > 0) {
  }
  ::close(fd);
}

BOOST_AUTO_TEST_CASE(a_registered_workload_comes_back_whole) {
  const Running running;
  const auto answer = running.client()->register_workload({"text", TimeUnit::kSecond, false, {"district"}});
  const auto& info = std::get<WorkloadInfo>(answer);
  BOOST_TEST(info.hash == "h:text:district");
  BOOST_TEST(info.types.at(0).attributes.at(1).kind == "STRING");
  BOOST_TEST(info.types.at(0).columns.at(1) == 1);
  BOOST_TEST(info.types.at(0).used);
  BOOST_TEST(info.queries.at(0).cells.at(0).name == "COUNT(*)");
  BOOST_TEST(info.queries.at(0).windowed);
  BOOST_TEST(info.pane_offset == 1);
  BOOST_TEST(info.warnings.at(0).place.column == 2U);
}

BOOST_AUTO_TEST_CASE(a_refused_workload_lists_every_fault) {
  const Running running;
  const auto answer = running.client()->register_workload({"bad", TimeUnit::kMillisecond, true, {}});
  const auto& failure = std::get<Failure>(answer);
  BOOST_TEST(failure.message == "two faults");
  BOOST_REQUIRE_EQUAL(failure.faults.size(), 2U);
  BOOST_TEST(failure.faults[1].query == "q2");
  BOOST_TEST(failure.faults[0].place.line == 3U);
}

BOOST_AUTO_TEST_CASE(a_wrong_token_is_refused_on_every_call) {
  const Running running;
  const auto client = running.client("guess");
  const auto code = [](const auto& answer) { return std::get<Failure>(answer).code; };
  BOOST_CHECK(code(client->register_workload({"x", TimeUnit::kSecond, true, {}})) ==
              ErrorCode::kUnauthorized);
  BOOST_CHECK(code(client->explain("x")) == ErrorCode::kUnauthorized);
  BOOST_CHECK(code(client->stats()) == ErrorCode::kUnauthorized);
  BOOST_CHECK(code(client->health()) == ErrorCode::kUnauthorized);
  BOOST_CHECK(code(client->shutdown(1)) == ErrorCode::kUnauthorized);
  BOOST_TEST(running.calls.drained == -1);
}

BOOST_AUTO_TEST_CASE(an_exception_inside_a_call_becomes_an_error_and_the_connection_lives) {
  const Running running;
  const auto client = running.client();
  const auto answer = client->register_workload({"throw", TimeUnit::kSecond, true, {}});
  BOOST_CHECK(std::get<Failure>(answer).code == ErrorCode::kInternal);
  BOOST_TEST(std::get<std::string>(client->explain("h")) == "plan of h");
}

BOOST_AUTO_TEST_CASE(stats_health_and_shutdown_arrive) {
  const Running running;
  const auto client = running.client();
  BOOST_TEST(std::get<Stats>(client->stats()).sessions.at(0).watermark == -6);
  BOOST_TEST(std::get<Stats>(client->stats()).sessions.at(0).unsent_result_bytes == 8);
  BOOST_TEST(std::get<Stats>(client->stats()).sessions.at(0).nonfinite == 10);
  BOOST_TEST(std::get<Stats>(client->stats()).sessions.at(0).skipped_partial == 11);
  BOOST_TEST(std::get<Health>(client->health()).ready);
  BOOST_CHECK(std::holds_alternative<std::monostate>(client->shutdown(250)));
  BOOST_TEST(running.calls.drained == 250);
}

BOOST_AUTO_TEST_CASE(a_text_over_the_limit_ends_the_connection_only) {
  const Running running;
  const auto answer =
      running.client()->register_workload({std::string((1 << 20) + 1, 'x'), TimeUnit::kSecond, true, {}});
  BOOST_CHECK(std::get<Failure>(answer).code == ErrorCode::kFile);
  BOOST_TEST(std::get<Health>(running.client()->health()).ready);
}

BOOST_AUTO_TEST_CASE(garbage_closes_its_connection_and_the_server_lives) {
  const Running running;
  using namespace std::string_literals;
  send_garbage(running.server->port(), "GET / HTTP/1.1\r\n\r\n");
  send_garbage(running.server->port(), "\x7f\xff\xff\xff garbage"s);
  send_garbage(running.server->port(), "\xff\xff\xff\xff"s);
  // A call whose name is declared a gigabyte long; then one whose list of strings has 2^31 - 1 elements.
  send_garbage(running.server->port(), "\0\0\0\x0c\x80\x01\0\x01\x40\0\0\0abcd"s);
  send_garbage(
      running.server->port(),
      "\0\0\0\x26\x80\x01\0\x01\0\0\0\x10registerWorkload\0\0\0\x01\x0f\0\x01\x0b\x7f\xff\xff\xff\0\0"s);
  BOOST_TEST(std::get<Health>(running.client()->health()).ready);
}

BOOST_AUTO_TEST_CASE(an_address_off_loopback_needs_permission) {
  FakeCalls calls;
  const auto server = ControlServer::start("0.0.0.0:0", calls, nullptr);
  BOOST_REQUIRE(!server.ok());
  BOOST_TEST(server.error().remedy.find("--allow-remote") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_port_in_use_is_said) {
  const Running running;
  FakeCalls calls;
  const auto second = ControlServer::start(running.server->address(), calls, nullptr);
  BOOST_REQUIRE(!second.ok());
  BOOST_CHECK(second.error().code == ErrorCode::kFile);
  BOOST_TEST(second.error().message.find(running.server->address()) != std::string::npos);
}

BOOST_AUTO_TEST_CASE(an_address_that_is_none_is_refused) {
  FakeCalls calls;
  for (const char* address :
       {"localhost:1", "127.0.0.1", "127.0.0.1:", "127.0.0.1:x", "127.0.0.1:70000", ":1"}) {
    BOOST_TEST(!ControlServer::start(address, calls, nullptr).ok());
  }
}

}  // namespace
}  // namespace horatio::control_plane
