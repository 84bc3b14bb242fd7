// SPDX-License-Identifier: Apache-2.0
// "ADDRESS:PORT" with a numeric IPv4 address, as the control plane takes it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/model/status.h"

namespace horatio::control_plane {

struct ControlAddress {
  std::string host;
  std::uint16_t port = 0;
  bool loopback = false;  // in 127.0.0.0/8
};

Result<ControlAddress> parse_control_address(std::string_view text);

}  // namespace horatio::control_plane
