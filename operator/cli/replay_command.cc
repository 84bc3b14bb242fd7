// SPDX-License-Identifier: Apache-2.0
#include "operator/cli/replay_command.h"

#include <memory>
#include <new>
#include <optional>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "bridge/frames/frame_codec.h"
#include "operator/cli/kept_session.h"
#include "operator/cli/output_file.h"
#include "operator/process/credit.h"
#include "operator/process/hello_check.h"
#include "operator/process/machine.h"
#include "operator/process/measured_engine.h"
#include "operator/process/options.h"
#include "operator/process/outbox.h"
#include "operator/process/session.h"
#include "operator/process/workload_registry.h"

namespace horatio::process {
namespace {

constexpr std::uint64_t kSession = 1;

std::span<const std::byte> bytes_of(const std::string& text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

// What the process was started with; parsing wants one of the two ways to a token.
Result<ProcessOptions> options_of(const KeptSession& kept) {
  std::vector<const char*> words{"horatio-operator", "--launched"};
  for (const std::string& word : kept.arguments) words.push_back(word.c_str());
  const auto parsed = parse_options(static_cast<int>(words.size()), words.data());
  if (const auto* exit = std::get_if<EarlyExit>(&parsed)) {
    return Error{ErrorCode::kInvalidClause,
                 "the process had arguments that this release refuses: " + exit->text,
                 "use the horatio of the release that wrote the folder",
                 {}};
  }
  auto options = std::get<ProcessOptions>(parsed);
  if (options.memory == 0) options.memory = memory_of_machine() / 4 * 3;
  return options;
}

Result<WorkloadHandle> workload_of(const KeptSession& kept) {
  auto answer = WorkloadRegistry().add(kept.workload);
  if (const auto* failure = std::get_if<control_plane::Failure>(&answer)) {
    return Error{failure->code, failure->message, failure->remedy, {}};
  }
  return std::get<WorkloadHandle>(answer);
}

// One session: its frames go through a Session one by one, each to its end, and results are taken at once.
class Replay {
 public:
  Replay(const KeptSession& kept, const ReplayOptions& options, Diagnostics& diagnostics)
      : kept_(kept), options_(options), diagnostics_(diagnostics), outbox_(kSession, 0, [] {}) {}

  Status run() {
    if (Status status = open(); !status.ok()) return status;
    for (std::size_t i = 0; i < kept_.frames.size(); ++i) {
      if (Status status = take(i); !status.ok()) return status;
    }
    return {};
  }

  std::string summary() const {
    const SessionFigures figures = session_->figures();
    std::string text = std::to_string(kept_.frames.size()) + " frames taken";
    if (left_out_ > 0) text += ", of them " + std::to_string(left_out_) + " with state left out";
    text += ": " + std::to_string(figures.events) + " events, " + std::to_string(figures.rows) + " rows, " +
            std::to_string(figures.held_events) + " events above the watermark; no fault\n";
    return text;
  }

 private:
  Status open() {
    auto options = options_of(kept_);
    if (!options.ok()) return options.error();
    auto workload = workload_of(kept_);
    if (!workload.ok()) return workload.error();
    const auto terms = check_hello(kept_.hello, *workload, *options);
    if (!terms.ok()) return terms.error();
    limits_ = terms->frames;
    auto engine = make_measured_engine((*workload)->workload, terms->engine);
    if (!engine.ok()) return engine.error();
    session_ = std::make_unique<Session>(*workload, std::move(*engine), *terms, outbox_);
    return {};
  }

  Status take(std::size_t index) {
    const auto bytes = bytes_of(kept_.frames[index]);
    const auto header = decode_header(bytes);
    if (!header.ok()) return ended(index, "a frame", header.error());
    if (options_.verbose) tell(index, *header);
    const std::string what =
        std::string(to_string(header->kind)) + " with sequence number " + std::to_string(header->seq);
    const bool state = header->kind == FrameKind::kRestore || header->kind == FrameKind::kRestoreDone;
    if (state && kept_.dropped > 0) {  // a part of it would be refused
      ++left_out_;
      return {};
    }
    try {
      session_->receive({header->kind, bytes, nullptr});
      settle();
    } catch (const std::bad_alloc&) {
      return ended(index, what, {ErrorCode::kMemory, "no memory left for the session", "", {}});
    } catch (const std::exception& fault) {
      return ended(index, what,
                   {ErrorCode::kInternal, std::string("the session failed: ") + fault.what(), "", {}});
    }
    if (session_->fault().has_value()) return ended(index, what, *session_->fault());
    return {};
  }

  // Steps until only another frame helps; gives the credit of results back at once.
  void settle() {
    for (;;) {
      const Activity activity = session_->step({});
      std::uint64_t results = 0;
      for (const std::string& frame : outbox_.take()) {
        const auto header = decode_header(bytes_of(frame));
        if (header.ok() && header->kind == FrameKind::kResult) results += credit_cost(frame.size());
      }
      if (results > 0) {
        const std::string credit =
            encode_frame({{FrameKind::kResultCredit, kSession, 0}, ResultCreditFrame{results}});
        session_->receive({FrameKind::kResultCredit, bytes_of(credit), nullptr});
      }
      if (results == 0 && activity != Activity::kWorked) return;
    }
  }

  void tell(std::size_t index, const FrameHeader& header) {
    std::string line = "frame " + std::to_string(index + 1) + ": " + to_string(header.kind) +
                       ", sequence number " + std::to_string(header.seq) + ", " +
                       std::to_string(kept_.frames[index].size()) + " bytes";
    if (index < kept_.acknowledged) line += ", acknowledged";
    diagnostics_.message(line);
  }

  Error ended(std::size_t index, const std::string& what, const Error& fault) const {
    return {ErrorCode::kBadEvent,
            "frame " + std::to_string(index + 1) + " of " + std::to_string(kept_.frames.size()) + ", a " +
                what + ", ends the session with error " + std::to_string(static_cast<unsigned>(fault.code)) +
                ": " + fault.message,
            fault.remedy,
            {}};
  }

  const KeptSession& kept_;
  const ReplayOptions& options_;
  Diagnostics& diagnostics_;
  Outbox outbox_;
  FrameLimits limits_;
  std::unique_ptr<Session> session_;
  std::size_t left_out_ = 0;
};

std::string about(const std::string& folder, const KeptSession& kept) {
  std::string text = folder + ": job " + kept.hello.job + ", operator " + kept.hello.op + ", subtask " +
                     std::to_string(kept.hello.subtask) + "; " + std::to_string(kept.frames.size()) +
                     " frames (" + std::to_string(kept.frames.size() - kept.acknowledged) +
                     " not acknowledged)";
  if (kept.dropped > 0) text += ", " + std::to_string(kept.dropped) + " before them were not kept";
  return text + "\n  it ended: " + kept.reason + "\n";
}

// Told before it is run: what is run may end this process.
Status replay_one(const std::string& folder, const ReplayOptions& options, Diagnostics& diagnostics,
                  OutputFile& out) {
  auto kept = read_kept_session(folder);
  if (!kept.ok()) return kept.error();
  if (kept->acknowledged > kept->frames.size()) kept->acknowledged = kept->frames.size();
  out.buffer() += about(folder, *kept);
  if (Status status = out.flush(); !status.ok()) return status;
  Replay replay(*kept, options, diagnostics);
  if (Status status = replay.run(); !status.ok()) return status;
  out.buffer() += "  " + replay.summary();
  return out.flush();
}

}  // namespace

Status replay(const ReplayOptions& options, Diagnostics& diagnostics) {
  const auto folders = find_kept_sessions(options.folder);
  if (!folders.ok()) return folders.error();
  auto out = OutputFile::open("-");
  if (!out.ok()) return out.error();
  Status first;
  for (const std::string& folder : *folders) {
    const Status status = replay_one(folder, options, diagnostics, **out);
    if (status.ok()) continue;
    if (!first.ok()) diagnostics.message(first.error().message);
    first = Error{status.error().code, folder + ": " + status.error().message, status.error().remedy, {}};
  }
  if (Status status = (*out)->commit(); !status.ok()) return status;
  return first;
}

}  // namespace horatio::process
