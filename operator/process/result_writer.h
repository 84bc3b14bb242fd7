// SPDX-License-Identifier: Apache-2.0
// Takes due rows from the engine and sends them as RESULT frames, as long as the JVM's credit lasts. One
// thread.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "bridge/frames/result_rows.h"
#include "engine/model/query.h"
#include "engine/model/result.h"
#include "engine/model/status.h"
#include "operator/process/frame_out.h"

namespace horatio::process {

class ResultWriter : public ResultSink {
 public:
  // `credit`: bytes of RESULT frames that may be outstanding. Frames are sealed at 128 KiB, or earlier where
  // credit or `max_frame` are small.
  ResultWriter(const Workload& workload, std::uint64_t credit, std::uint64_t max_frame);

  void accept(const ResultRow& row) override;

  // How many rows may be taken from the engine so that the credit there is covers them with what is unsent,
  // by the size of the largest so far; 0: send first, or wait for credit. What is formatted can leave at once
  // then, so that a barrier waits for no credit.
  std::size_t rows_within_credit() const;
  bool all_credit_is_back() const { return credit_ == window_; }

  void seal_all();  // no more rows come for now: what is open becomes frames
  bool has_sealed() const { return !sealed_.empty(); }
  std::size_t unsent_bytes() const { return open_bytes_ + sealed_bytes_; }
  std::uint64_t rows_sent() const { return rows_sent_; }
  std::uint64_t last_seq() const { return last_seq_; }  // of the newest RESULT; 0: none yet

  // Sends sealed frames in order while credit lasts; true if one was sent. Error: kLimitExceeded, for a row
  // that no credit will ever cover.
  Result<bool> send(FrameOut& out);

  // RESULT_CREDIT. Error: kProtocol, for more than was spent.
  Status give_back(std::uint64_t bytes);

 private:
  std::size_t frame_bytes(QueryId query) const;
  void seal(QueryId query);
  Error too_large(QueryId query, std::size_t bytes) const;

  const Workload& workload_;
  const std::uint64_t window_;
  const std::uint64_t frame_limit_;
  const std::size_t target_;
  std::uint64_t credit_;
  std::vector<ResultRows> open_;  // by QueryId
  std::size_t open_bytes_ = 0;
  std::uint64_t unsent_cost_ = 0;  // credit that what is open and sealed will spend
  std::size_t largest_row_ = 0;    // bytes; 0: none yet
  struct Sealed {
    QueryId query = 0;
    std::size_t bytes = 0;  // at least the size of its frame
    ResultRows rows;
  };
  std::deque<Sealed> sealed_;
  std::size_t sealed_bytes_ = 0;
  std::uint64_t rows_sent_ = 0;
  std::uint64_t last_seq_ = 0;
};

}  // namespace horatio::process
