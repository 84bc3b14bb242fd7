// SPDX-License-Identifier: Apache-2.0
// What the machine gives and what this process takes of it.
#pragma once

#include <cstdint>

namespace horatio::process {

// Bytes that this process may use: physical memory, or the control group's limit where that is less.
std::uint64_t memory_of_machine();

std::uint64_t resident_bytes();

// glibc's defaults map and unmap every frame above 128 KiB and trim the heap after each: 2-3 times slower.
void set_malloc_thresholds();

}  // namespace horatio::process
