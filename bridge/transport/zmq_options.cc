// SPDX-License-Identifier: Apache-2.0
#include "bridge/transport/zmq_options.h"

#include <arpa/inet.h>

#include <algorithm>
#include <charconv>

namespace horatio {
namespace {

Error endpoint_error(std::string_view endpoint, const std::string& why) {
  return {ErrorCode::kInvalidClause,
          "endpoint \"" + std::string(endpoint) + "\" " + why,
          "write tcp://ADDRESS:PORT with a numeric IPv4 address, such as tcp://127.0.0.1:0",
          {}};
}

bool is_port(std::string_view text) {
  unsigned port = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), port);
  return fault == std::errc{} && end == text.data() + text.size() && port <= 65535;
}

}  // namespace

Status check_endpoint(std::string_view endpoint, const TransportOptions& options) {
  static constexpr std::string_view kScheme = "tcp://";
  if (!endpoint.starts_with(kScheme)) return endpoint_error(endpoint, "is not tcp");
  const std::string_view rest = endpoint.substr(kScheme.size());
  const std::size_t colon = rest.rfind(':');
  if (colon == std::string_view::npos || !is_port(rest.substr(colon + 1))) {
    return endpoint_error(endpoint, "has no port between 0 and 65535");
  }
  in_addr address{};
  if (inet_pton(AF_INET, std::string(rest.substr(0, colon)).c_str(), &address) != 1) {
    return endpoint_error(endpoint, "has no numeric IPv4 address");
  }
  const bool loopback = (ntohl(address.s_addr) >> 24U) == 127;
  if (loopback || options.allow_any_address) return {};
  return Error{
      ErrorCode::kInvalidClause,
      "endpoint \"" + std::string(endpoint) + "\" is not on loopback",
      "the data plane is clear text: listen on 127.0.0.1 and tunnel it, or allow other addresses explicitly",
      {}};
}

void set_options(zmq::socket_t& socket, const TransportOptions& options) {
  socket.set(zmq::sockopt::linger, 0);
  socket.set(zmq::sockopt::sndtimeo, 0);
  socket.set(zmq::sockopt::rcvtimeo, 0);
  socket.set(zmq::sockopt::sndhwm, options.high_water);
  socket.set(zmq::sockopt::rcvhwm, options.high_water);
  socket.set(zmq::sockopt::maxmsgsize, static_cast<std::int64_t>(options.max_message));
  socket.set(zmq::sockopt::heartbeat_ivl, 0);
  socket.set(zmq::sockopt::ipv6, false);
}

ReceivedMessage received(std::string peer, zmq::message_t message) {
  auto owner = std::make_shared<zmq::message_t>(std::move(message));
  const std::span<const std::byte> bytes{static_cast<const std::byte*>(owner->data()), owner->size()};
  return {std::move(peer), bytes, std::move(owner)};
}

bool poll_until(zmq::pollitem_t* items, std::size_t count, std::chrono::milliseconds timeout) {
  const auto end = std::chrono::steady_clock::now() + timeout;
  return uninterrupted([&] {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
    return zmq::poll(items, count, std::max(left, std::chrono::milliseconds{0})) > 0;
  });
}

}  // namespace horatio
