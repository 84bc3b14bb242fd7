// SPDX-License-Identifier: Apache-2.0
#include "operator/process/session.h"

#include <algorithm>
#include <utility>

#include "operator/process/credit.h"

namespace horatio::process {
namespace {

Error protocol(std::string message, std::string remedy = "") {
  return {ErrorCode::kProtocol, std::move(message), std::move(remedy), {}};
}

constexpr std::uint64_t kLargestChunk = 1U << 20;
constexpr std::uint64_t kEnvelope = 1024;  // more than a SNAPSHOT has around its chunk

// Times at the ends of the range read better as words.
std::string time_text(Timestamp time) {
  if (time == kBeforeTime) return "none yet";
  if (time == kEndOfTime) return "end of input";
  return std::to_string(time);
}

}  // namespace

Session::Session(WorkloadHandle workload, std::unique_ptr<Engine> engine, const SessionTerms& terms,
                 FrameOut& out)
    : workload_(std::move(workload)),
      engine_(std::move(engine)),
      terms_(terms),
      out_(out),
      results_(*workload_->workload, terms.result_credit, terms.max_result_frame),
      checkpoints_(terms.first_key_group, terms.last_key_group,
                   std::min(terms.snapshot_memory, terms.memory_limit / 8),
                   static_cast<std::size_t>(std::min(
                       kLargestChunk, terms.max_result_frame - std::min(kEnvelope, terms.max_result_frame)))),
      state_intake_(terms.first_key_group, terms.last_key_group) {}

void Session::receive(ArrivedFrame frame) {
  if (ended_) return;
  switch (frame.kind) {
    case FrameKind::kBarrier:
      ++queued_barriers_;
      queue_.push_back(std::move(frame));
      return;
    case FrameKind::kPanes:
    case FrameKind::kQueryChange:
    case FrameKind::kRestore:
    case FrameKind::kRestoreDone:
      queue_.push_back(std::move(frame));
      return;
    case FrameKind::kWatermark:
    case FrameKind::kEndOfInput:
      return receive_watermark(std::move(frame));
    case FrameKind::kResultCredit:
      return receive_result_credit(frame);
    case FrameKind::kRelease:
      return receive_release(frame);
    case FrameKind::kSnapshot:
      return receive_snapshot(frame);
    case FrameKind::kBye:
      out_.send(ByeFrame{});
      ended_ = true;
      return;
    case FrameKind::kError:  // the other side has given up, and listens no more
      ended_ = true;
      return;
    default:
      return end(protocol(std::string(to_string(frame.kind)) + " may not stand here",
                          "see the table of kinds in FRAMES.md"));
  }
}

void Session::receive_watermark(ArrivedFrame frame) {
  if (frame.kind == FrameKind::kWatermark && ++unanswered_ > kUnansweredWatermarks) {
    return end(protocol("more than " + std::to_string(kUnansweredWatermarks) + " WATERMARKs are unanswered",
                        "keep only the newest beyond that"));
  }
  ++queued_watermarks_;
  queue_.push_back(std::move(frame));
}

void Session::receive_result_credit(const ArrivedFrame& frame) {
  const auto decoded = decode_frame(frame.bytes, terms_.frames);
  if (!decoded) return end(decoded.error());
  const auto status = results_.give_back(std::get<ResultCreditFrame>(decoded->body).bytes);
  if (!status) end(status.error());
}

Activity Session::step(const StepBudget& budget) {
  bool worked = false;
  if (!ended_) worked = barrier_ ? serve_barrier(budget) : serve(budget);
  if (!ended_ && may_take_over()) worked |= take_over();
  if (!ended_) worked |= give_withheld_credit();
  if (!ended_) check_memory();
  if (ended_) return Activity::kEnded;
  if (worked) return Activity::kWorked;
  return serving_ ? Activity::kWaitsForResultCredit : Activity::kIdle;
}

// One slice of the watermark's work: apply events, or emit and send rows, or answer.
bool Session::serve(const StepBudget& budget) {
  if (!serving_) {
    if (!next_ || barrier_waits()) return false;
    serving_ = std::exchange(next_, std::nullopt);
    phase_ = Phase::kAdvance;
  }
  switch (phase_) {
    case Phase::kAdvance:
      return advance(budget);
    case Phase::kEmit:
      return results_.has_sealed() ? send_results() : emit(budget);
    case Phase::kSend:
      return send_results();
  }
  return false;
}

// Where a barrier waits, the rest of what is held waits for it.
bool Session::advance(const StepBudget& budget) {
  if (barrier_waits()) {
    if (!half_way_) return false;
    applied_ = engine_->cut_advance();
    half_way_ = false;
  } else if (serving_->time > applied_) {
    const auto done = engine_->advance(serving_->time, budget.events);
    if (!done) return end(done.error()), true;
    half_way_ = !*done;
    if (half_way_) return true;
    applied_ = serving_->time;
  }
  phase_ = Phase::kEmit;
  return true;
}

bool Session::emit(const StepBudget& budget) {
  const std::size_t rows = std::min(budget.rows, results_.rows_within_credit());
  if (rows == 0) {
    if (results_.all_credit_is_back()) results_.seal_all();
    return send_results();
  }
  if (engine_->emit(results_, rows)) {
    results_.seal_all();
    phase_ = Phase::kSend;
  }
  send_results();
  return true;
}

bool Session::send_results() {
  const auto sent = results_.send(out_);
  if (!sent) return end(sent.error()), true;
  if (phase_ != Phase::kSend || results_.has_sealed()) return *sent;
  if (applied_ < serving_->time) {
    phase_ = Phase::kAdvance;  // a barrier has come between
  } else {
    answer_watermark();
  }
  return true;
}

void Session::answer_watermark() {
  unanswered_ -= serving_->frames;
  if (serving_->answer) out_.send(DrainedWatermarkFrame{serving_->time});
  serving_.reset();
}

bool Session::may_take_over() const {
  if (queue_.empty() || barrier_) return false;
  if (half_way_) return false;
  const FrameKind kind = queue_.front().kind;
  if (kind == FrameKind::kBarrier) return checkpoints_.may_begin();
  return kind != FrameKind::kPanes || !serving_ || queued_barriers_ > 0 || !holds_much();
}

bool Session::take_over() {
  if (queue_.front().kind == FrameKind::kPanes && !serving_ && !next_ && queued_watermarks_ == 0 &&
      engine_->held_bytes() >= terms_.held_limit) {
    return end(held_limit_reached()), true;
  }
  const ArrivedFrame frame = std::move(queue_.front());
  queue_.pop_front();
  const auto decoded = decode_frame(frame.bytes, terms_.frames);
  if (!decoded) return end(decoded.error()), true;
  if (input_ended_ && frame.kind != FrameKind::kBarrier) {
    return end(protocol(std::string(to_string(frame.kind)) + " after END_OF_INPUT")), true;
  }
  if (frame.kind == FrameKind::kRestore) {
    take_over_restore(frame, std::get<RestoreFrame>(decoded->body));
  } else if (frame.kind == FrameKind::kRestoreDone) {
    take_over_restore_done(std::get<RestoreDoneFrame>(decoded->body));
  } else {
    begun_ = true;
    take_over_input(frame, decoded->body);
  }
  return true;
}

void Session::take_over_input(const ArrivedFrame& frame, const FrameBody& body) {
  switch (frame.kind) {
    case FrameKind::kPanes:
      return take_over_panes(frame, std::get<PanesFrame>(body));
    case FrameKind::kWatermark:
      return take_over_watermark(std::get<WatermarkFrame>(body).time, 1);
    case FrameKind::kBarrier:
      return take_over_barrier(std::get<BarrierFrame>(body));
    case FrameKind::kEndOfInput:
      input_ended_ = true;
      return take_over_watermark(kEndOfTime, 0);
    default:
      end({ErrorCode::kNotAvailable,
           "query changes are not available yet",
           "start the job with the new workload",
           {}});
  }
}

void Session::take_over_panes(const ArrivedFrame& frame, const PanesFrame& panes) {
  const IntakeRules rules{terms_.first_key_group, terms_.last_key_group, seen_};
  auto intake = take_in(panes, *workload_, rules, frame.owner, frame.bytes.size());
  if (!intake) return end(intake.error());
  nonfinite_ += intake->events.nonfinite;
  if (intake->events.rows > 0) {
    oldest_taken_ = std::min(oldest_taken_, intake->oldest);
    newest_taken_ = std::max(newest_taken_, intake->newest);
    const auto status = engine_->apply(std::move(intake->events.batch));
    if (!status) return end(status.error());
  }
  const std::uint64_t cost = credit_cost(frame.bytes.size());
  if (serving_ && holds_much()) {
    withheld_credit_ += cost;
  } else {
    out_.send(CreditFrame{cost});
  }
}

bool Session::give_withheld_credit() {
  if (withheld_credit_ == 0 || (serving_ && holds_much())) return false;
  out_.send(CreditFrame{std::exchange(withheld_credit_, 0)});
  return true;
}

void Session::take_over_watermark(Timestamp time, std::size_t frames) {
  --queued_watermarks_;
  if (time < seen_) {
    return end(protocol("WATERMARK " + std::to_string(time) + " after " + time_text(seen_),
                        "watermarks of a session never go back"));
  }
  seen_ = time;
  next_ = Watermark{time, frames + (next_ ? next_->frames : 0)};
}

Error Session::held_limit_reached() const {
  const Timestamp oldest = oldest_taken_ > applied_ ? oldest_taken_ : applied_ + 1;
  return {ErrorCode::kHeldLimit,
          "events above the watermark take " + std::to_string(engine_->held_bytes()) +
              " bytes, the limit is " + std::to_string(terms_.held_limit) + "; the watermark stands at " +
              time_text(applied_) + ", held times reach from " + std::to_string(oldest) + " to " +
              std::to_string(newest_taken_),
          "let the watermark advance (an idle source holds it back), or raise --held-limit",
          {}};
}

void Session::check_memory() {
  const std::size_t bytes = engine_->bytes() + results_.unsent_bytes() + snapshot_bytes();
  if (bytes <= terms_.memory_limit) return;
  end({ErrorCode::kMemory,
       "the session needs " + std::to_string(bytes) + " bytes, the limit is " +
           std::to_string(terms_.memory_limit),
       "raise --memory (and the container's memory with it), use shorter windows, or spread the job over "
       "more subtasks",
       {}});
}

SessionFigures Session::figures() const {
  const EngineStats stats = engine_->stats();
  SessionFigures figures;
  figures.events = stats.events_applied;
  figures.rows = results_.rows_sent();
  figures.held_events = stats.held_events;
  figures.held_bytes = engine_->held_bytes();
  figures.state_bytes = engine_->bytes() - std::min(engine_->bytes(), engine_->held_bytes());
  figures.unsent_result_bytes = results_.unsent_bytes();
  figures.snapshot_bytes = snapshot_bytes();
  figures.left_out = stats.left_out;
  figures.skipped_partial = stats.skipped_partial;
  figures.nonfinite = nonfinite_;
  figures.watermark = applied_;
  return figures;
}

void Session::end(Error fault) {
  if (ended_) return;
  ended_ = true;
  out_.send(ErrorFrame{static_cast<std::uint32_t>(fault.code), fault.message, fault.remedy});
  fault_ = std::move(fault);
}

}  // namespace horatio::process
