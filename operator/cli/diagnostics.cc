// SPDX-License-Identifier: Apache-2.0
#include "operator/cli/diagnostics.h"

namespace horatio::process {
namespace {

constexpr std::string_view kClearLine = "\r\x1B[K";

}  // namespace

void Diagnostics::message(std::string_view line) {
  clear_progress();
  out_ << line << '\n';
}

void Diagnostics::progress(std::string_view line) {
  if (!terminal_) return;
  out_ << kClearLine << line << std::flush;
  progress_shown_ = true;
}

void Diagnostics::clear_progress() {
  if (progress_shown_) out_ << kClearLine << std::flush;
  progress_shown_ = false;
}

}  // namespace horatio::process
