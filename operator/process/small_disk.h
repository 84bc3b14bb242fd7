// SPDX-License-Identifier: Apache-2.0
// Tests only: a disk that is soon full, and bytes that do not shrink.
#pragma once

#include <sys/resource.h>

#include <csignal>
#include <cstdlib>
#include <random>
#include <string>

namespace horatio::process {

// For as long as it lives: a folder for files, and a limit of their size.
struct SmallDisk {
  SmallDisk(const char* folder, rlim_t bytes) {
    ::setenv("TMPDIR", folder, 1);
    std::signal(SIGXFSZ, SIG_IGN);
    ::getrlimit(RLIMIT_FSIZE, &before);
    const struct rlimit small {
      bytes, before.rlim_max
    };
    ::setrlimit(RLIMIT_FSIZE, &small);
  }
  ~SmallDisk() {
    ::setrlimit(RLIMIT_FSIZE, &before);
    ::unsetenv("TMPDIR");
  }
  struct rlimit before {};
};

inline std::string noise(std::size_t length, std::uint32_t seed = 1) {
  std::mt19937 random(seed);
  std::string bytes(length, '\0');
  for (char& byte : bytes) byte = static_cast<char>(random());
  return bytes;
}

}  // namespace horatio::process
