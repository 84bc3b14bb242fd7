// SPDX-License-Identifier: Apache-2.0
// What both ends of the transport share; private to this folder.
#pragma once

#include <cerrno>
#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <zmq.hpp>

#include "bridge/transport/transport.h"

namespace horatio {

// "tcp://ADDRESS:PORT" with a numeric IPv4 address; libzmq would also take names, devices and other
// transports.
Status check_endpoint(std::string_view endpoint, const TransportOptions& options);

// All that a socket would otherwise wait for or hold without end: linger, send time-out, high-water marks,
// message size. No heartbeats: they say nothing about a process that works (progress is in PONG) and cut off
// one that is stopped. Throws zmq::error_t.
void set_options(zmq::socket_t& socket, const TransportOptions& options);

// A message read in place.
ReceivedMessage received(std::string peer, zmq::message_t message);

// Calls a ZeroMQ operation again for as long as signals interrupt it. Throws zmq::error_t for everything
// else.
template <class Operation>
auto uninterrupted(Operation operation) -> decltype(operation()) {
  for (;;) {
    try {
      return operation();
    } catch (const zmq::error_t& e) {
      if (e.num() != EINTR) throw;
    }
  }
}

// Waits until one of `items` is ready, through interruptions by signals; false at `timeout`.
bool poll_until(zmq::pollitem_t* items, std::size_t count, std::chrono::milliseconds timeout);

}  // namespace horatio
