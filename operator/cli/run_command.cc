// SPDX-License-Identifier: Apache-2.0
#include "operator/cli/run_command.h"

#include <chrono>
#include <cstdio>
#include <memory>
#include <utility>

#include "operator/cli/byte_source.h"
#include "operator/cli/csv_reader.h"
#include "operator/cli/evaluation.h"
#include "operator/cli/event_reader.h"
#include "operator/cli/output_file.h"
#include "operator/cli/profile.h"
#include "operator/cli/row_reports.h"
#include "operator/cli/run_stats.h"
#include "operator/cli/workload_file.h"
#include "operator/process/measured_engine.h"

namespace horatio::process {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kProgressEvery{250};

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// Adds the time of its life to a sum.
class Timing {
 public:
  explicit Timing(double& sum) : sum_(sum) {}
  ~Timing() { sum_ += seconds_since(start_); }
  Timing(const Timing&) = delete;
  Timing& operator=(const Timing&) = delete;

 private:
  double& sum_;
  Clock::time_point start_ = Clock::now();
};

ResultFormat format_for(const RunOptions& options, const OutputFile& out) {
  return options.format.value_or(out.is_terminal() ? ResultFormat::kTable : ResultFormat::kCsv);
}

class Run {
 public:
  Run(const RunOptions& options, Diagnostics& diagnostics)
      : options_(options), diagnostics_(diagnostics), reports_(diagnostics, display_name(options.input)) {}

  Status run() {
    for (const auto step : {&Run::open_profile, &Run::load, &Run::open_input, &Run::open_output}) {
      if (Status status = (this->*step)(); !status.ok()) return status;
    }
    if (Status status = evaluate(); !status.ok()) return end_early(status);
    diagnostics_.clear_progress();
    reports_.summary();
    hint_where_all_is_ignored();
    if (Status status = out_->commit(); !status.ok()) return status;
    if (Status status = write_profile(); !status.ok()) return status;
    return write_stats();
  }

 private:
  // A bad row that ends the run is told also where the exit code is about what could not be written.
  Status end_early(const Status& status) {
    diagnostics_.clear_progress();
    const Error& error = status.error();
    if (error.code != ErrorCode::kBadEvent && error.code != ErrorCode::kLateEvent) return status;
    hint_where_all_is_ignored();
    Status written = write_what_is_final();
    if (written.ok()) return status;
    diagnostics_.message(error.message + "; " + error.remedy);
    return written;
  }

  // The rows final before the bad one have been handed over: a watched output gets all of them, a file keeps
  // what it had.
  Status write_what_is_final() {
    if (out_->is_watched()) {
      printer_->finish();
      if (Status status = out_->flush(); !status.ok()) return status;
    }
    return write_stats();
  }

  Status open_profile() {
    if (!options_.profile.has_value()) return {};
    Result<std::unique_ptr<Profile>> profile = Profile::open(*options_.profile);
    if (!profile.ok()) return profile.error();
    profile_ = std::move(*profile);
    return {};
  }

  Status load() {
    if (options_.workload == "-" && options_.input == "-") {
      return Error{ErrorCode::kInvalidClause, "workload and input cannot both be standard input", "", {}};
    }
    Result<LoadedWorkload> loaded = load_workload(options_.workload, options_.unit);
    if (!loaded.ok()) return loaded.error();
    workload_ = loaded->workload;
    EngineOptions how = options_.engine;
    how.observer = profile_.get();
    if (profile_ != nullptr) profile_->set_workload(workload_);
    Result<std::unique_ptr<Engine>> engine = make_measured_engine(workload_, how);
    if (!engine.ok()) return engine.error();
    engine_ = std::move(*engine);
    return {};
  }

  Status open_input() {
    const Timing timing(stats_.read_seconds);
    Result<std::unique_ptr<ByteSource>> source = open_source(options_.input);
    if (!source.ok()) return source.error();
    source_ = std::move(*source);
    csv_ = std::make_unique<CsvReader>(*source_);
    const EventReaderOptions how{options_.columns, options_.lateness, options_.strict, options_.batch_rows};
    Result<std::unique_ptr<EventReader>> events = EventReader::open(*csv_, *workload_, how, reports_);
    if (!events.ok()) return events.error();
    events_ = std::move(*events);
    return {};
  }

