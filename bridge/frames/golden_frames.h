// SPDX-License-Identifier: Apache-2.0
// The files of bridge/golden, for tests.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

namespace horatio {

struct GoldenFrame {
  nlohmann::json entry;  // as in golden.json
  std::string bytes;
  std::span<const std::byte> view() const { return std::as_bytes(std::span(bytes)); }
};

// list: "frames" or "bad". Throws if the files cannot be read.
std::vector<GoldenFrame> golden_frames(const std::string& list);

}  // namespace horatio
