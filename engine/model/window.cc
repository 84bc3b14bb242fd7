// SPDX-License-Identifier: Apache-2.0
#include "engine/model/window.h"

#include <algorithm>

namespace horatio {
namespace {

__extension__ typedef __int128 Wide;  // products of window numbers and slides pass 64 bits

Wide floor_divide(Wide a, Wide b) { return a / b - ((a % b != 0 && (a < 0) != (b < 0)) ? 1 : 0); }

Wide reduced_offset(const WindowSpec& spec) {
  return Wide{spec.offset} - floor_divide(spec.offset, spec.slide) * spec.slide;
}

struct WideRange {
  Wide first, last;
};

// Of any size.
WideRange all_windows_of(const WindowSpec& spec, Timestamp time) {
  const Wide since = Wide{time} - reduced_offset(spec);
  return {floor_divide(since - spec.size, spec.slide) + 1, floor_divide(since, spec.slide)};
}

// Those with bounds of 64 bits.
WideRange windows_that_exist(const WindowSpec& spec) {
  const Wide offset = reduced_offset(spec);
  return {floor_divide(Wide{INT64_MIN} - offset + spec.slide - 1, spec.slide),
          floor_divide(Wide{INT64_MAX} - offset - spec.size, spec.slide)};
}

}  // namespace

WindowRange windows_of(const WindowSpec& spec, Timestamp time) {
  const WideRange all = all_windows_of(spec, time);
  const WideRange exist = windows_that_exist(spec);
  Wide first = std::max(all.first, exist.first);
  if (spec.of_events && first < 0) first = 0;
  return {static_cast<std::int64_t>(first), static_cast<std::int64_t>(std::min(all.last, exist.last))};
}

bool windows_fit(const WindowSpec& spec, Timestamp time) {
  if (spec.of_events) return true;
  const WideRange all = all_windows_of(spec, time);
  const WideRange exist = windows_that_exist(spec);
  return all.first > all.last || (all.first >= exist.first && all.last <= exist.last);
}

WindowBounds bounds_of(const WindowSpec& spec, std::int64_t window) {
  const Wide start = Wide{window} * spec.slide + reduced_offset(spec);
  return {static_cast<Timestamp>(start), static_cast<Timestamp>(start + spec.size)};
}

}  // namespace horatio
