// SPDX-License-Identifier: Apache-2.0
// The positions in a text at which CSV structure can change: commas, line feeds and quotes.
#pragma once

#include <cstddef>
#include <cstdint>

namespace horatio::process {

// Writes base + position of every ',', '\n' and '"' in text[0, size) to `out`, ascending; returns how many.
// REQUIRES: `out` has room for `size` positions; base + size fits into 32 bits. O(size), 64 bytes a step.
std::size_t find_structurals(const char* text, std::size_t size, std::uint32_t base, std::uint32_t* out);

}  // namespace horatio::process
