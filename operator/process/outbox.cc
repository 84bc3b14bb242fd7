// SPDX-License-Identifier: Apache-2.0
#include "operator/process/outbox.h"

#include <utility>
#include <variant>

#include "bridge/frames/frame_codec.h"

namespace horatio::process {
namespace {

// Kinds are numbered as the alternatives of FrameBody, from 1.
static_assert(std::variant_size_v<FrameBody> == static_cast<std::size_t>(FrameKind::kBye));
FrameKind kind_of(const FrameBody& body) { return static_cast<FrameKind>(body.index() + 1); }

}  // namespace

SentFrame Outbox::send(FrameBody body) { return send(std::move(body), false); }

void Outbox::send_last(FrameBody body) { send(std::move(body), true); }

SentFrame Outbox::send(FrameBody body, bool last) {
  return append(kind_of(body), last, [&](const FrameHeader& header) {
    if (const auto* credit = std::get_if<CreditFrame>(&body)) credit_returned_ += credit->bytes;
    return encode_frame({header, std::move(body)});
  });
}

SentFrame Outbox::send_result(ResultRows& rows) {
  return append(FrameKind::kResult, false, [&](const FrameHeader& header) { return rows.encode(header); });
}

// Encoding under the lock keeps numbers and order one; the transport thread waits for one frame at most.
template <class Encode>
SentFrame Outbox::append(FrameKind kind, bool last, Encode encode) {
  SentFrame sent;
  bool was_empty = false;
  {
    const std::lock_guard lock(mutex_);
    if (closed_) return sent;
    closed_ = last;
    const FrameHeader header{kind, session_, next_seq_++};
    std::string bytes = encode(header);
    sent = {header.seq, bytes.size()};
    was_empty = frames_.empty();
    frames_.push_back(std::move(bytes));
  }
  if (was_empty) ready_();
  return sent;
}

std::vector<std::string> Outbox::take() {
  const std::lock_guard lock(mutex_);
  return std::exchange(frames_, {});
}

std::uint64_t Outbox::credit_returned() const {
  const std::lock_guard lock(mutex_);
  return credit_returned_;
}

}  // namespace horatio::process
