// SPDX-License-Identifier: Apache-2.0
// The words after `horatio`, understood. The only owner of CLI11.
#pragma once

#include <string>
#include <variant>

#include "operator/cli/explain_command.h"
#include "operator/cli/replay_command.h"
#include "operator/cli/run_command.h"

namespace horatio::process {

// Help or the version, asked for.
struct Answer {
  std::string text;
};

// What is wrong, with the nearest right spelling where there is one.
struct Misuse {
  std::string text;
};

using Command = std::variant<RunOptions, ExplainOptions, ReplayOptions, Answer, Misuse>;

Command parse_command_line(int argc, const char* const* argv);

}  // namespace horatio::process
