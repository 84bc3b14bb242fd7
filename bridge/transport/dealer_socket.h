// SPDX-License-Identifier: Apache-2.0
// The other end, as the JVM has it: a DEALER that connects to the process. For tests and tools in C++. One
// thread.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "bridge/transport/transport.h"

namespace horatio {

class DealerSocket {
 public:
  // Connecting goes on in the background and is repeated until it succeeds; send() says whether it has.
  static Result<DealerSocket> connect(std::string_view endpoint, const TransportOptions& options = {});

  DealerSocket(DealerSocket&&) noexcept;
  DealerSocket& operator=(DealerSocket&&) noexcept;
  ~DealerSocket();  // unsent messages are dropped; does not wait

  // False when after `timeout` there is no connection or its queue is full. True says nothing of arrival.
  bool send(std::string_view frame, std::chrono::milliseconds timeout);

  // The next message; none after `timeout`. Its `peer` is empty.
  std::optional<ReceivedMessage> receive(std::chrono::milliseconds timeout);

  // True once the connection was lost after it had been made, within `timeout`.
  bool disconnected(std::chrono::milliseconds timeout);

 private:
  struct Impl;
  explicit DealerSocket(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace horatio