  Status open_output() {
    Result<std::unique_ptr<OutputFile>> out = OutputFile::open(options_.output);
    if (!out.ok()) return out.error();
    out_ = std::move(*out);
    printer_ = make_result_printer(format_for(options_, *out_), *out_, *workload_, events_->time_format());
    return {};
  }

  Status evaluate() {
    Evaluation evaluation(*engine_, *printer_, *out_);
    for (;;) {
      EventBatch batch;
      const Result<bool> more = read(batch);
      if (!more.ok()) return more.error();
      const Timing timing(stats_.engine_seconds);
      if (!*more) {
        diagnostics_.clear_progress();
        return evaluation.finish();
      }
      if (Status status = evaluation.take(std::move(batch), events_->watermark()); !status.ok())
        return status;
      if (Status status = show_rows(); !status.ok()) return status;
      show_progress();
    }
  }

  Result<bool> read(EventBatch& batch) {
    const Timing timing(stats_.read_seconds);
    return events_->next(batch);
  }

  // Whoever watches sees rows as they come, and on a terminal not behind a line of progress.
  Status show_rows() {
    if (!out_->is_watched() || out_->buffer().empty()) return {};
    if (out_->is_terminal()) diagnostics_.clear_progress();
    return out_->flush();
  }

  void show_progress() {
    if (!diagnostics_.shows_progress() || events_->counts().events == 0) return;
    if (Clock::now() - last_progress_ < kProgressEvery) return;
    last_progress_ = Clock::now();
    const auto events = static_cast<double>(events_->counts().events);
    char line[128];
    std::snprintf(line, sizeof line, "%.1f million events, %.2f million/s, at ", events / 1e6,
                  events / 1e6 / seconds_since(start_));
    std::string text = line;
    append_time(text, events_->latest(), events_->time_format());
    diagnostics_.progress(text);
  }

  void hint_where_all_is_ignored() {
    const ReadCounts& counts = events_->counts();
    if (counts.events > 0 || counts.ignored == 0) return;
    diagnostics_.message(display_name(options_.input) +
                         ": all rows are of types that the schema does not name; " +
                         "is the type column the right one (--type-column)?");
  }

  Status write_profile() {
    if (profile_ == nullptr) return {};
    return profile_->commit(engine_->stats(), options_.engine.strategy, stats_.engine_seconds, diagnostics_);
  }

  Status write_stats() {
    if (!options_.stats.has_value()) return {};
    const ReadCounts& counts = events_->counts();
    stats_.events = counts.events;
    stats_.rows = printer_->rows();
    stats_.ignored = counts.ignored;
    stats_.rejected = reports_.rejected_rows();
    stats_.rejected_for = reports_.rejected_for();
    stats_.late = reports_.late_rows();
    stats_.left_out = engine_->stats().left_out;
    stats_.nonfinite = counts.nonfinite;
    stats_.total_seconds = seconds_since(start_);
    stats_.peak_rss_bytes = peak_rss_bytes();
    stats_.strategy = name_of(options_.engine.strategy);
    Result<std::unique_ptr<OutputFile>> file = OutputFile::open(*options_.stats);
    if (!file.ok()) return file.error();
    (*file)->buffer() = to_json(stats_);
    return (*file)->commit();
  }

  const RunOptions& options_;
  Diagnostics& diagnostics_;
  RowReports reports_;
  RunStats stats_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_progress_ = start_;
  std::shared_ptr<const Workload> workload_;
  std::unique_ptr<Profile> profile_;  // outlives the engine
  std::unique_ptr<Engine> engine_;
  std::unique_ptr<ByteSource> source_;
  std::unique_ptr<CsvReader> csv_;
  std::unique_ptr<EventReader> events_;
  std::unique_ptr<OutputFile> out_;
  std::unique_ptr<ResultPrinter> printer_;
};

}  // namespace

Status run(const RunOptions& options, Diagnostics& diagnostics) { return Run(options, diagnostics).run(); }

}  // namespace horatio::process
