// SPDX-License-Identifier: Apache-2.0
// Byte offsets of a text to lines and columns. Columns count code points of UTF-8 from 1; a tab is one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/model/status.h"

namespace horatio {

// The offset of the first byte that is not valid UTF-8, if any.
std::optional<std::size_t> first_invalid_utf8(std::string_view text);

// Built in O(size), asked in O(1). The text must outlive it.
class SourceMap {
 public:
  explicit SourceMap(std::string_view text);
  SourcePlace place_of(std::size_t offset) const;

 private:
  struct Mark {
    std::uint32_t line;
    std::uint32_t column;
  };
  static constexpr std::size_t kStride = 256;
  static Mark step(Mark mark, char c);

  std::string_view text_;
  std::vector<Mark> marks_;  // of every kStride-th byte
};

}  // namespace horatio
