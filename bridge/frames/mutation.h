// SPDX-License-Identifier: Apache-2.0
// The property that fuzzing looks for, and seeded mutations of bytes for a short run without a fuzzer.
#pragma once

#include <cstddef>
#include <random>
#include <span>
#include <string>

namespace horatio {

// Decodes `bytes` (header, frame, events); reads all that a decoded frame holds; a frame that was decoded
// must be read the same after encoding. Ends the program if that does not hold.
void check_decoding(std::span<const std::byte> bytes);

// One to eight changes: flipped bits, other bytes, cuts, copies of a part, numbers that matter to msgpack.
std::string mutate(std::string bytes, std::mt19937_64& random);

}  // namespace horatio
