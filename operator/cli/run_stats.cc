// SPDX-License-Identifier: Apache-2.0
#include "operator/cli/run_stats.h"

#include <sys/resource.h>

#include <nlohmann/json.hpp>

namespace horatio::process {

namespace {

nlohmann::ordered_json by_reason(const RejectCounts& counts) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (std::size_t i = 0; i < counts.size(); ++i) json[name_of(static_cast<RejectReason>(i))] = counts[i];
  return json;
}

}  // namespace

std::string to_json(const RunStats& stats) {
  const nlohmann::ordered_json json{
      {"events", stats.events},
      {"rows", stats.rows},
      {"ignored", stats.ignored},
      {"rejected", stats.rejected},
      {"rejected_for", by_reason(stats.rejected_for)},
      {"late", stats.late},
      {"left_out", stats.left_out},
      {"nonfinite", stats.nonfinite},
      {"read_seconds", stats.read_seconds},
      {"engine_seconds", stats.engine_seconds},
      {"total_seconds", stats.total_seconds},
      {"peak_rss_bytes", stats.peak_rss_bytes},
      {"strategy", stats.strategy},
  };
  return json.dump(2) + "\n";
}

std::uint64_t peak_rss_bytes() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

}  // namespace horatio::process
