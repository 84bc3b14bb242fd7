// SPDX-License-Identifier: Apache-2.0
#include "bridge/frames/mutation.h"

#include <boost/test/unit_test.hpp>
#include <cstdlib>

#include "bridge/frames/golden_frames.h"

namespace horatio {
namespace {

// HORATIO_FUZZ_ROUNDS and HORATIO_FUZZ_SEED make the run longer, or another one.
std::uint64_t setting(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

BOOST_AUTO_TEST_CASE(mutated_golden_frames_are_refused_or_read_whole) {
  const std::uint64_t rounds = setting("HORATIO_FUZZ_ROUNDS", 1000);
  std::vector<GoldenFrame> frames = golden_frames("frames");
  for (const GoldenFrame& bad : golden_frames("bad")) frames.push_back(bad);
  for (std::uint64_t round = 0; round < rounds; ++round) {
    std::mt19937_64 random(setting("HORATIO_FUZZ_SEED", 1) + round);
    for (const GoldenFrame& golden : frames) {
      const std::string bytes = mutate(golden.bytes, random);
      check_decoding(std::as_bytes(std::span(bytes)));
    }
  }
  BOOST_TEST(rounds > 0U);
}

}  // namespace
}  // namespace horatio
