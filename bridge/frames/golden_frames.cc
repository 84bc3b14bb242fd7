// SPDX-License-Identifier: Apache-2.0
#include "bridge/frames/golden_frames.h"

#include <fstream>
#include <iterator>
#include <stdexcept>

namespace horatio {
namespace {

std::string read_file(const std::string& name) {
  const std::string path = std::string(HORATIO_GOLDEN_DIR "/") + name;
  std::ifstream in(path, std::ios::binary);
  if (!in) throw std::runtime_error("cannot read " + path);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

std::vector<GoldenFrame> golden_frames(const std::string& list) {
  std::vector<GoldenFrame> frames;
  const auto page = nlohmann::json::parse(read_file("golden.json"));
  for (const auto& entry : page.at(list)) {
    frames.push_back({entry, read_file(entry.at("file"))});
  }
  return frames;
}

}  // namespace horatio
