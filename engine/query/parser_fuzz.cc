// SPDX-License-Identifier: Apache-2.0
// libFuzzer: parser_fuzz -max_len=4096 CORPUS examples/ride-sharing
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "engine/query/parsing_check.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(data, data + size);
  const std::string wrong = horatio::test::check_parsing(text);
  if (wrong.empty()) return 0;
  std::fputs(wrong.c_str(), stderr);
  std::abort();
}
