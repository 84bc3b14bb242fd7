// SPDX-License-Identifier: Apache-2.0
// Runs code that is written in lanes with the vector instructions of this processor. The rest of the program
// is compiled for any processor of its architecture.
#pragma once

namespace horatio::trend {

#if defined(__x86_64__)
inline const bool kHasAvx2 = __builtin_cpu_supports("avx2") != 0;

// All that `work` calls is compiled here once more.
template <class Work>
[[gnu::target("avx2"), gnu::flatten, gnu::noinline]] void run_with_avx2(const Work& work) {
  work();
}

template <class Work>
void run_in_lanes(const Work& work) {
  kHasAvx2 ? run_with_avx2(work) : work();
}
#else
template <class Work>
void run_in_lanes(const Work& work) {
  work();
}
#endif

}  // namespace horatio::trend
