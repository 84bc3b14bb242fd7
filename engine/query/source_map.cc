// SPDX-License-Identifier: Apache-2.0
#include "engine/query/source_map.h"

#include <algorithm>

namespace horatio {
namespace {

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

// Length of the well-formed sequence at the start of `text`; 0: there is none (overlong forms, surrogates and
// code points past U+10FFFF included).
std::size_t sequence_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return 1;
  const std::size_t length = lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
  if (length == 0 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if (!is_continuation(text[i])) return 0;
  }
  if ((lead == 0xE0 && byte(1) < 0xA0) || (lead == 0xED && byte(1) > 0x9F)) return 0;
  if ((lead == 0xF0 && byte(1) < 0x90) || (lead == 0xF4 && byte(1) > 0x8F)) return 0;
  return length;
}

}  // namespace

std::optional<std::size_t> first_invalid_utf8(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = sequence_length(text.substr(i));
    if (length == 0) return i;
    i += length;
  }
  return std::nullopt;
}

SourceMap::Mark SourceMap::step(Mark mark, char c) {
  if (c == '\n') return {mark.line + 1, 1};
  return is_continuation(c) ? mark : Mark{mark.line, mark.column + 1};
}

SourceMap::SourceMap(std::string_view text) : text_(text) {
  Mark mark{1, 1};
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (i % kStride == 0) marks_.push_back(mark);
    mark = step(mark, text[i]);
  }
  if (text.size() % kStride == 0) marks_.push_back(mark);
}

SourcePlace SourceMap::place_of(std::size_t offset) const {
  offset = std::min(offset, text_.size());
  Mark mark = marks_[offset / kStride];
  for (std::size_t i = offset / kStride * kStride; i < offset; ++i) mark = step(mark, text_[i]);
  return {mark.line, mark.column};
}

}  // namespace horatio
