// SPDX-License-Identifier: Apache-2.0
#include "operator/process/lifetime.h"

#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <optional>

#include "operator/process/log.h"

namespace horatio::process {
namespace {

constexpr std::chrono::milliseconds kDrain{15'000};
constexpr std::chrono::milliseconds kHardStop{20'000};

sigset_t ending_signals() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGTERM);
  sigaddset(&set, SIGINT);
  return set;
}

// True while the other end is open; what it writes after the token has no meaning.
bool stdin_lives() {
  std::array<char, 4096> ignored;
  const ssize_t got = ::read(STDIN_FILENO, ignored.data(), ignored.size());
  return got > 0 || (got < 0 && (errno == EINTR || errno == EAGAIN));
}

}  // namespace

Lifetime::Lifetime(bool launched) : watch_stdin_(launched) {
  const sigset_t set = ending_signals();
  ::pthread_sigmask(SIG_BLOCK, &set, nullptr);
  ::signal(SIGPIPE, SIG_IGN);
  signals_ = ::signalfd(-1, &set, SFD_CLOEXEC);
  ended_ = ::eventfd(0, EFD_CLOEXEC);
}

Lifetime::~Lifetime() {
  ::close(signals_);
  ::close(ended_);
}

void Lifetime::ended() const {
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = ::write(ended_, &one, sizeof one);
}

bool Lifetime::wait(const std::function<void(std::chrono::milliseconds)>& drain,
                    const std::function<bool()>& draining) {
  using Clock = std::chrono::steady_clock;
  std::array<pollfd, 3> watched{pollfd{signals_, POLLIN, 0}, pollfd{ended_, POLLIN, 0},
                                pollfd{watch_stdin_ ? STDIN_FILENO : -1, POLLIN, 0}};
  std::optional<Clock::time_point> hard_stop;
  bool signalled = false;
  while (!hard_stop || Clock::now() < *hard_stop) {
    ::poll(watched.data(), watched.size(), 200);
    if ((watched[1].revents & POLLIN) != 0) return true;
    if (watched[2].revents != 0 && !stdin_lives()) {
      log_info("stdin has ended: the JVM is gone");
      ::_exit(0);
    }
    if ((watched[0].revents & POLLIN) != 0) {
      signalfd_siginfo info{};
      if (::read(signals_, &info, sizeof info) == sizeof info) {
        if (signalled) return false;
        signalled = true;
        log_info("signal " + std::to_string(info.ssi_signo) + ": draining");
        drain(kDrain);
      }
    }
    if (!hard_stop && draining()) hard_stop = Clock::now() + kHardStop;
  }
  return false;
}

}  // namespace horatio::process
