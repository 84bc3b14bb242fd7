// SPDX-License-Identifier: Apache-2.0
#include "operator/process/awake_clock.h"

#include <algorithm>

namespace horatio::process {
namespace {

constexpr std::int64_t kMostAwakeMs = 250;

}  // namespace

std::int64_t AwakeClock::advance(std::int64_t real_ms) {
  if (real_ms_ >= 0) awake_ms_ += std::min(kMostAwakeMs, real_ms - real_ms_);
  real_ms_ = real_ms;
  return awake_ms_;
}

}  // namespace horatio::process
