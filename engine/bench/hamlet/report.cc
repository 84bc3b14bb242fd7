// SPDX-License-Identifier: Apache-2.0
#include "engine/bench/hamlet/report.h"

#include <algorithm>
#include <cstdio>
#include <utility>

#include "engine/bench/hamlet/lines.h"

namespace horatio::bench::figures {
namespace {

constexpr const char* kBases[] = {"never", "greta", "always"};  // speed-ups are over these

template <class... Values>
std::string format(const char* form, Values... values) {
  char text[160];
  std::snprintf(text, sizeof(text), form, values...);
  return text;
}

bool of_one_point(const Measured& left, const Measured& right) {
  return left.data == right.data && left.axis == right.axis && left.rate == right.rate &&
         left.queries == right.queries;
}

const Measured* find(const std::vector<Measured>& all, const Measured& point, const std::string& line) {
  const auto found = std::ranges::find_if(all, [&](const Measured& other) {
    return other.line == line && other.runs != 0 && of_one_point(other, point);
  });
  return found == all.end() ? nullptr : &*found;
}

std::string speed_ups(const std::vector<Measured>& all, const Measured& measured) {
  std::string text;
  for (const char* base : kBases) {
    const Measured* other = find(all, measured, base);
    text += ",";
    if (other != nullptr && measured.runs != 0) text += format("%.3f", other->latency / measured.latency);
  }
  return text;
}

std::string decisions(const Measured& measured) {
  const trend::SharingCounts& counts = measured.sharing.counts;
  if (counts.bursts == 0) return ",,,,,,,";
  std::string text;
  for (const std::uint64_t count : {counts.bursts, counts.shared_bursts, counts.split_bursts,
                                    counts.graphlets, counts.snapshots, counts.event_snapshots}) {
    text += "," + std::to_string(count);
  }
  return text + format(",%.4g", measured.decision_share);
}

// A row for each point and line that decides about bursts; nothing if there is none.
std::string decision_table(const std::vector<Measured>& points, const std::vector<Measured>& all) {
  std::string text;
  for (const Measured& point : points) {
    for (const Line& line : lines()) {
      const Measured* measured = find(all, point, line.name);
      if (measured == nullptr || measured->sharing.counts.bursts == 0) continue;
      const trend::SharingCounts& counts = measured->sharing.counts;
      text += format("| %.0f | ", point.x()) + line.name + " | " + std::to_string(counts.bursts) +
              format(" | %.1f | ",
                     100.0 * static_cast<double>(counts.shared_bursts) / static_cast<double>(counts.bursts)) +
              std::to_string(counts.graphlets) + " | " + std::to_string(counts.snapshots) + " | " +
              std::to_string(counts.event_snapshots) + format(" | %.2f |\n", 100 * measured->decision_share);
    }
  }
  if (text.empty()) return text;
  return "\n| " + std::string(points.front().axis == "events" ? "events/min" : "queries") +
         " | line | bursts | shared, % | graphlets | snapshots | event snapshots | time to decide, % |\n"
         "|---:|---|---:|---:|---:|---:|---:|---:|\n" +
         text;
}

// "11.50 / 806.1 / 1.55"
std::string cell(const Measured& measured) {
  return format("%.2f / %.1f / %.2f", measured.latency * 1e3, measured.throughput / 1e3,
                static_cast<double>(measured.peak_bytes) / (1024.0 * 1024.0));
}

std::string table(const std::vector<Measured>& points, const std::vector<Measured>& all) {
  std::string text = "| " + std::string(points.front().axis == "events" ? "events/min" : "queries") + " |";
  std::string rule = "\n|---:|";
  for (const Line& line : lines()) {
    text += std::string(" ") + line.name + " |";
    rule += "---:|";
  }
  text += rule + "\n";
  for (const Measured& point : points) {
    text += format("| %.0f |", point.x());
    for (const Line& line : lines()) {
      const Measured* measured = find(all, point, line.name);
      text += " " + (measured == nullptr ? std::string("-") : cell(*measured)) + " |";
    }
    text += "\n";
  }
  return text;
}

}  // namespace

std::string to_csv(const std::vector<Measured>& all) {
  std::string text =
      "data,source,axis,x,events_per_minute,queries,line,left_out,runs,events,bursts,events_per_burst,rows,"
      "latency_s,streamed_latency_s,throughput_events_per_s,peak_bytes,analysis_s,decided_bursts,shared_"
      "bursts,"
      "split_bursts,graphlets,snapshots,event_snapshots,decision_share";
  for (const char* base : kBases) text += std::string(",speed_up_over_") + base;
  for (const Measured& one : all) {
    text += "\n" + one.data + "," + one.source + "," + one.axis + "," +
            format("%.0f,%.0f,%zu,", one.x(), one.rate, one.queries) + one.line + "," + one.left_out +
            format(",%d,%zu,%zu,%.1f,%zu,", one.runs, one.events, one.bursts, one.events_per_burst, one.rows);
    text += one.runs == 0 ? ",,,,"
                          : format("%.6g,%.6g,%.6g,%zu,%.6g", one.latency, one.streamed_latency,
                                   one.throughput, one.peak_bytes, one.preparation);
    text += decisions(one) + speed_ups(all, one);
  }
  return text + "\n";
}

std::string to_markdown(const std::vector<Measured>& all) {
  std::vector<std::vector<Measured>> axes;  // the first of each point
  for (const Measured& one : all) {
    const bool fresh =
        axes.empty() || axes.back().front().data != one.data || axes.back().front().axis != one.axis;
    if (fresh) axes.emplace_back();
    if (fresh || !of_one_point(axes.back().back(), one)) axes.back().push_back(one);
  }
  std::string text;
  for (const std::vector<Measured>& points : axes) {
    const Measured& first = points.front();
    text += (text.empty() ? "### " : "\n### ") + first.data + " (" + first.source + "), by " + first.axis +
            "\n" + table(points, all) + decision_table(points, all);
  }
  return text;
}

}  // namespace horatio::bench::figures
