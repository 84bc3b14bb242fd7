// SPDX-License-Identifier: Apache-2.0
#include "engine/bench/hamlet/replay.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <type_traits>

namespace horatio::bench::figures {
namespace {

// Notes what came when; looks nothing up while the clock runs.
class TimingSink final : public ResultSink {
 public:
  struct Emission {
    RowName row;
    double at;
  };
  void accept(const ResultRow& row) override { emissions.push_back({name_of(row), now()}); }
  std::vector<Emission> emissions;
};

std::string to_text(const Cell& cell) {
  return std::visit(
      [](const auto& value) -> std::string {
        using T = std::decay_t<decltype(value)>;
        if constexpr (std::is_same_v<T, std::monostate>) {
          return "-";
        } else if constexpr (std::is_same_v<T, std::string>) {
          return value;
        } else if constexpr (std::is_same_v<T, double>) {
          char text[40];
          std::snprintf(text, sizeof(text), "%.17g", value);
          return text;
        } else {
          return std::to_string(value);
        }
      },
      cell.value);
}

class RecordingSink final : public ResultSink {
 public:
  explicit RecordingSink(Rows& rows) : rows_(rows) {}
  void accept(const ResultRow& row) override {
    std::string& text = rows_[name_of(row)];
    for (const Cell& cell : row.cells) text += " " + to_text(cell);
  }

 private:
  Rows& rows_;
};

// Begin of each call; `given_up` where one failed.
std::vector<double> deliver_all(System& system, const std::vector<Slot>& slots, ResultSink& sink,
                                Replay& replay) {
  std::vector<double> begins;
  for (const Slot& slot : slots) {
    begins.push_back(now());
    const Status delivered = system.deliver(slot, sink);
    if (delivered.ok()) continue;
    replay.given_up = delivered.error().message;
    if (delivered.error().code == ErrorCode::kLimitExceeded) break;
    std::fprintf(stderr, "%s\n", replay.given_up.c_str());
    std::exit(1);
  }
  replay.seconds = begins.empty() ? 0 : now() - begins.front();
  replay.peak_bytes = system.peak_bytes();
  return begins;
}

}  // namespace

Replay replay(System& system, const std::vector<Slot>& slots, Timestamp span, const Arrivals& arrivals) {
  Replay replay;
  TimingSink sink;
  const std::vector<double> begins = deliver_all(system, slots, sink, replay);
  for (const TimingSink::Emission& emission : sink.emissions) {
    const auto slot = static_cast<std::size_t>(std::max<Timestamp>(arrivals.last(emission.row), 0) / span);
    replay.latency += (emission.at - begins[slot]) / static_cast<double>(sink.emissions.size());
  }
  return replay;
}

Replay record(System& system, const std::vector<Slot>& slots, Rows& rows) {
  Replay replay;
  RecordingSink sink(rows);
  deliver_all(system, slots, sink, replay);
  return replay;
}

std::string difference(const Rows& expected, const Rows& actual) {
  for (const auto& [name, cells] : expected) {
    const auto found = actual.find(name);
    const std::string got = found == actual.end() ? " nothing" : found->second;
    if (got == cells) continue;
    return "query " + std::to_string(name.query) + ", window " + std::to_string(name.start) + ", group " +
           std::to_string(name.group) + "/" + std::to_string(name.subgroup) + ": expected" +
           cells.substr(0, 60) + ", got" + got.substr(0, 60);
  }
  if (expected.size() == actual.size()) return "";
  return std::to_string(expected.size()) + " rows expected, " + std::to_string(actual.size()) + " came";
}

}  // namespace horatio::bench::figures
