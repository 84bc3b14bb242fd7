// SPDX-License-Identifier: Apache-2.0
// One line per event on stderr. Any thread.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace horatio::process {

// Decides which of many equal lines are written: at most five of a key in ten seconds; the first line of the
// next ten seconds says how many were left out. Holds at most 256 keys.
class LineLimit {
 public:
  // How many lines of `key` were left out before this one; none if this one is to be left out too.
  std::optional<std::uint64_t> admit(std::string_view key, std::int64_t now_ms);

 private:
  struct Span {
    std::int64_t start_ms = 0;
    std::uint64_t lines = 0;
  };
  std::map<std::string, Span, std::less<>> spans_;
};

void log_info(std::string_view line);
void log_error(std::string_view line);
// Lines that a peer or a fault may repeat without end; `key` names their kind.
enum class LogLevel : std::uint8_t { kInfo, kWarning };
void log_limited(std::string_view key, std::string_view line, LogLevel level = LogLevel::kWarning);

}  // namespace horatio::process
