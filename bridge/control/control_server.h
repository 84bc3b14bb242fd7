// SPDX-License-Identifier: Apache-2.0
// The listening end of the control plane: Thrift, framed binary, one thread per connection, every declared
// length limited. Thrift stays inside this folder.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "bridge/control/control_calls.h"
#include "engine/model/status.h"

namespace horatio::control_plane {

struct ControlOptions {
  bool allow_any_address = false;       // other than 127.0.0.0/8: the control plane is clear text
  std::int32_t frame_limit = 4 << 20;   // bytes of a message
  std::int32_t string_limit = 1 << 20;  // bytes of one string
  std::int32_t container_limit = 10'000;
  std::int32_t socket_timeout_ms = 30'000;  // a connection that is silent for so long is closed
  std::int64_t connections = 64;            // more wait until one ends
};

class ControlServer {
 public:
  // Binds ADDRESS:PORT (numeric IPv4; port 0: any free one) and serves on threads of its own until it is
  // destroyed. `log` takes what Thrift says (broken connections and the like), from any thread. `calls` must
  // outlive the server. Errors: kInvalidClause (address), kFile (cannot be bound), with the system's reason.
  static Result<std::unique_ptr<ControlServer>> start(std::string_view address, ControlCalls& calls,
                                                      std::function<void(std::string_view)> log,
                                                      const ControlOptions& options = {});
  virtual ~ControlServer() = default;  // ends the connections and joins the threads

  virtual std::uint16_t port() const = 0;
  virtual const std::string& address() const = 0;  // as bound, with the real port
};

}  // namespace horatio::control_plane
