// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace horatio::process {

// Time as this thread has lived it: a pause of the whole process (SIGSTOP, a frozen container) counts as a
// quarter second at most, so that nobody is called silent for what nobody could read.
class AwakeClock {
 public:
  std::int64_t advance(std::int64_t real_ms);  // returns the new time
  std::int64_t now_ms() const { return awake_ms_; }

 private:
  std::int64_t real_ms_ = -1;
  std::int64_t awake_ms_ = 0;
};

}  // namespace horatio::process
