// SPDX-License-Identifier: Apache-2.0
#include "operator/process/admission.h"

namespace horatio::process {

Admission::Tries& Admission::tries_of(const Attempt& attempt, std::uint32_t first) {
  const auto found = tries_.find(attempt);
  if (found != tries_.end()) return found->second;
  if (tries_.size() >= kAttempts) forget_oldest();
  ages_.push_back(attempt);
  return tries_.emplace(attempt, Tries{first, false, false}).first->second;
}

void Admission::forget_oldest() {
  const Attempt& oldest = ages_.front();
  const auto newest = newest_.find(oldest.first);
  if (newest != newest_.end() && newest->second == oldest.second) newest_.erase(newest);
  tries_.erase(oldest);
  ages_.pop_front();
}

Admission::Decision Admission::decide(const HelloFrame& hello) {
  const Subtask subtask{hello.job, hello.op, hello.subtask};
  Tries& tries = tries_of({subtask, hello.attempt}, hello.try_number);
  if (tries.succeeded) {
    return Error{ErrorCode::kStaleSession,
                 "a newer attempt of this subtask has begun",
                 "this one is over: let the job restart",
                 {}};
  }
  if (hello.try_number < tries.highest) return Ignore{};
  if (hello.try_number == tries.highest && tries.opened) {
    return Error{ErrorCode::kProtocol,
                 "try " + std::to_string(hello.try_number) + " of this attempt was used before",
                 "send HELLO again with a higher try, on a new socket",
                 {}};
  }
  tries.highest = hello.try_number;
  tries.opened = false;
  const auto live = live_.find(subtask);
  if (live == live_.end()) return Open{};
  return Open{live->second.session, live->second.attempt == hello.attempt};
}

void Admission::opened(const HelloFrame& hello, std::uint64_t session) {
  const Subtask subtask{hello.job, hello.op, hello.subtask};
  const auto tries = tries_.find({subtask, hello.attempt});
  if (tries != tries_.end()) tries->second.opened = true;
  std::string& newest = newest_[subtask];
  const auto before = newest == hello.attempt ? tries_.end() : tries_.find({subtask, newest});
  if (before != tries_.end()) before->second.succeeded = true;
  newest = hello.attempt;
  live_[subtask] = {session, hello.attempt};
}

void Admission::closed(std::uint64_t session) {
  std::erase_if(live_, [session](const auto& entry) { return entry.second.session == session; });
}

}  // namespace horatio::process
