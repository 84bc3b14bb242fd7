// SPDX-License-Identifier: Apache-2.0
#include "bridge/transport/transport.h"

#include <boost/test/unit_test.hpp>
#include <thread>
#include <zmq.hpp>

#include "bridge/transport/dealer_socket.h"

namespace horatio {
namespace {

using std::chrono::milliseconds;
constexpr milliseconds kLong{20'000};  // never waited for in a run that passes

std::string text(const ReceivedMessage& message) {
  return {reinterpret_cast<const char*>(message.bytes.data()), message.bytes.size()};
}

RouterSocket bound(const TransportOptions& options = {}) {
  auto router = RouterSocket::bind("tcp://127.0.0.1:0", options);
  BOOST_REQUIRE(router.ok());
  return std::move(*router);
}

DealerSocket connected(const RouterSocket& router, const TransportOptions& options = {}) {
  auto dealer = DealerSocket::connect(router.endpoint(), options);
  BOOST_REQUIRE(dealer.ok());
  return std::move(*dealer);
}

ReceivedMessage receive(RouterSocket& router) {
  auto message = router.receive(kLong);
  BOOST_REQUIRE(message.has_value());
  return *message;
}

BOOST_AUTO_TEST_CASE(the_port_chosen_by_the_system_is_read_back) {
  const RouterSocket router = bound();
  BOOST_TEST(router.port() != 0);
  BOOST_TEST(router.endpoint() == "tcp://127.0.0.1:" + std::to_string(router.port()));
}

BOOST_AUTO_TEST_CASE(a_message_goes_to_the_process_and_its_answer_back) {
  RouterSocket router = bound();
  DealerSocket dealer = connected(router);
  BOOST_REQUIRE(dealer.send("ask", kLong));
  const ReceivedMessage ask = receive(router);
  BOOST_TEST(text(ask) == "ask");
  BOOST_TEST((router.send(ask.peer, "answer") == SendOutcome::kSent));
  const auto answer = dealer.receive(kLong);
  BOOST_REQUIRE(answer.has_value());
  BOOST_TEST(text(*answer) == "answer");
}

BOOST_AUTO_TEST_CASE(answers_reach_the_peer_that_asked) {
  RouterSocket router = bound();
  DealerSocket first = connected(router);
  DealerSocket second = connected(router);
  BOOST_REQUIRE(first.send("1", kLong));
  BOOST_REQUIRE(second.send("2", kLong));
  for (int i = 0; i < 2; ++i) {
    const ReceivedMessage ask = receive(router);
    BOOST_TEST((router.send(ask.peer, "to " + text(ask)) == SendOutcome::kSent));
  }
  BOOST_TEST(text(first.receive(kLong).value()) == "to 1");
  BOOST_TEST(text(second.receive(kLong).value()) == "to 2");
}

BOOST_AUTO_TEST_CASE(a_received_message_outlives_later_ones_and_the_socket) {
  ReceivedMessage kept;
  {
    RouterSocket router = bound();
    DealerSocket dealer = connected(router);
    const std::string large(200'000, 'x');
    BOOST_REQUIRE(dealer.send(large, kLong));
    BOOST_REQUIRE(dealer.send("later", kLong));
    kept = receive(router);
    BOOST_TEST(text(receive(router)) == "later");
  }
  BOOST_TEST(text(kept) == std::string(200'000, 'x'));
}

BOOST_AUTO_TEST_CASE(receive_gives_nothing_when_nothing_comes) {
  RouterSocket router = bound();
  BOOST_TEST(!router.receive(milliseconds{0}).has_value());
  BOOST_TEST(!router.receive(milliseconds{5}).has_value());
}

BOOST_AUTO_TEST_CASE(wake_ends_a_receive_that_waits) {
  RouterSocket router = bound();
  std::thread waker([&router] { router.wake(); });
  BOOST_TEST(!router.receive(kLong).has_value());
  waker.join();
}

BOOST_AUTO_TEST_CASE(a_wake_up_before_receive_is_not_lost_and_counts_once) {
  RouterSocket router = bound();
  router.wake();
  router.wake();
  BOOST_TEST(!router.receive(kLong).has_value());
  BOOST_TEST(!router.receive(milliseconds{5}).has_value());
}

BOOST_AUTO_TEST_CASE(a_wake_up_does_not_hide_a_message) {
  RouterSocket router = bound();
  DealerSocket dealer = connected(router);
  BOOST_REQUIRE(dealer.send("m", kLong));
  auto message = router.receive(kLong);
  BOOST_REQUIRE(message.has_value());
  router.wake();
  BOOST_REQUIRE(dealer.send("n", kLong));
  do message = router.receive(kLong);
  while (!message);
  BOOST_TEST(text(*message) == "n");
}

BOOST_AUTO_TEST_CASE(a_message_over_the_limit_disconnects_its_sender_and_nobody_else) {
  RouterSocket router = bound({.max_message = 1000});
  DealerSocket other = connected(router);
  BOOST_REQUIRE(other.send("before", kLong));
  receive(router);
  DealerSocket dealer = connected(router);
  BOOST_REQUIRE(dealer.send(std::string(1001, 'x'), kLong));
  BOOST_TEST(dealer.disconnected(kLong));
  BOOST_REQUIRE(other.send(std::string(1000, 'x'), kLong));
  BOOST_TEST(receive(router).bytes.size() == 1000U);
}

BOOST_AUTO_TEST_CASE(a_peer_that_never_was_is_gone) {
  RouterSocket router = bound();
  std::string frame = "frame";
  BOOST_TEST((router.send("nobody", std::move(frame)) == SendOutcome::kGone));
  BOOST_TEST(frame == "frame");
}

BOOST_AUTO_TEST_CASE(a_peer_that_closed_becomes_gone) {
  RouterSocket router = bound();
  std::string peer;
  {
    DealerSocket dealer = connected(router);
    BOOST_REQUIRE(dealer.send("hello", kLong));
    peer = receive(router).peer;
  }
  const auto end = std::chrono::steady_clock::now() + kLong;
  SendOutcome outcome = SendOutcome::kSent;
  while (outcome != SendOutcome::kGone && std::chrono::steady_clock::now() < end) {
    outcome = router.send(peer, "anybody there?");
    BOOST_TEST(!router.receive(milliseconds{1}).has_value());
  }
  BOOST_TEST((outcome == SendOutcome::kGone));
}

BOOST_AUTO_TEST_CASE(a_peer_that_does_not_read_becomes_full_and_keeps_its_order) {
  RouterSocket router = bound({.high_water = 4});
  DealerSocket dealer = connected(router, {.high_water = 4});
  BOOST_REQUIRE(dealer.send("hello", kLong));
  const std::string peer = receive(router).peer;
  // The kernel's buffers take some too: large frames fill them soon.
  int sent = 0;
  std::string frame;
  do frame = std::string(1 << 20, static_cast<char>(sent));
  while (router.send(peer, std::move(frame)) == SendOutcome::kSent && ++sent < 127);
  BOOST_REQUIRE(sent < 127);
  BOOST_TEST(frame.size() == std::size_t{1} << 20);  // still ours
  for (int i = 0; i < sent; ++i) {
    const auto message = dealer.receive(kLong);
    BOOST_REQUIRE(message.has_value());
    BOOST_REQUIRE(static_cast<int>(message->bytes.front()) == i);
  }
}

BOOST_AUTO_TEST_CASE(a_message_in_parts_comes_as_empty_bytes_and_whole_ones_after_it_are_read) {
  RouterSocket router = bound();
  zmq::context_t context;
  zmq::socket_t dealer(context, zmq::socket_type::dealer);
  dealer.set(zmq::sockopt::linger, 0);
  dealer.connect(router.endpoint());
  for (const char* part : {"one", "two", "three"})
    dealer.send(zmq::str_buffer("part"),
                part == std::string("three") ? zmq::send_flags::none : zmq::send_flags::sndmore);
  dealer.send(zmq::str_buffer("whole"), zmq::send_flags::none);
  BOOST_TEST(text(receive(router)).empty());
  BOOST_TEST(text(receive(router)) == "whole");
}

BOOST_AUTO_TEST_CASE(endpoints_off_loopback_need_to_be_allowed) {
  for (const char* endpoint : {"tcp://0.0.0.0:0", "tcp://192.0.2.1:0"}) {
    const auto router = RouterSocket::bind(endpoint);
    BOOST_REQUIRE(!router.ok());
    BOOST_TEST(router.error().message.find("loopback") != std::string::npos);
  }
  BOOST_TEST(RouterSocket::bind("tcp://0.0.0.0:0", {.allow_any_address = true}).ok());
}

BOOST_AUTO_TEST_CASE(an_endpoint_that_is_none_is_refused_with_what_to_write) {
  for (const char* endpoint :
       {"", "127.0.0.1:0", "ipc:///tmp/x", "tcp://localhost:0", "tcp://127.0.0.1", "tcp://*:0",
        "tcp://127.0.0.1:70000", "tcp://127.0.0.1:1x", "tcp://[::1]:0", "tcp://127.0.0.1:"}) {
    const auto router = RouterSocket::bind(endpoint);
    BOOST_REQUIRE_MESSAGE(!router.ok(), endpoint);
    BOOST_TEST(router.error().remedy.find("tcp://127.0.0.1:0") != std::string::npos);
  }
}

BOOST_AUTO_TEST_CASE(a_port_in_use_is_an_error_with_the_reason) {
  const RouterSocket router = bound();
  const auto second = RouterSocket::bind(router.endpoint());
  BOOST_REQUIRE(!second.ok());
  BOOST_TEST(second.error().message.find("in use") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(closing_does_not_wait_for_a_peer_that_does_not_read) {
  RouterSocket router = bound();
  DealerSocket dealer = connected(router);
  BOOST_REQUIRE(dealer.send("hello", kLong));
  const std::string peer = receive(router).peer;
  for (int i = 0; i < 64; ++i)
    BOOST_REQUIRE((router.send(peer, std::string(1 << 20, 'x')) == SendOutcome::kSent));
}

}  // namespace
}  // namespace horatio
