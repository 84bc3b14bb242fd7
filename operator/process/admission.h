// SPDX-License-Identifier: Apache-2.0
// Which HELLO opens a session and whose it ends: pure bookkeeping of subtasks, attempts and tries. One
// thread.
//
// The highest try of an attempt wins, lower ones are ignored in whatever order they come. A session that
// opens ends the older one of its own (job, operator, subtask) only; attempts are never compared with each
// other, since their numbers restart after a failover. An attempt whose place another one has taken never
// comes back: it belongs to a task that Flink has given up.
#pragma once

#include <cstdint>
#include <list>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <variant>

#include "bridge/frames/frame.h"
#include "engine/model/status.h"

namespace horatio::process {

class Admission {
 public:
  struct Open {
    std::optional<std::uint64_t> ends;  // the older session of the subtask
    bool same_attempt = false;          // of the same attempt: its socket was given up by the sender
  };
  struct Ignore {};
  using Decision = std::variant<Open, Ignore, Error>;

  // Decides on a HELLO with a valid token, and remembers its try. Errors: kProtocol, a try that was used
  // already; kStaleSession, an attempt whose subtask has a session of another attempt since.
  Decision decide(const HelloFrame& hello);

  void opened(const HelloFrame& hello, std::uint64_t session);  // after Open
  void closed(std::uint64_t session);

 private:
  // Attempts are remembered beyond their session, this many of them: a try that comes late is still known.
  static constexpr std::size_t kAttempts = 8192;

  using Subtask = std::tuple<std::string, std::string, std::uint32_t>;  // job, operator, subtask
  using Attempt = std::pair<Subtask, std::string>;  // two operators of one task share an ExecutionAttemptID
  struct Tries {
    std::uint32_t highest = 0;
    bool opened = false;     // the highest has opened a session
    bool succeeded = false;  // by another attempt of its subtask
  };
  struct Live {
    std::uint64_t session = 0;
    std::string attempt;
  };

  Tries& tries_of(const Attempt& attempt, std::uint32_t first);
  void forget_oldest();

  std::map<Attempt, Tries> tries_;
  std::list<Attempt> ages_;  // oldest first
  std::map<Subtask, Live> live_;
  std::map<Subtask, std::string> newest_;  // the attempt that opened last, of those remembered
};

}  // namespace horatio::process
