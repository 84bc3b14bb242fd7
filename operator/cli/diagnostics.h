// SPDX-License-Identifier: Apache-2.0
// What the tool says beside its results: messages, one a line, and on a terminal a line of progress that
// messages do not run into. Owned by one thread.
#pragma once

#include <ostream>
#include <string_view>

namespace horatio::process {

class Diagnostics {
 public:
  // REQUIRES: `out` outlives this. `terminal`: progress is shown.
  Diagnostics(std::ostream& out, bool terminal) : out_(out), terminal_(terminal) {}
  ~Diagnostics() { clear_progress(); }
  Diagnostics(const Diagnostics&) = delete;
  Diagnostics& operator=(const Diagnostics&) = delete;

  void message(std::string_view line);
  void progress(std::string_view line);
  void clear_progress();
  bool shows_progress() const { return terminal_; }

 private:
  std::ostream& out_;
  bool terminal_;
  bool progress_shown_ = false;
};

}  // namespace horatio::process
