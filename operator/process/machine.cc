// SPDX-License-Identifier: Apache-2.0
#include "operator/process/machine.h"

#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <string>

namespace horatio::process {
namespace {

constexpr int kMiB = 1 << 20;

std::uint64_t page_bytes() { return static_cast<std::uint64_t>(std::max(1L, ::sysconf(_SC_PAGESIZE))); }

// Of control groups version 2 and 1; where there is no limit the file says "max", a huge number, or is
// absent.
std::uint64_t control_group_limit() {
  for (const char* path : {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"}) {
    std::ifstream file(path);
    std::uint64_t limit = 0;
    if (file >> limit && limit > 0) return limit;
  }
  return UINT64_MAX;
}

}  // namespace

std::uint64_t memory_of_machine() {
  const auto pages = static_cast<std::uint64_t>(std::max(1L, ::sysconf(_SC_PHYS_PAGES)));
  return std::min(pages * page_bytes(), control_group_limit());
}

std::uint64_t resident_bytes() {
  std::ifstream file("/proc/self/statm");
  std::uint64_t total = 0;
  std::uint64_t resident = 0;
  file >> total >> resident;
  return resident * page_bytes();
}

void set_malloc_thresholds() {
  mallopt(M_MMAP_THRESHOLD, 64 * kMiB);
  mallopt(M_TRIM_THRESHOLD, 512 * kMiB);
  mallopt(M_TOP_PAD, 64 * kMiB);
}

}  // namespace horatio::process
