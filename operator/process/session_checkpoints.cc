// SPDX-License-Identifier: Apache-2.0
// State of a session: how it begins with one, and how barriers freeze it.
#include <utility>

#include "operator/process/credit.h"
#include "operator/process/session.h"

namespace horatio::process {

void Session::take_over_restore(const ArrivedFrame& frame, const RestoreFrame& restore) {
  if (begun_)
    return end({ErrorCode::kProtocol, "RESTORE after the input has begun", "state comes first", {}});
  const Status taken = state_intake_.take(restore, *engine_);
  if (!taken) return end(taken.error());
  out_.send(CreditFrame{credit_cost(frame.bytes.size())});
}

// Results that were due when the state was frozen come first.
void Session::take_over_restore_done(const RestoreDoneFrame& done) {
  if (std::exchange(begun_, true)) {
    return end({ErrorCode::kProtocol, "RESTORE_DONE after the input has begun", "state comes first", {}});
  }
  auto came = state_intake_.finish(done);
  if (!came) return end(came.error());
  came->skipped_partial = engine_->stats().skipped_partial;
  out_.send(*came);
  if (came->count == 0) return;
  serving_ = Watermark{kBeforeTime, 0, false};
  phase_ = Phase::kEmit;
}

void Session::take_over_barrier(const BarrierFrame& barrier) {
  --queued_barriers_;
  const Status begun = checkpoints_.begin(barrier.checkpoint);
  if (!begun) return end(begun.error());
  engine_->note_unsent(barrier.newest_unsent);
  barrier_ = barrier.checkpoint;
}

// What is formatted has left the engine, so it leaves before the barrier; then the engine is frozen as it
// stands.
bool Session::serve_barrier(const StepBudget& budget) {
  results_.seal_all();
  if (results_.has_sealed()) return send_results();
  const auto frozen = checkpoints_.freeze(*engine_, budget.frozen_bytes);
  if (!frozen) return end(frozen.error()), true;
  if (!*frozen) return true;
  out_.send(BarrierAckFrame{*barrier_, results_.last_seq(), engine_->stored_watermark()});
  barrier_.reset();
  return true;
}

void Session::receive_snapshot(const ArrivedFrame& frame) {
  const auto decoded = decode_frame(frame.bytes, terms_.frames);
  if (!decoded) return end(decoded.error());
  const Status answered = checkpoints_.answer(std::get<SnapshotFrame>(decoded->body), out_);
  if (!answered) end(answered.error());
}

void Session::receive_release(const ArrivedFrame& frame) {
  const auto decoded = decode_frame(frame.bytes, terms_.frames);
  if (!decoded) return end(decoded.error());
  checkpoints_.release(std::get<ReleaseFrame>(decoded->body).checkpoint);
}

}  // namespace horatio::process
