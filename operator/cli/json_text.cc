// SPDX-License-Identifier: Apache-2.0
#include "operator/cli/json_text.h"

#include <cstddef>
#include <cstdint>

namespace horatio::process {
namespace {

// The length of the UTF-8 sequence at the front; 0: there is none (overlong forms and surrogates are none).
std::size_t sequence_length(std::string_view text) {
  const auto byte = [text](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
  const auto continues = [&](std::size_t i, std::uint8_t least = 0x80, std::uint8_t most = 0xBF) {
    return i < text.size() && byte(i) >= least && byte(i) <= most;
  };
  const std::uint8_t lead = byte(0);
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF) return continues(1) ? 2 : 0;
  if (lead >= 0xE0 && lead <= 0xEF) {
    const std::uint8_t least = lead == 0xE0 ? 0xA0 : 0x80;
    const std::uint8_t most = lead == 0xED ? 0x9F : 0xBF;
    return continues(1, least, most) && continues(2) ? 3 : 0;
  }
  if (lead >= 0xF0 && lead <= 0xF4) {
    const std::uint8_t least = lead == 0xF0 ? 0x90 : 0x80;
    const std::uint8_t most = lead == 0xF4 ? 0x8F : 0xBF;
    return continues(1, least, most) && continues(2) && continues(3) ? 4 : 0;
  }
  return 0;
}

void append_ascii(std::string& out, char c) {
  constexpr std::string_view kHex = "0123456789abcdef";
  switch (c) {
    case '"':
      out += "\\\"";
      return;
    case '\\':
      out += "\\\\";
      return;
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += "\\t";
      return;
    default:
      break;
  }
  const auto byte = static_cast<std::uint8_t>(c);
  if (byte >= 0x20) {
    out += c;
  } else {
    out.append("\\u00").append(1, kHex[byte >> 4U]).append(1, kHex[byte & 15U]);
  }
}

}  // namespace

void append_json_string(std::string& out, std::string_view text) {
  constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
  out += '"';
  while (!text.empty()) {
    const std::size_t length = sequence_length(text);
    if (length == 1) {
      append_ascii(out, text.front());
    } else {
      out += length == 0 ? kReplacement : text.substr(0, length);
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  out += '"';
}

}  // namespace horatio::process
