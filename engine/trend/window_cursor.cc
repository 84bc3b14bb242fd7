// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/window_cursor.h"

#include <algorithm>

namespace horatio::trend {

void WindowCursor::look_up(Timestamp time) {
  if (!spec_) {
    range_ = {0, 0};
    from_ = INT64_MIN;
    through_ = INT64_MAX;
    return;
  }
  range_ = windows_of(*spec_, time);
  from_ = through_ = time;
  if (range_.first > range_.last) return;  // in a gap
  const WindowBounds first = bounds_of(*spec_, range_.first);
  const WindowBounds last = bounds_of(*spec_, range_.last);
  // Near the ends of time the neighbours may not exist: there the answer is kept for this time only.
  if (first.start <= INT64_MIN + spec_->slide || last.start > INT64_MAX - spec_->slide) return;
  from_ = std::max(last.start, first.end - spec_->slide);
  through_ = std::min(first.end, last.start + spec_->slide) - 1;
}

}  // namespace horatio::trend
