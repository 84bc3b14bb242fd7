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
  if (const auto* credit = std::get_if<CreditFrame>(&body)) {
    owe(credit->bytes);
    return {};
  }
  return append(kind_of(body), last, [&](const FrameHeader& header) {
    return encode_frame({header, std::move(body)});
  });
}

void Outbox::owe(std::uint64_t credit) {
  bool enough = false;
  {
    const std::lock_guard lock(mutex_);
    owed_credit_ += credit;
    enough = owed_credit_ >= credit_batch_;
  }
  if (enough) send_credit();
}

SentFrame Outbox::send_result(ResultRows& rows) {
  return append(FrameKind::kResult, false, [&](const FrameHeader& header) { return rows.encode(header); });
}

void Outbox::send_credit() {
  bool was_empty = false;
  {
    const std::lock_guard lock(mutex_);
    if (closed_ || owed_credit_ == 0) return;
    was_empty = frames_.empty();
    push_credit();
  }
  if (was_empty) ready_();
}

bool Outbox::owes_credit() const {
  const std::lock_guard lock(mutex_);
  return owed_credit_ > 0;
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
    was_empty = frames_.empty();
    if (owed_credit_ > 0) push_credit();
    sent = push(kind, encode);
  }
  if (was_empty) ready_();
  return sent;
}

template <class Encode>
SentFrame Outbox::push(FrameKind kind, Encode encode) {
  const FrameHeader header{kind, session_, next_seq_++};
  frames_.push_back(encode(header));
  return {header.seq, frames_.back().size()};
}

void Outbox::push_credit() {
  const CreditFrame credit{std::exchange(owed_credit_, 0)};
  credit_returned_ += credit.bytes;
  push(FrameKind::kCredit, [&](const FrameHeader& header) { return encode_frame({header, credit}); });
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
