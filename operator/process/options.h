// SPDX-License-Identifier: Apache-2.0
// The command line of horatio-operator.
#pragma once

#include <cstdint>
#include <string>
#include <variant>

#include "engine/plan/engine.h"

namespace horatio::process {

struct ProcessOptions {
  std::string listen = "tcp://127.0.0.1:0";
  std::string control = "127.0.0.1:0";
  bool launched = false;   // started by a JVM: token on stdin, and stdin's end is the end
  std::string token_file;  // not launched: where the token is, or will be written
  std::uint64_t event_credit = 4U << 20;
  std::uint64_t held_limit = 256U << 20;  // per session, bytes of events above the watermark
  std::uint64_t memory = 0;  // all sessions together; 0: three quarters of what the machine gives
  std::uint64_t snapshot_memory = 64U << 20;  // per state that a barrier has frozen; the rest is in a file
  std::uint64_t max_frame = 16U << 20;
  std::uint32_t session_timeout_seconds = 30;  // silence after which a session is dropped
  bool allow_remote = false;
  EngineOptions engine;  // of every session
};

// The command line asks for nothing but a text (--help, --version), or is wrong.
struct EarlyExit {
  int code = 0;  // 0: text belongs on stdout; 2: bad flag, text belongs on stderr
  std::string text;
};

std::variant<ProcessOptions, EarlyExit> parse_options(int argc, const char* const* argv);

}  // namespace horatio::process
