// SPDX-License-Identifier: Apache-2.0
// The windows of ascending times without a division per event: remembers until when the answer stays the
// same.
#pragma once

#include <optional>

#include "engine/model/window.h"

namespace horatio::trend {

class WindowCursor {
 public:
  // Without a window there is one, number 0, over the whole input.
  explicit WindowCursor(const std::optional<WindowSpec>& spec) : spec_(spec) {}

  // O(1), a division only where the windows change. Any order of times is right; ascending is fast.
  const WindowRange& at(Timestamp time) {
    if (time < from_ || time > through_) look_up(time);
    return range_;
  }

  // The last time at which the windows are those that at() gave last.
  Timestamp through() const { return through_; }

 private:
  void look_up(Timestamp time);

  std::optional<WindowSpec> spec_;
  Timestamp from_ = 0, through_ = -1;  // inclusive; the times that range_ is known for
  WindowRange range_;
};

}  // namespace horatio::trend
