// SPDX-License-Identifier: Apache-2.0
#include "operator/cli/message_text.h"

namespace horatio::process {

std::string in_quotes(std::string_view text) {
  constexpr std::size_t kLongest = 60;
  constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string quoted = "'";
  for (const char c : text.substr(0, kLongest)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte != 0x7F) {
      quoted += c;
    } else {
      quoted.append("\\x").append(1, kHex[byte >> 4U]).append(1, kHex[byte & 15U]);
    }
  }
  return quoted + (text.size() > kLongest ? "...'" : "'");
}

}  // namespace horatio::process
