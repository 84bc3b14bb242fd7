// SPDX-License-Identifier: Apache-2.0
#include "operator/process/log.h"

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <chrono>
#include <mutex>

namespace horatio::process {
namespace {

constexpr std::int64_t kSpanMs = 10'000;
constexpr std::uint64_t kLinesPerSpan = 5;
constexpr std::size_t kKeys = 256;

spdlog::logger& logger() {
  static const auto instance = [] {
    auto made =
        std::make_shared<spdlog::logger>("horatio", std::make_shared<spdlog::sinks::stderr_sink_mt>());
    made->set_pattern("%Y-%m-%dT%H:%M:%S.%eZ %l %v", spdlog::pattern_time_type::utc);
    made->flush_on(spdlog::level::trace);
    return made;
  }();
  return *instance;
}

// One event, one line, whatever the text of a peer holds.
void write(spdlog::level::level_enum level, std::string_view text) {
  std::string line;
  for (const char c : text) {
    if (c == '\n') line += ';';
    line += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  }
  logger().log(level, "{}", line);
}

}  // namespace

std::optional<std::uint64_t> LineLimit::admit(std::string_view key, std::int64_t now_ms) {
  auto found = spans_.find(key);
  if (found == spans_.end()) {
    if (spans_.size() >= kKeys) spans_.clear();
    found = spans_.emplace(key, Span{now_ms, 0}).first;
  }
  Span& span = found->second;
  std::uint64_t left_out = 0;
  if (now_ms - span.start_ms >= kSpanMs) {
    if (span.lines > kLinesPerSpan) left_out = span.lines - kLinesPerSpan;
    span = {now_ms, 0};
  }
  ++span.lines;
  if (span.lines > kLinesPerSpan) return std::nullopt;
  return left_out;
}

void log_info(std::string_view line) { write(spdlog::level::info, line); }

void log_error(std::string_view line) { write(spdlog::level::err, line); }

void log_limited(std::string_view key, std::string_view line, LogLevel level) {
  static std::mutex mutex;
  static LineLimit limit;
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  std::optional<std::uint64_t> left_out;
  {
    const std::lock_guard lock(mutex);
    left_out = limit.admit(key, std::chrono::duration_cast<std::chrono::milliseconds>(now).count());
  }
  if (!left_out) return;
  if (*left_out > 0) logger().warn("{} more lines of kind '{}' were left out", *left_out, key);
  write(level == LogLevel::kInfo ? spdlog::level::info : spdlog::level::warn, line);
}

}  // namespace horatio::process
