// SPDX-License-Identifier: Apache-2.0
#include "engine/bench/hamlet/csv.h"

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <fstream>

namespace horatio::bench::figures {
namespace {

[[noreturn]] void fail(const std::string& path) {
  std::fprintf(stderr, "cannot read %s\n", path.c_str());
  std::exit(1);
}

Fields split(const std::string& line) {
  Fields fields(1);
  for (const char c : line) {
    if (c == ',') {
      fields.emplace_back();
    } else if (c != '\r') {
      fields.back() += c;
    }
  }
  return fields;
}

}  // namespace

std::vector<Fields> read_csv(const std::string& path, std::size_t first, std::size_t most) {
  std::ifstream in(path);
  std::vector<Fields> rows;
  std::string line;
  if (!std::getline(in, line)) fail(path);
  for (std::size_t i = 0; rows.size() < most && std::getline(in, line); ++i) {
    if (i >= first) rows.push_back(split(line));
  }
  return rows;
}

std::int64_t to_integer(std::string_view text) {
  std::int64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

}  // namespace horatio::bench::figures
