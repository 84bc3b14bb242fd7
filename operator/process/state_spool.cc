// SPDX-License-Identifier: Apache-2.0
#include "operator/process/state_spool.h"

#include <algorithm>
#include <new>
#include <utility>

namespace horatio::process {

StateSpool::~StateSpool() { (void)finish(); }

std::string StateSpool::buffer() {
  const std::lock_guard lock(mutex_);
  spare_.clear();
  return std::exchange(spare_, {});
}

Status StateSpool::append(std::string bytes) {
  const std::size_t size = bytes.size();
  if (!file_ && memory_.size() + size > memory_limit_) {
    if (Status spilled = spill(); !spilled) return spilled;
  }
  if (!file_) {
    memory_.append(bytes);
  } else if (Status taken = hand_over(std::move(bytes)); !taken) {
    return taken;
  }
  size_ += size;
  return {};
}

Status StateSpool::spill() {
  file_ = std::make_unique<BlockFile>();
  writer_ = std::thread([this] { write_all(); });
  return hand_over(std::exchange(memory_, {}));
}

Status StateSpool::hand_over(std::string bytes) {
  std::unique_lock lock(mutex_);
  waiting_.push_back(std::move(bytes));
  changed_.notify_all();
  changed_.wait(lock, [this] { return waiting_.empty() || !fault_ || held_bytes() <= memory_limit_; });
  return fault_;
}

Status StateSpool::finish() {
  std::unique_lock lock(mutex_);
  if (!std::exchange(ended_, true) && writer_.joinable()) {
    changed_.notify_all();
    lock.unlock();
    writer_.join();
    lock.lock();
    spare_ = {};
  }
  return fault_;
}

// The writer's thread.
void StateSpool::write_all() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return ended_ || !waiting_.empty(); });
    if (waiting_.empty() || !fault_) return;
    const std::string& bytes = waiting_.front();  // stays where it is while others are appended
    lock.unlock();
    Status done = write(bytes);
    lock.lock();
    if (!done) fault_ = std::move(done);
    if (held_bytes() <= memory_limit_) spare_ = std::move(waiting_.front());
    waiting_.pop_front();
    changed_.notify_all();
  }
}

// What is thrown on a thread of its own would end the process.
Status StateSpool::write(const std::string& bytes) {
  try {
    return file_->append(bytes);
  } catch (const std::bad_alloc&) {
    return Error{
        ErrorCode::kMemory, "no memory left to write frozen state", "give the process more memory", {}};
  }
}

std::size_t StateSpool::held_bytes() const {
  std::size_t bytes = spare_.capacity();
  for (const std::string& waiting : waiting_) bytes += waiting.capacity();
  return bytes;
}

std::size_t StateSpool::memory_bytes() const {
  const std::lock_guard lock(mutex_);
  return memory_.capacity() + held_bytes();
}

Result<std::string> StateSpool::read(std::uint64_t offset, std::size_t limit) const {
  if (offset >= size_) return std::string();
  const auto length = static_cast<std::size_t>(std::min<std::uint64_t>(limit, size_ - offset));
  if (!file_) return memory_.substr(static_cast<std::size_t>(offset), length);
  std::string bytes;
  bytes.reserve(length);
  if (Status got = file_->read(offset, length, bytes); !got) return got.error();
  return bytes;
}

}  // namespace horatio::process
