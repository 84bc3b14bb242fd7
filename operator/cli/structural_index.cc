// SPDX-License-Identifier: Apache-2.0
#include "operator/cli/structural_index.h"

#include <bit>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace horatio::process {
namespace {

bool is_structural(char c) { return c == ',' || c == '\n' || c == '"'; }

#if defined(__SSE2__)
std::uint64_t structurals_of_16(const char* text) {
  const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text));
  const __m128i commas = _mm_cmpeq_epi8(bytes, _mm_set1_epi8(','));
  const __m128i lines = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\n'));
  const __m128i quotes = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('"'));
  return static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_or_si128(_mm_or_si128(commas, lines), quotes)));
}

std::uint64_t structurals_of_64(const char* text) {
  return structurals_of_16(text) | structurals_of_16(text + 16) << 16U | structurals_of_16(text + 32) << 32U |
         structurals_of_16(text + 48) << 48U;
}
#else
std::uint64_t structurals_of_64(const char* text) {
  std::uint64_t mask = 0;
  for (unsigned i = 0; i < 64; ++i) mask |= static_cast<std::uint64_t>(is_structural(text[i])) << i;
  return mask;
}
#endif

}  // namespace

std::size_t find_structurals(const char* text, std::size_t size, std::uint32_t base, std::uint32_t* out) {
  std::size_t found = 0;
  std::size_t at = 0;
  for (; at + 64 <= size; at += 64) {
    const auto step = base + static_cast<std::uint32_t>(at);
    for (std::uint64_t mask = structurals_of_64(text + at); mask != 0; mask &= mask - 1) {
      out[found++] = step + static_cast<std::uint32_t>(std::countr_zero(mask));
    }
  }
  for (; at < size; ++at) {
    if (is_structural(text[at])) out[found++] = base + static_cast<std::uint32_t>(at);
  }
  return found;
}

}  // namespace horatio::process
