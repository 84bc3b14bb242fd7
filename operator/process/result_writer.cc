// SPDX-License-Identifier: Apache-2.0
#include "operator/process/result_writer.h"

#include <algorithm>
#include <string>
#include <utility>

#include "operator/process/credit.h"

namespace horatio::process {
namespace {

constexpr std::uint64_t kTargetBytes = 128U << 10;
constexpr std::size_t kOpenBytes = 1U << 20;  // over all queries, before all are sealed

std::size_t target_bytes(std::uint64_t credit, std::uint64_t max_frame) {
  return static_cast<std::size_t>(std::min({kTargetBytes, credit / 2, max_frame / 2}));
}

}  // namespace

ResultWriter::ResultWriter(const Workload& workload, std::uint64_t credit, std::uint64_t max_frame)
    : workload_(workload),
      window_(credit),
      frame_limit_(std::min(credit, max_frame)),
      target_(target_bytes(credit, max_frame)),
      credit_(credit),
      open_(workload.queries.size()) {}

// The rows of a query's open frame, and as much as the envelope and the heads of its columns can take.
std::size_t ResultWriter::frame_bytes(QueryId query) const {
  const Query& spec = workload_.queries[query];
  return open_[query].bytes() + 160 + 32 * spec.group_by.size() + 80 * spec.aggregates.size();
}

void ResultWriter::accept(const ResultRow& row) {
  ResultRows& rows = open_[row.query];
  const std::size_t before = rows.rows() == 0 ? 0 : frame_bytes(row.query);
  rows.add(row);
  const std::size_t after = frame_bytes(row.query);
  open_bytes_ = open_bytes_ - before + after;
  unsent_cost_ += credit_cost(after) - (before == 0 ? 0 : credit_cost(before));
  largest_row_ = std::max(largest_row_, before == 0 ? rows.bytes() : after - before);
  if (after >= target_) {
    seal(row.query);
  } else if (open_bytes_ >= kOpenBytes) {
    seal_all();
  }
}

std::size_t ResultWriter::rows_within_credit() const {
  if (largest_row_ == 0) return 1;
  const std::uint64_t left = credit_ - std::min(credit_, unsent_cost_);
  // Less would cut frames ever smaller; more credit comes as long as some is out.
  if (left < target_ && !(all_credit_is_back() && unsent_cost_ == 0)) return 0;
  return std::max<std::size_t>(1, static_cast<std::size_t>(left / std::max<std::size_t>(largest_row_, 16)));
}

void ResultWriter::seal(QueryId query) {
  const std::size_t bytes = frame_bytes(query);
  open_bytes_ -= bytes;
  sealed_bytes_ += bytes;
  sealed_.push_back({query, bytes, std::exchange(open_[query], {})});
}

void ResultWriter::seal_all() {
  for (QueryId query = 0; query < open_.size(); ++query) {
    if (open_[query].rows() > 0) seal(query);
  }
}

Result<bool> ResultWriter::send(FrameOut& out) {
  bool any = false;
  while (!sealed_.empty()) {
    Sealed& next = sealed_.front();
    if (next.bytes > frame_limit_) return too_large(next.query, next.bytes);
    if (credit_cost(next.bytes) > credit_) break;
    rows_sent_ += next.rows.rows();
    const SentFrame sent = out.send_result(next.rows);
    credit_ -= credit_cost(sent.bytes);
    last_seq_ = sent.seq;
    sealed_bytes_ -= next.bytes;
    unsent_cost_ -= credit_cost(next.bytes);
    sealed_.pop_front();
    any = true;
  }
  return any;
}

Error ResultWriter::too_large(QueryId query, std::size_t bytes) const {
  return {ErrorCode::kLimitExceeded,
          "a result of query " + workload_.queries[query].name + " needs a frame of " +
              std::to_string(bytes) + " bytes; result credit and frame limit allow " +
              std::to_string(frame_limit_),
          "raise the adapter's result credit, or group by a shorter attribute",
          {}};
}

Status ResultWriter::give_back(std::uint64_t bytes) {
  if (bytes > window_ - credit_) {
    return Error{ErrorCode::kProtocol,
                 "RESULT_CREDIT gives back " + std::to_string(bytes) + " bytes, but only " +
                     std::to_string(window_ - credit_) + " are outstanding",
                 "give back what each RESULT frame has spent: its size, at least 1024",
                 {}};
  }
  credit_ += bytes;
  return {};
}

}  // namespace horatio::process
