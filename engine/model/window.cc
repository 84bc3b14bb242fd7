// SPDX-License-Identifier: Apache-2.0
#include "engine/model/window.h"

namespace horatio {
namespace {

__extension__ typedef __int128 Wide;  // products of window numbers and slides pass 64 bits

Wide floor_divide(Wide a, Wide b) { return a / b - ((a % b != 0 && (a < 0) != (b < 0)) ? 1 : 0); }

Wide reduced_offset(const WindowSpec& spec) {
  return Wide{spec.offset} - floor_divide(spec.offset, spec.slide) * spec.slide;
}

}  // namespace

WindowRange windows_of(const WindowSpec& spec, Timestamp time) {
  const Wide slide = spec.slide;
  const Wide offset = reduced_offset(spec);
  Wide last = floor_divide(Wide{time} - offset, slide);
  Wide first = floor_divide(Wide{time} - offset - spec.size, slide) + 1;
  // Windows at the very ends of time would need bounds beyond 64 bits.
  if (const Wide lowest = floor_divide(Wide{INT64_MIN} - offset + slide - 1, slide); first < lowest) first = lowest;
  if (const Wide highest = floor_divide(Wide{INT64_MAX} - offset - spec.size, slide); last > highest) last = highest;
  if (spec.of_events && first < 0) first = 0;
  return {static_cast<std::int64_t>(first), static_cast<std::int64_t>(last)};
}

WindowBounds bounds_of(const WindowSpec& spec, std::int64_t window) {
  const Wide start = Wide{window} * spec.slide + reduced_offset(spec);
  return {static_cast<Timestamp>(start), static_cast<Timestamp>(start + spec.size)};
}

}  // namespace horatio
