// SPDX-License-Identifier: Apache-2.0
#include "operator/cli/tool.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>

namespace horatio::process {
namespace {

constexpr unsigned kSecondsToLive = 60;

void redirect(int descriptor, const std::string& path, int flags) {
  const int file = ::open(path.c_str(), flags, 0600);
  if (file < 0 || ::dup2(file, descriptor) < 0) ::_exit(126);
  ::close(file);
}

}  // namespace

ToolResult Tool::run(const std::vector<std::string>& arguments, const std::string& input,
                     const std::string& output) const {
  const std::string in_path = folder_.write(".stdin", input);
  const std::string out_path = output.empty() ? folder_.path(".stdout") : output;
  const std::string err_path = folder_.path(".stderr");
  std::vector<std::string> words{HORATIO_BINARY};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  const pid_t child = ::fork();
  if (child == 0) {
    redirect(STDIN_FILENO, in_path, O_RDONLY);
    redirect(STDOUT_FILENO, out_path, O_WRONLY | O_CREAT | O_TRUNC);
    redirect(STDERR_FILENO, err_path, O_WRONLY | O_CREAT | O_TRUNC);
    ::alarm(kSecondsToLive);
    ::execv(argv[0], argv.data());
    ::_exit(127);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  ToolResult result;
  result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  if (output.empty()) result.out = folder_.read(".stdout");
  result.err = folder_.read(".stderr");
  return result;
}

ToolResult Tool::evaluate(const std::string& workload, const std::string& events,
                          const std::vector<std::string>& arguments) const {
  std::vector<std::string> words{"run", "--workload", folder_.write("w.hql", workload), "--input",
                                 folder_.write("e.csv", events)};
  words.insert(words.end(), arguments.begin(), arguments.end());
  return run(words);
}

}  // namespace horatio::process
