// SPDX-License-Identifier: Apache-2.0
#include "engine/model/scientific.h"

#include <array>
#include <charconv>
#include <cmath>
#include <string_view>

namespace horatio {
namespace {

constexpr int kDecimals = 16;

// The library pads exponents to two digits.
void append_unpadded(std::string& out, std::string_view text) {
  const std::size_t digits = text.find('e') + 2;  // after the sign
  out += text.substr(0, digits);
  const std::size_t first = text.find_first_not_of('0', digits);
  out += first == std::string_view::npos ? "0" : text.substr(first);
}

}  // namespace

void append_scientific(std::string& out, double value) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value == 0 ? 0.0 : value,
                                 std::chars_format::scientific, kDecimals)
                       .ptr;
  append_unpadded(out, {text.data(), end});
}

void append_shortest_scientific(std::string& out, double value) {
  if (!std::isfinite(value)) {
    out += "inf";
    return;
  }
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value == 0 ? 0.0 : value,
                                 std::chars_format::scientific)
                       .ptr;
  append_unpadded(out, {text.data(), end});
}

}  // namespace horatio
