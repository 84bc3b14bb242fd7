// SPDX-License-Identifier: Apache-2.0
// horatio_freeze_bench [GIB] [QUERIES]: how long a barrier waits for a state of about so many GiB to be
// frozen, as a session does it: into memory and from some size on into a file. Then the state is read in
// pieces, handed to a fresh engine, and the rows are compared. Wall clock; one thread. Target: 1 GiB in 1.5
// s.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

#include "engine/bench/state_cases.h"
#include "engine/bench/suite.h"
#include "operator/process/checkpoints.h"
#include "operator/process/state_intake.h"

namespace horatio::process {
namespace {

constexpr KeyGroup kLast = bench::kStateKeyGroups - 1;
constexpr std::size_t kSpoolMemory = 64U << 20U, kChunk = 1U << 20U, kStep = 4U << 20U;
constexpr double kGib = 1 << 30U;

// Since it was made.
class Stopwatch {
 public:
  using Clock = std::chrono::steady_clock;

  double wall() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }
  double processor() const { return bench::processor_seconds() - begin_processor_; }

 private:
  Clock::time_point begin_ = Clock::now();
  double begin_processor_ = bench::processor_seconds();
};

void check(const Status& status) {
  if (status.ok()) return;
  std::fprintf(stderr, "%s\n", status.error().message.c_str());
  std::exit(1);
}

// Hands the pieces that are asked for to an engine.
class Restorer final : public FrameOut {
 public:
  Restorer(Engine& engine, Checkpoints& from) : engine_(engine), from_(from) {}

  SentFrame send(FrameBody body) override {
    const auto& piece = std::get<SnapshotFrame>(body);
    const std::uint64_t end = piece.offset + piece.chunk.size();
    const Stopwatch watch;
    check(intake_.take({piece.key_group, piece.offset, end == piece.limit, piece.chunk}, engine_));
    seconds += watch.processor();
    next_ = end == piece.limit ? SnapshotFrame{1, piece.key_group + 1, 0, kChunk, {}}
                               : SnapshotFrame{1, piece.key_group, end, kChunk, {}};
    bytes += piece.chunk.size();
    return {};
  }
  SentFrame send_result(ResultRows&) override { return {}; }
  void run() {
    while (next_.key_group <= kLast) check(from_.answer(SnapshotFrame(next_), *this));
  }

  double seconds = 0;  // of the processor, to take it over
  std::uint64_t bytes = 0;

 private:
  Engine& engine_;
  Checkpoints& from_;
  StateIntake intake_{0, kLast};
  SnapshotFrame next_{1, 0, 0, kChunk, {}};
};

// What a group of one event takes in a snapshot, about.
std::size_t events_for(double gib, std::size_t queries) {
  constexpr double kPerQuery = 135;
  return static_cast<std::size_t>(gib * kGib / kPerQuery / static_cast<double>(queries));
}

int run(double gib, std::size_t queries) {
  const std::size_t events = events_for(gib, queries);
  const bench::StateCase of{"freeze", bench::state_queries(queries, "COUNT(*)", "T0+", "", "EXACT"), events,
                            events};
  std::unique_ptr<Engine> engine = bench::filled_engine(of);
  Checkpoints checkpoints(0, kLast, kSpoolMemory, kChunk);
  const Stopwatch freeze;
  check(checkpoints.begin(1));
  while (true) {
    const auto all = checkpoints.freeze(*engine, kStep);
    if (!all) check(all.error());
    if (*all) break;
  }
  const double freezing = freeze.wall(), frozen = freeze.processor();
  const bench::RowDigest rows = bench::rows_of(*engine);
  engine = bench::filled_engine({of.name, of.workload, 0, 1});
  Restorer restorer(*engine, checkpoints);
  const Stopwatch restore;
  restorer.run();
  const double restoring = restore.wall(), size = static_cast<double>(restorer.bytes) / kGib;
  if (rows.rows() == 0 || !(bench::rows_of(*engine) == rows)) {
    std::fprintf(stderr, "the restored engine's rows differ\n");
    return 1;
  }
  std::printf(
      "%zu queries, %zu groups, %.3f GiB: frozen in %.2f s, %.2f s of processor; restored in %.2f s, %.2f "
      "s\n",
      queries, events, size, freezing, frozen, restoring, restorer.seconds);
  return 0;
}

}  // namespace
}  // namespace horatio::process

int main(int count, char** arguments) {
  const double gib = count > 1 ? std::atof(arguments[1]) : 1;
  const int queries = count > 2 ? std::atoi(arguments[2]) : 1;
  if (gib <= 0 || queries < 1) return 2;
  return horatio::process::run(gib, static_cast<std::size_t>(queries));
}
