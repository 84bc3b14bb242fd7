// SPDX-License-Identifier: Apache-2.0
// libFuzzer: frame_codec_fuzz -max_len=65536 -malloc_limit_mb=256 CORPUS bridge/golden bridge/golden/bad
#include <cstddef>
#include <cstdint>

#include "bridge/frames/mutation.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  horatio::check_decoding(std::as_bytes(std::span(data, size)));
  return 0;
}
