// SPDX-License-Identifier: Apache-2.0
// Frames of one session on their way to the transport thread, encoded and numbered in the order they leave.
// Any thread. Bounded by what bounds its senders: result credit, and one CREDIT per event frame.
//
// CREDIT wakes five threads on its way, so it is gathered: it leaves before any other frame, when it comes to
// `credit_batch` bytes, or when the sender has nothing else to do (`send_credit`).
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
  Outbox(std::uint64_t session, std::uint64_t credit_batch, std::function<void()> ready)
      : session_(session), credit_batch_(credit_batch), ready_(std::move(ready)) {}

  SentFrame send(FrameBody body) override;
  SentFrame send_result(ResultRows& rows) override;
  void send_last(FrameBody body);  // nothing that is sent later leaves
  void send_credit();              // what is gathered
  bool owes_credit() const;

  std::vector<std::string> take();

  // Event credit given back so far: the sum of all CREDIT frames.
  std::uint64_t credit_returned() const;

 private:
  SentFrame send(FrameBody body, bool last);
  void owe(std::uint64_t credit);
  template <class Encode>
  SentFrame append(FrameKind kind, bool last, Encode encode);
  template <class Encode>
  SentFrame push(FrameKind kind, Encode encode);
  void push_credit();

  const std::uint64_t session_;
  const std::uint64_t credit_batch_;
  const std::function<void()> ready_;
  mutable std::mutex mutex_;
  std::uint64_t next_seq_ = 0;
  std::uint64_t credit_returned_ = 0;
  std::uint64_t owed_credit_ = 0;  // gathered
  bool closed_ = false;
  std::vector<std::string> frames_;
};

}  // namespace horatio::process
