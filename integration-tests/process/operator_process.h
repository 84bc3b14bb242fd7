// SPDX-License-Identifier: Apache-2.0
// horatio-operator as a child process, for tests. One thread. Ended by its id when the object goes.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace horatio::testing {

// How a child ended.
struct Exit {
  int code = -1;   // -1: by a signal
  int signal = 0;  // 0: by itself
};

class OperatorProcess {
 public:
  static constexpr const char* kToken = "0123456789abcdef0123456789abcdef";

  // Launched, with kToken on stdin; waits for the ready line. Throws if it does not come.
  explicit OperatorProcess(const std::vector<std::string>& flags = {});
  OperatorProcess(const OperatorProcess&) = delete;
  OperatorProcess& operator=(const OperatorProcess&) = delete;
  ~OperatorProcess();

  pid_t pid() const { return pid_; }
  const std::string& data() const { return data_; }
  const std::string& control() const { return control_; }
  const std::string& ready_line() const { return ready_line_; }

  void close_stdin();
  void signal(int number) const;
  bool running();
  // Waits for its end; none if it lives on for `timeout`.
  std::optional<Exit> wait(std::chrono::milliseconds timeout = std::chrono::seconds(30));

 private:
  pid_t pid_ = -1;
  int stdin_ = -1;
  std::optional<Exit> exit_;
  std::string ready_line_, data_, control_;
};

// Runs the binary to its end with nothing on stdin, and collects what it writes.
struct Finished {
  Exit exit;
  std::string out, err;
};
Finished run_operator(const std::vector<std::string>& flags, const std::string& input = "");

}  // namespace horatio::testing
