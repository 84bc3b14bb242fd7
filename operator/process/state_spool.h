// SPDX-License-Identifier: Apache-2.0
// Bytes that are written once and read in pieces: in memory up to a limit, beyond it in a file (BlockFile),
// which is written by a thread of its own, beside whoever makes the bytes. All calls are one thread's.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "engine/model/status.h"
#include "operator/process/block_file.h"

namespace horatio::process {

class StateSpool {
 public:
  explicit StateSpool(std::size_t memory_limit) : memory_limit_(memory_limit) {}
  ~StateSpool();
  StateSpool(const StateSpool&) = delete;
  StateSpool& operator=(const StateSpool&) = delete;

  // An empty string to fill and append: mostly one that was written, so that its memory is there already.
  std::string buffer();

  // Takes the bytes over; waits while more than the memory limit is on its way to the file. kFile if the file
  // cannot be made or is full, kMemory, be it with what was appended before; the spool is of no use then.
  Status append(std::string bytes);

  // Waits until all that was appended is written. Errors as above. Nothing may be appended afterwards.
  Status finish();

  // What there is of `limit` bytes from `offset`. REQUIRES: finish().
  Result<std::string> read(std::uint64_t offset, std::size_t limit) const;

  std::uint64_t size() const { return size_; }
  std::size_t memory_bytes() const;

 private:
  Status spill();
  Status hand_over(std::string bytes);
  void write_all();
  Status write(const std::string& bytes);
  std::size_t held_bytes() const;  // REQUIRES: the lock

  const std::size_t memory_limit_;
  std::string memory_;  // empty once there is a file
  std::unique_ptr<BlockFile> file_;
  std::uint64_t size_ = 0;

  mutable std::mutex mutex_;  // for what follows
  std::condition_variable changed_;
  std::deque<std::string> waiting_;  // the first one is being written
  std::string spare_;                // one that was written, to be filled again
  Status fault_;
  bool ended_ = false;  // nothing more comes
  std::thread writer_;  // last: it uses all of the above
};

}  // namespace horatio::process
