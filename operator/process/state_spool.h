// SPDX-License-Identifier: Apache-2.0
// Bytes that are written once and read in pieces: in memory up to a limit, beyond it in a file that has no
// name, in $TMPDIR or /tmp. One thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "engine/model/status.h"

namespace horatio::process {

class StateSpool {
 public:
  explicit StateSpool(std::size_t memory_limit) : memory_limit_(memory_limit) {}
  ~StateSpool();
  StateSpool(const StateSpool&) = delete;
  StateSpool& operator=(const StateSpool&) = delete;

  // kFile if the file cannot be made or is full; the spool is of no use then.
  Status append(std::string_view bytes);

  // What there is of `limit` bytes from `offset`.
  Result<std::string> read(std::uint64_t offset, std::size_t limit) const;

  std::uint64_t size() const { return size_; }
  std::size_t memory_bytes() const { return memory_.capacity(); }

 private:
  Status spill();
  Status write(std::string_view bytes);

  const std::size_t memory_limit_;
  std::string memory_;  // empty once there is a file
  std::string folder_;
  int file_ = -1;
  std::uint64_t size_ = 0;
};

}  // namespace horatio::process
