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
#include <vector>

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

  // Takes the bytes over; waits while two are being written. kFile if the file cannot be made or is full, be
  // it with what was appended before; the spool is of no use then.
  Status append(std::string bytes);

  // Waits until all that was appended is written. kFile as above. Nothing may be appended afterwards.
  Status finish();

  // What there is of `limit` bytes from `offset`. REQUIRES: finish().
  Result<std::string> read(std::uint64_t offset, std::size_t limit) const;

  std::uint64_t size() const { return size_; }
  std::size_t memory_bytes() const;

 private:
  // Appended strings that may wait for the file.
  static constexpr std::size_t kMostWaiting = 2;

  Status spill();
  Status hand_over(std::string bytes);
  void write_all();

  const std::size_t memory_limit_;
  std::string memory_;  // empty once there is a file
  std::unique_ptr<BlockFile> file_;
  std::uint64_t size_ = 0;

  mutable std::mutex mutex_;  // for what follows
  std::condition_variable changed_;
  std::deque<std::string> waiting_;  // the first one is being written
  std::vector<std::string> written_;
  Status fault_;
  bool ended_ = false;  // nothing more comes
  std::thread writer_;  // last: it uses all of the above
};

}  // namespace horatio::process
