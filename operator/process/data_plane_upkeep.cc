// SPDX-License-Identifier: Apache-2.0
// What the transport thread does from time to time, and what other threads ask of it.
#include <algorithm>
#include <utility>

#include "operator/process/data_plane.h"

namespace horatio::process {
namespace {

constexpr std::int64_t kFarewellMs = 200;  // ERROR frames of the end get this long to leave the socket

std::int64_t steady_ms() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
}

}  // namespace

void DataPlane::tick() {
  ticked_ms_ = clock_.now_ms();
  judge_memory();
  if (draining()) drain_on();
}

// Called when the socket has been read empty.
void DataPlane::judge_silence() {
  const std::int64_t limit_ms = std::int64_t{options_.session_timeout_seconds} * 1000;
  for (auto session = sessions_.begin(); session != sessions_.end();) {
    const auto current = session++;
    if (clock_.now_ms() - current->second.heard_ms < limit_ms) continue;
    fail(current, {ErrorCode::kStaleSession,
                   "no frame for " + std::to_string(options_.session_timeout_seconds) + " s",
                   "send PING while there is nothing else to send",
                   {}});
  }
}

void DataPlane::judge_memory() {
  std::uint64_t sum = 0;
  std::uint64_t most = 0;
  auto largest = sessions_.end();
  for (auto session = sessions_.begin(); session != sessions_.end(); ++session) {
    const SessionFigures figures = session->second.runner->figures();
    const std::uint64_t bytes =
        figures.held_bytes + figures.state_bytes + figures.unsent_result_bytes + figures.snapshot_bytes;
    sum += bytes;
    if (bytes < most) continue;
    most = bytes;
    largest = session;
  }
  if (sum <= options_.memory || largest == sessions_.end()) return;
  fail(largest, {ErrorCode::kMemory,
                 "the sessions of this process need " + std::to_string(sum) + " bytes, the limit is " +
                     std::to_string(options_.memory) + "; this one, the largest, has " + std::to_string(most),
                 "raise --memory (and the container's memory with it), use shorter windows, or fewer slots",
                 {}});
}

void DataPlane::drain(std::chrono::milliseconds bound) {
  const std::int64_t until = steady_ms() + bound.count();
  std::int64_t current = drain_until_ms_.load();
  while (until < current && !drain_until_ms_.compare_exchange_weak(current, until)) {
  }
  router_.wake();
}

void DataPlane::drain_on() {
  if (closing_until_ms_ != 0) {
    done_ = clock_.now_ms() >= closing_until_ms_;
    return;
  }
  const bool busy = std::any_of(sessions_.begin(), sessions_.end(),
                                [](const auto& entry) { return entry.second.runner->has_work_in_hand(); });
  if (busy && steady_ms() < drain_until_ms_.load()) return;
  closing_until_ms_ = clock_.now_ms() + (sessions_.empty() ? 0 : kFarewellMs);
  while (!sessions_.empty()) {
    fail(sessions_.begin(), {ErrorCode::kShutdown, "the process is shutting down", "start the job anew", {}});
  }
  done_ = clock_.now_ms() >= closing_until_ms_;
}

std::vector<control_plane::SessionInfo> DataPlane::sessions() const {
  std::vector<control_plane::SessionInfo> infos;
  const std::lock_guard lock(sessions_mutex_);
  for (const auto& [id, live] : sessions_) {
    const SessionFigures figures = live.runner->figures();
    control_plane::SessionInfo info;
    info.session = static_cast<std::int64_t>(id);
    info.job = live.job;
    info.op = live.op;
    info.subtask = static_cast<std::int32_t>(live.subtask);
    info.events = static_cast<std::int64_t>(figures.events);
    info.rows = static_cast<std::int64_t>(figures.rows);
    info.held_events = static_cast<std::int64_t>(figures.held_events);
    info.held_bytes = static_cast<std::int64_t>(figures.held_bytes);
    info.state_bytes = static_cast<std::int64_t>(figures.state_bytes);
    info.watermark = figures.watermark;
    info.unsent_result_bytes = static_cast<std::int64_t>(figures.unsent_result_bytes);
    info.left_out = static_cast<std::int64_t>(figures.left_out);
    info.nonfinite = static_cast<std::int64_t>(figures.nonfinite);
    info.skipped_partial = static_cast<std::int64_t>(figures.skipped_partial);
    infos.push_back(std::move(info));
  }
  return infos;
}

}  // namespace horatio::process
