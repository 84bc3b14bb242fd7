// SPDX-License-Identifier: Apache-2.0
// One subtask's session: frames in, frames out, an engine in between. No sockets, threads or clocks: whoever
// owns it calls receive() for what has arrived and step() until there is nothing to do. One thread.
//
// Order: PANES, WATERMARK, BARRIER and END_OF_INPUT act in the order they came; RESULT_CREDIT, SNAPSHOT,
// RELEASE and BYE act at once. One watermark is served at a time: the engine advances only when all results
// due at the last one are sent. Meanwhile event frames are taken over until held events reach half their
// limit; the rest waits in the queue, bounded by the event credit that is not given back for it.
//
// A barrier is served between two slices of events or results: what is formatted leaves, the rest of what is
// due is state, and held events stay held. Event frames before a waiting barrier are always taken over; their
// credit comes when held events are few again.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "bridge/frames/frame.h"
#include "bridge/frames/frame_codec.h"
#include "engine/plan/engine.h"
#include "operator/process/checkpoints.h"
#include "operator/process/event_intake.h"
#include "operator/process/frame_out.h"
#include "operator/process/result_writer.h"
#include "operator/process/state_intake.h"
#include "operator/process/workload_registry.h"

namespace horatio::process {

// What HELLO and the options have agreed on.
struct SessionTerms {
  KeyGroup first_key_group = 0;
  KeyGroup last_key_group = 0;  // inclusive
  std::uint64_t result_credit = 0;
  std::uint64_t max_result_frame = 0;
  std::size_t held_limit = 0;               // bytes of events above the watermark
  std::size_t memory_limit = 0;             // bytes of held events, state and unsent results
  std::size_t snapshot_memory = 64U << 20;  // bytes of a frozen state, before it goes to a file
  FrameLimits frames;
  EngineOptions engine;
};

// A frame as it came from the socket; the header has been checked.
struct ArrivedFrame {
  FrameKind kind = FrameKind::kBye;
  std::span<const std::byte> bytes;
  std::shared_ptr<const void> owner;
};

// Work of one step, at most.
struct StepBudget {
  std::size_t events = 4096;
  std::size_t rows = 512;
  std::size_t frozen_bytes = 4U << 20;
};

enum class Activity : std::uint8_t {
  kWorked,                // call step() again
  kIdle,                  // nothing to do until a frame comes
  kWaitsForResultCredit,  // results are due, and only RESULT_CREDIT helps
  kEnded,                 // by BYE or with an ERROR, which has been sent
};

struct SessionFigures {
  std::uint64_t events = 0;
  std::uint64_t rows = 0;
  std::uint64_t held_events = 0;
  std::uint64_t held_bytes = 0;
  std::uint64_t state_bytes = 0;  // without held events
  std::uint64_t unsent_result_bytes = 0;
  std::uint64_t snapshot_bytes = 0;   // in memory: frozen, or on their way in
  std::uint64_t left_out = 0;         // (event, query) pairs with a NULL key
  std::uint64_t nonfinite = 0;        // FLOAT values read as NULL
  std::uint64_t skipped_partial = 0;  // windows of restored key groups that a new query leaves out
  Timestamp watermark = kBeforeTime;  // the newest that was applied
};

class Session {
 public:
  // More WATERMARKs than these may not wait for an answer.
  static constexpr std::size_t kUnansweredWatermarks = 16;

  Session(WorkloadHandle workload, std::unique_ptr<Engine> engine, const SessionTerms& terms, FrameOut& out);

  void receive(ArrivedFrame frame);  // O(1) but for decoding a small frame
  Activity step(const StepBudget& budget);

  SessionFigures figures() const;
  // Why it ended; none while it lives and after BYE.
  const std::optional<Error>& fault() const { return fault_; }

 private:
  // A watermark that is to be served, with how many WATERMARK frames its answer covers.
  struct Watermark {
    Timestamp time = kBeforeTime;
    std::size_t frames = 0;
    bool answer = true;  // not where restored results are sent
  };
  enum class Phase : std::uint8_t { kAdvance, kEmit, kSend };

  void receive_watermark(ArrivedFrame frame);
  void receive_result_credit(const ArrivedFrame& frame);
  void receive_snapshot(const ArrivedFrame& frame);
  void receive_release(const ArrivedFrame& frame);

  bool serve(const StepBudget& budget);
  bool advance(const StepBudget& budget);
  bool emit(const StepBudget& budget);
  bool send_results();
  void answer_watermark();

  bool serve_barrier(const StepBudget& budget);
  bool give_withheld_credit();

  bool barrier_waits() const { return queued_barriers_ > 0 && checkpoints_.may_begin(); }
  bool may_take_over() const;
  bool take_over();
  void take_over_input(const ArrivedFrame& frame, const FrameBody& body);
  void take_over_panes(const ArrivedFrame& frame, const PanesFrame& panes);
  void take_over_watermark(Timestamp time, std::size_t frames);
  void take_over_restore(const ArrivedFrame& frame, const RestoreFrame& restore);
  void take_over_restore_done(const RestoreDoneFrame& done);
  void take_over_barrier(const BarrierFrame& barrier);
  std::size_t snapshot_bytes() const { return checkpoints_.memory_bytes() + state_intake_.bytes(); }
  bool holds_much() const { return engine_->held_bytes() >= terms_.held_limit / 2; }
  Error held_limit_reached() const;
  void check_memory();

  void end(Error fault);

  WorkloadHandle workload_;
  std::unique_ptr<Engine> engine_;
  SessionTerms terms_;
  FrameOut& out_;
  ResultWriter results_;
  Checkpoints checkpoints_;
  StateIntake state_intake_;

  std::deque<ArrivedFrame> queue_;        // what keeps its order
  std::size_t queued_watermarks_ = 0;     // WATERMARK and END_OF_INPUT in queue_
  std::size_t queued_barriers_ = 0;       // in queue_
  std::size_t unanswered_ = 0;            // WATERMARK frames that came and were not answered
  Timestamp seen_ = kBeforeTime;          // the newest watermark taken over
  bool begun_ = false;                    // something was taken over that state comes before
  bool input_ended_ = false;              // END_OF_INPUT was taken over
  std::optional<std::uint64_t> barrier_;  // the checkpoint that is being frozen
  std::uint64_t withheld_credit_ = 0;     // of event frames taken over because a barrier waited
  std::optional<Watermark> next_;         // taken over, not served yet; the newest stands for all
  std::optional<Watermark> serving_;
  Phase phase_ = Phase::kAdvance;
  bool half_way_ = false;  // the engine is in the middle of its held events
  Timestamp applied_ = kBeforeTime;
  Timestamp oldest_taken_ = kEndOfTime;  // of rows taken over; not exact below the applied watermark
  Timestamp newest_taken_ = kBeforeTime;
  std::uint64_t nonfinite_ = 0;
  bool ended_ = false;
  std::optional<Error> fault_;
};

}  // namespace horatio::process
