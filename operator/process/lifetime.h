// SPDX-License-Identifier: Apache-2.0
// What ends the process: SIGTERM or SIGINT, a call of shutdown, the end of stdin (launched mode), the end of
// the transport thread. The main thread waits here.
#pragma once

#include <chrono>
#include <functional>

namespace horatio::process {

class Lifetime {
 public:
  // Blocks the signals for this thread and those it starts: call before any other thread exists.
  explicit Lifetime(bool launched);
  Lifetime(const Lifetime&) = delete;
  Lifetime& operator=(const Lifetime&) = delete;
  ~Lifetime();

  void ended() const;  // any thread: the transport thread has returned

  // Calls `drain` at the first signal, then waits for ended(). False if it did not come: a second signal, or
  // 20 s after the first or after `draining` was first seen. Launched, the end of stdin ends the process at
  // once: the JVM is gone, there is nobody to drain for.
  bool wait(const std::function<void(std::chrono::milliseconds)>& drain,
            const std::function<bool()>& draining);

 private:
  int signals_ = -1;
  int ended_ = -1;
  bool watch_stdin_;
};

}  // namespace horatio::process
