// SPDX-License-Identifier: Apache-2.0
#include "bridge/control/control_address.h"

#include <arpa/inet.h>

#include <charconv>

namespace horatio::control_plane {
namespace {

Error not_an_address(std::string_view text) {
  std::string message(text);
  message += " is not an address of the control plane";
  return {ErrorCode::kInvalidClause,
          std::move(message),
          "write a numeric IPv4 address and a port, such as 127.0.0.1:0",
          {}};
}

}  // namespace

Result<ControlAddress> parse_control_address(std::string_view text) {
  const auto colon = text.rfind(':');
  if (colon == std::string_view::npos || colon + 1 == text.size()) return not_an_address(text);
  ControlAddress address;
  address.host = std::string(text.substr(0, colon));
  in_addr parsed{};
  if (inet_pton(AF_INET, address.host.c_str(), &parsed) != 1) return not_an_address(text);
  address.loopback = (ntohl(parsed.s_addr) >> 24U) == 127;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data() + colon + 1, end, address.port);
  if (error != std::errc{} || rest != end) return not_an_address(text);
  return address;
}

}  // namespace horatio::control_plane
