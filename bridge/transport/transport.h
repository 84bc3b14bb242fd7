// SPDX-License-Identifier: Apache-2.0
// The process's end of the data plane: a ZeroMQ ROUTER on TCP that takes and gives whole messages, one frame
// each. It knows bytes and peers, not frames, sessions or credit. ZeroMQ stays inside this folder.
//
// Thread rule: a RouterSocket belongs to one thread (the transport thread); only wake() may be called from
// others. Nothing here blocks longer than the time-out that the caller gives; sending never blocks.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/model/status.h"

namespace horatio {

struct TransportOptions {
  // Addresses other than 127.0.0.0/8 are refused unless this is set: the data plane is clear text.
  bool allow_any_address = false;
  // Bytes of one message; a peer that sends a larger one is disconnected by the socket without a word.
  std::size_t max_message = 16U << 20;
  // Messages that may wait per peer and direction. Must cover the credit window (1 KiB is the least a frame
  // spends) and the frames that need no credit; a peer that reaches it is not waited for (kFull).
  int high_water = 16384;
};

// One message of a peer, read in place: `bytes` lives as long as `owner`. A message that a peer sent in
// several parts (no frame is) comes with empty `bytes`.
struct ReceivedMessage {
  std::string peer;  // the ROUTER's name of the connection; a reconnected peer has another one
  std::span<const std::byte> bytes;
  std::shared_ptr<const void> owner;
};

enum class SendOutcome : std::uint8_t {
  kSent,  // handed to the socket; it may still be lost with the connection, which ZeroMQ does not tell
  kFull,  // the peer's queue is at its high-water mark
  kGone,  // no such connection (any more)
};

class RouterSocket {
 public:
  // Binds to "tcp://ADDRESS:PORT", ADDRESS numeric IPv4, PORT 0 for any free one. Errors: kInvalidClause
  // (endpoint or options), kFile (the address cannot be bound), both with the system's reason.
  static Result<RouterSocket> bind(std::string_view endpoint, const TransportOptions& options = {});

  RouterSocket(RouterSocket&&) noexcept;
  RouterSocket& operator=(RouterSocket&&) noexcept;
  ~RouterSocket();  // unsent messages are dropped; does not wait. REQUIRES: no wake() runs or follows.

  std::uint16_t port() const;
  const std::string& endpoint() const;  // as bound, with the real port

  // The next message; none after `timeout` or when wake() was called since the last return without a message.
  // Messages come before wake-ups, so whoever queues work for this thread is looked after between any two
  // calls. A time-out of zero only looks.
  std::optional<ReceivedMessage> receive(std::chrono::milliseconds timeout);

  // Sends one frame to a peer, without copying it. `frame` is moved from if and only if the outcome is kSent.
  SendOutcome send(std::string_view peer, std::string&& frame);

  // Ends a receive() that waits, now or the next one. Any thread, and signal handlers; never blocks.
  void wake() const noexcept;

 private:
  struct Impl;
  explicit RouterSocket(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace horatio
