// SPDX-License-Identifier: Apache-2.0
// What the barriers of a session have frozen and nobody has released yet: the content of each key group, read
// in pieces. One thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "bridge/frames/frame.h"
#include "engine/plan/engine.h"
#include "operator/process/frame_out.h"
#include "operator/process/state_spool.h"

namespace horatio::process {

class Checkpoints {
 public:
  // Of so many states at most something is read at a time.
  static constexpr std::size_t kMostReading = 2;

  // `memory`: bytes that a frozen state may take before it goes to a file.
  Checkpoints(KeyGroup first, KeyGroup last, std::size_t memory, std::size_t largest_chunk);

  // Whether a state may be frozen now; if not, one has to be released first.
  bool may_begin() const;

  // Frees the states of which nothing was asked for. kProtocol unless the id is above all before.
  Status begin(std::uint64_t checkpoint);

  // Freezes key groups until about `bytes` are written; true when all are. REQUIRES: begin(), and the engine
  // does not change until then.
  Result<bool> freeze(const Engine& engine, std::size_t bytes);

  // Answers a request for a piece. kProtocol if there is no such state or key group, kFile.
  Status answer(const SnapshotFrame& request, FrameOut& out);

  void release(std::uint64_t checkpoint);

  std::size_t memory_bytes() const;

 private:
  struct Extent {
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
  };
  struct Frozen {
    explicit Frozen(std::size_t memory) : spool(memory) {}
    StateSpool spool;
    std::vector<Extent> key_groups;  // from the first on
    bool read = false;               // something was asked for
  };

  std::size_t key_groups() const { return std::size_t{last_} - first_ + 1; }

  const KeyGroup first_, last_;
  const std::size_t memory_;
  const std::size_t largest_chunk_;
  std::map<std::uint64_t, Frozen> frozen_;
  std::map<std::uint64_t, Frozen>::iterator freezing_ = frozen_.end();
  std::uint64_t newest_ = 0;
  bool any_ = false;
};

}  // namespace horatio::process
