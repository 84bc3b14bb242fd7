// SPDX-License-Identifier: Apache-2.0
#include "operator/process/checkpoints.h"

#include <algorithm>
#include <span>
#include <string>

namespace horatio::process {
namespace {

Error protocol(std::string message, std::string remedy) {
  return {ErrorCode::kProtocol, std::move(message), std::move(remedy), {}};
}

}  // namespace

Checkpoints::Checkpoints(KeyGroup first, KeyGroup last, std::size_t memory, std::size_t largest_chunk)
    : first_(first), last_(last), memory_(memory), largest_chunk_(largest_chunk) {}

bool Checkpoints::may_begin() const {
  const auto reading =
      std::count_if(frozen_.begin(), frozen_.end(), [](const auto& entry) { return entry.second.read; });
  return static_cast<std::size_t>(reading) < kMostReading;
}

Status Checkpoints::begin(std::uint64_t checkpoint) {
  if (any_ && checkpoint <= newest_) {
    return protocol("BARRIER " + std::to_string(checkpoint) + " after " + std::to_string(newest_),
                    "the checkpoints of a session have ascending ids");
  }
  any_ = true;
  newest_ = checkpoint;
  std::erase_if(frozen_, [](const auto& entry) { return !entry.second.read; });
  freezing_ = frozen_.try_emplace(checkpoint, memory_).first;
  return {};
}

Result<bool> Checkpoints::freeze(const Engine& engine, std::size_t bytes) {
  Frozen& state = freezing_->second;
  const std::uint64_t until = state.spool.size() + bytes;
  while (state.key_groups.size() < key_groups() && state.spool.size() < until) {
    std::string content = state.spool.buffer();
    engine.snapshot(static_cast<KeyGroup>(first_ + state.key_groups.size()), content);
    state.key_groups.push_back({state.spool.size(), content.size()});
    if (const Status taken = state.spool.append(std::move(content)); !taken) return taken.error();
  }
  if (state.key_groups.size() < key_groups()) return false;
  if (const Status written = state.spool.finish(); !written) return written.error();
  return true;
}

Status Checkpoints::answer(const SnapshotFrame& request, FrameOut& out) {
  const auto found = frozen_.find(request.checkpoint);
  const bool owned = request.key_group >= first_ && request.key_group <= last_;
  if (found == frozen_.end() || !owned || found->second.key_groups.size() != key_groups()) {
    return protocol("SNAPSHOT asks for key group " + std::to_string(request.key_group) + " of checkpoint " +
                        std::to_string(request.checkpoint) + ", which there is not",
                    "ask for what BARRIER_ACK has answered and nobody has released");
  }
  Frozen& state = found->second;
  state.read = true;
  const Extent extent = state.key_groups[request.key_group - first_];
  const std::uint64_t offset = std::min(request.offset, extent.size);
  const std::uint64_t length =
      std::min({request.limit, extent.size - offset, static_cast<std::uint64_t>(largest_chunk_)});
  const auto bytes = state.spool.read(extent.offset + offset, static_cast<std::size_t>(length));
  if (!bytes) return bytes.error();
  out.send(SnapshotFrame{request.checkpoint, request.key_group, offset, extent.size,
                         std::as_bytes(std::span(bytes->data(), bytes->size()))});
  return {};
}

void Checkpoints::release(std::uint64_t checkpoint) {
  const auto found = frozen_.find(checkpoint);
  if (found != frozen_.end() && found->second.key_groups.size() == key_groups()) frozen_.erase(found);
}

std::size_t Checkpoints::memory_bytes() const {
  std::size_t bytes = 0;
  for (const auto& [id, state] : frozen_) bytes += state.spool.memory_bytes();
  return bytes;
}

}  // namespace horatio::process
