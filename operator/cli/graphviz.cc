// SPDX-License-Identifier: Apache-2.0
#include "operator/cli/graphviz.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace horatio::process {
namespace {

constexpr int kNoSuchProgram = 127;  // as a shell has it

Error cannot_draw(const std::string& svg_file, const std::string& why) {
  return {ErrorCode::kFile,
          "cannot draw " + svg_file + ": " + why,
          "install Graphviz (package graphviz), or draw the .dot file elsewhere",
          {}};
}

// The exit status, or -1 with errno where the program has not been started.
int run_and_wait(const char* const* arguments) {
  pid_t child = 0;
  const int fault =
      ::posix_spawnp(&child, arguments[0], nullptr, nullptr, const_cast<char* const*>(arguments), environ);
  if (fault != 0) {
    errno = fault;
    return -1;
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return -1;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

}  // namespace

Status draw_graph(const std::string& dot_file, const std::string& svg_file) {
  const char* const arguments[] = {"dot", "-Tsvg", "-o", svg_file.c_str(), dot_file.c_str(), nullptr};
  const int status = run_and_wait(arguments);
  if (status == 0) return {};
  if (status < 0) return cannot_draw(svg_file, std::string("dot: ") + std::strerror(errno));
  if (status == kNoSuchProgram) return cannot_draw(svg_file, "there is no program dot");
  return cannot_draw(svg_file, "dot ended with exit code " + std::to_string(status));
}

}  // namespace horatio::process
