// SPDX-License-Identifier: Apache-2.0
// The sender's side of a session in C++, for tests: what the Flink operator does, one call at a time. One
// thread.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bridge/control/control_calls.h"
#include "bridge/frames/frame.h"
#include "bridge/frames/panes_builder.h"
#include "bridge/transport/dealer_socket.h"

namespace horatio::testing {

// A result row in text: cells and group values as JSON prints them.
struct ClientRow {
  std::uint32_t query = 0;
  std::int64_t start = 0, end = 0;
  std::vector<std::string> group, cells;
};

// What came until something was waited for.
struct Collected {
  std::vector<ClientRow> rows;
  std::vector<std::int64_t> drained;
  std::optional<ErrorFrame> error;
  bool bye = false;
};

HelloFrame hello_for(const control_plane::WorkloadInfo& workload, std::string token);

class SessionClient {
 public:
  explicit SessionClient(const std::string& endpoint);

  // Sends HELLO and waits for the answer; an ERROR is kept in error().
  bool hello(const HelloFrame& hello);
  const HelloOkFrame& terms() const { return terms_; }
  std::uint64_t session() const { return session_; }
  const std::optional<ErrorFrame>& error() const { return collected_.error; }

  void send(FrameBody body);
  void send_panes(PanesBuilder& panes);
  void send_raw(std::string bytes);  // no number is spent
  std::string encode(FrameBody body, std::uint64_t session, std::uint64_t seq) const;
  std::uint64_t next_seq() const { return next_seq_; }
  void skip_seq() { ++next_seq_; }

  // Waits for one frame and takes it: rows are collected and, if `give_credit`, their credit given back.
  // False if nothing came.
  bool receive(std::chrono::milliseconds timeout, bool give_credit = true);

  // Take frames until the watermark is answered, or the session is over, or nothing comes for 30 s.
  Collected until_drained(std::int64_t watermark);
  Collected until_over();
  // Waits for the answer to a BARRIER, and reads what it has frozen: by key group. Throws if there is an
  // ERROR.
  std::vector<std::string> read_state(std::uint64_t checkpoint, std::uint32_t first, std::uint32_t last);
  const BarrierAckFrame& ack() const { return *ack_; }

  PongFrame ping();  // throws if there is no answer

  std::uint64_t credit_returned() const { return credit_returned_; }  // sum of CREDIT
  std::uint64_t result_bytes() const { return result_bytes_; }        // spent by RESULT frames so far
  std::uint64_t credit_owed() const { return credit_owed_; }          // spent and not given back
  void give_credit();                                                 // all that is owed
  std::vector<ClientRow> take_rows();

 private:
  void take(const Frame& frame, std::size_t bytes);
  void take_result(const ResultFrame& result);

  DealerSocket socket_;
  std::uint64_t session_ = 0, next_seq_ = 0, expected_seq_ = 0;
  HelloOkFrame terms_;
  bool greeted_ = false;
  Collected collected_;
  std::optional<PongFrame> pong_;
  std::optional<BarrierAckFrame> ack_;
  std::optional<std::pair<std::uint64_t, std::string>> chunk_;  // with the size of the whole
  std::uint64_t credit_returned_ = 0, result_bytes_ = 0, credit_owed_ = 0;
};

}  // namespace horatio::testing
