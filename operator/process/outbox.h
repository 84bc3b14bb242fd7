// SPDX-License-Identifier: Apache-2.0
// Frames of one session on their way to the transport thread, encoded and numbered in the order they leave.
// Any thread. Bounded by what bounds its senders: result credit, and one CREDIT per event frame.
#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "operator/process/frame_out.h"

namespace horatio::process {

class Outbox : public FrameOut {
 public:
  // `ready` is called, outside of the lock, when frames wait that did not before.
  Outbox(std::uint64_t session, std::function<void()> ready) : session_(session), ready_(std::move(ready)) {}

  SentFrame send(FrameBody body) override;
  SentFrame send_result(ResultRows& rows) override;
  void send_last(FrameBody body);  // nothing that is sent later leaves

  std::vector<std::string> take();

  // Event credit given back so far: the sum of all CREDIT frames.
  std::uint64_t credit_returned() const;

 private:
  SentFrame send(FrameBody body, bool last);
  template <class Encode>
  SentFrame append(FrameKind kind, bool last, Encode encode);

  const std::uint64_t session_;
  const std::function<void()> ready_;
  mutable std::mutex mutex_;
  std::uint64_t next_seq_ = 0;
  std::uint64_t credit_returned_ = 0;
  bool closed_ = false;
  std::vector<std::string> frames_;
};

}  // namespace horatio::process
