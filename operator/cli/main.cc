// SPDX-License-Identifier: Apache-2.0
// The command line tool: exit codes and standard streams.
#include <malloc.h>
#include <unistd.h>

#include <csignal>
#include <exception>
#include <iostream>
#include <new>
#include <string>
#include <variant>

#include "operator/cli/command_line.h"
#include "operator/cli/diagnostics.h"
#include "operator/cli/explain_command.h"
#include "operator/cli/replay_command.h"
#include "operator/cli/run_command.h"

namespace horatio::process {
namespace {

enum ExitCode : int { kDone = 0, kMachineFailed = 1, kBadWorkload = 2, kBadInput = 3 };

// Error codes are numbered by origin.
ExitCode exit_code_of(ErrorCode code) {
  const auto number = static_cast<unsigned>(code);
  if (number < 200) return kBadWorkload;
  return number < 300 ? kBadInput : kMachineFailed;
}

int conclude(const Status& status, Diagnostics& diagnostics) {
  if (status.ok()) return kDone;
  const Error& error = status.error();
  const ExitCode code = exit_code_of(error.code);
  const std::string prefix = code == kMachineFailed ? "horatio: " : "";
  diagnostics.message(prefix + error.message + (error.remedy.empty() ? "" : "; " + error.remedy));
  return code;
}

int perform(const Command& command, Diagnostics& diagnostics) {
  if (const auto* options = std::get_if<RunOptions>(&command))
    return conclude(run(*options, diagnostics), diagnostics);
  if (const auto* options = std::get_if<ExplainOptions>(&command)) {
    return conclude(explain(*options, diagnostics), diagnostics);
  }
  if (const auto* options = std::get_if<ReplayOptions>(&command)) {
    return conclude(replay(*options, diagnostics), diagnostics);
  }
  if (const auto* answer = std::get_if<Answer>(&command)) {
    std::cout << answer->text << std::flush;
    return std::cout.good() ? kDone : kMachineFailed;
  }
  diagnostics.message("horatio: " + std::get<Misuse>(command).text +
                      "\n`horatio --help` and `horatio run --help` say more");
  return kBadWorkload;
}

}  // namespace
}  // namespace horatio::process

int main(int argc, char** argv) {
  // Batches come and go at one size: their memory is not given back to the system in between.
  ::mallopt(M_MMAP_THRESHOLD, 64 * 1024 * 1024);
  ::mallopt(M_TRIM_THRESHOLD, 64 * 1024 * 1024);
  // A reader of ours that has gone is told by the write that fails.
  std::signal(SIGPIPE, SIG_IGN);
  horatio::process::Diagnostics diagnostics(std::cerr, ::isatty(STDERR_FILENO) == 1);
  try {
    return horatio::process::perform(horatio::process::parse_command_line(argc, argv), diagnostics);
  } catch (const std::bad_alloc&) {
    diagnostics.message("horatio: there is not enough memory");
  } catch (const std::exception& fault) {
    diagnostics.message(std::string("horatio: internal fault: ") + fault.what());
  }
  return horatio::process::kMachineFailed;
}
