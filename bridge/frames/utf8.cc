// SPDX-License-Identifier: Apache-2.0
#include "bridge/frames/utf8.h"

#include <cstddef>
#include <cstdint>

namespace horatio {
namespace {

struct Form {
  std::size_t bytes;    // of the whole character; 0: no such first byte
  std::uint32_t bits;   // of it in the first byte
  std::uint32_t least;  // a smaller character has a shorter form
};

Form form_of(unsigned char first) {
  if (first < 0x80) return {1, first, 0};
  if (first >= 0xC0 && first < 0xE0) return {2, first & 0x1FU, 0x80};
  if (first >= 0xE0 && first < 0xF0) return {3, first & 0x0FU, 0x800};
  if (first >= 0xF0 && first < 0xF8) return {4, first & 0x07U, 0x10000};
  return {0, 0, 0};
}

}  // namespace

bool is_utf8(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    const Form form = form_of(static_cast<unsigned char>(text[at]));
    if (form.bytes == 0 || form.bytes > text.size() - at) return false;
    std::uint32_t character = form.bits;
    for (std::size_t i = 1; i < form.bytes; ++i) {
      const auto byte = static_cast<unsigned char>(text[at + i]);
      if ((byte & 0xC0U) != 0x80U) return false;
      character = (character << 6U) | (byte & 0x3FU);
    }
    const bool surrogate = character >= 0xD800 && character < 0xE000;
    if (character < form.least || character > 0x10FFFF || surrogate) return false;
    at += form.bytes;
  }
  return true;
}

}  // namespace horatio
