// SPDX-License-Identifier: Apache-2.0
#include "integration-tests/process/operator_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <thread>

namespace horatio::testing {
namespace {

using namespace std::chrono_literals;

struct Child {
  pid_t pid = -1;
  int in = -1, out = -1, err = -1;  // our ends of its pipes; err is -1 where it writes to our stderr
};

Child start(const std::vector<std::string>& flags, bool collect_err) {
  std::vector<char*> arguments;
  std::string binary = HORATIO_OPERATOR_BINARY;
  std::vector<std::string> copies = flags;
  arguments.push_back(binary.data());
  for (std::string& flag : copies) arguments.push_back(flag.data());
  arguments.push_back(nullptr);
  int in[2], out[2], err[2];
  if (::pipe2(in, O_CLOEXEC) != 0 || ::pipe2(out, O_CLOEXEC) != 0 || ::pipe2(err, O_CLOEXEC) != 0) {
    throw std::runtime_error("no pipe");
  }
  const pid_t pid = ::fork();
  if (pid == 0) {
    ::dup2(in[0], STDIN_FILENO);
    ::dup2(out[1], STDOUT_FILENO);
    if (collect_err) ::dup2(err[1], STDERR_FILENO);
    ::execv(binary.c_str(), arguments.data());
    ::_exit(127);
  }
  ::close(in[0]);
  ::close(out[1]);
  ::close(err[1]);
  if (collect_err) return {pid, in[1], out[0], err[0]};
  ::close(err[0]);
  return {pid, in[1], out[0], -1};
}

void write_all(int fd, const std::string& text) {
  if (::write(fd, text.data(), text.size()) != static_cast<ssize_t>(text.size())) {
    throw std::runtime_error("the child does not read its stdin");
  }
}

// Reads up to the end, or the first line; throws after 30 s.
std::string read_text(int fd, bool one_line) {
  std::string text;
  const auto deadline = std::chrono::steady_clock::now() + 30s;
  while (std::chrono::steady_clock::now() < deadline) {
    pollfd watched{fd, POLLIN, 0};
    if (::poll(&watched, 1, 100) <= 0) continue;
    char byte = 0;
    if (::read(fd, &byte, 1) != 1) return text;
    text.push_back(byte);
    if (one_line && byte == '\n') return text;
  }
  throw std::runtime_error("nothing to read for 30 s");
}

}  // namespace

OperatorProcess::OperatorProcess(const std::vector<std::string>& flags) {
  std::vector<std::string> all{"--launched"};
  all.insert(all.end(), flags.begin(), flags.end());
  const Child child = start(all, false);
  pid_ = child.pid;
  stdin_ = child.in;
  write_all(stdin_, std::string(kToken) + "\n");
  ready_line_ = read_text(child.out, true);
  ::close(child.out);
  const auto ready = nlohmann::json::parse(ready_line_);
  data_ = ready.at("data");
  control_ = ready.at("control");
}

OperatorProcess::~OperatorProcess() {
  if (running()) {
    signal(SIGKILL);
    wait();
  }
  close_stdin();
}

void OperatorProcess::close_stdin() {
  if (stdin_ >= 0) ::close(stdin_);
  stdin_ = -1;
}

void OperatorProcess::signal(int number) const { ::kill(pid_, number); }

bool OperatorProcess::running() { return !wait(0ms); }

std::optional<Exit> OperatorProcess::wait(std::chrono::milliseconds timeout) {
  const auto deadline = std::chrono::steady_clock::now() + timeout;
  while (!exit_) {
    int status = 0;
    if (::waitpid(pid_, &status, WNOHANG) == pid_) {
      exit_ = WIFEXITED(status) ? Exit{WEXITSTATUS(status), 0} : Exit{-1, WTERMSIG(status)};
      break;
    }
    if (std::chrono::steady_clock::now() >= deadline) break;
    std::this_thread::sleep_for(2ms);
  }
  return exit_;
}

Finished run_operator(const std::vector<std::string>& flags, const std::string& input) {
  const Child child = start(flags, true);
  if (!input.empty()) write_all(child.in, input);
  ::close(child.in);
  Finished finished;
  finished.out = read_text(child.out, false);
  finished.err = read_text(child.err, false);
  ::close(child.out);
  ::close(child.err);
  int status = 0;
  ::waitpid(child.pid, &status, 0);
  finished.exit = WIFEXITED(status) ? Exit{WEXITSTATUS(status), 0} : Exit{-1, WTERMSIG(status)};
  return finished;
}

}  // namespace horatio::testing
