// SPDX-License-Identifier: Apache-2.0
// Where results go: a file or standard output. A regular file has no name before it is whole (on file systems
// that cannot have such files, one beside its own), so that a run that fails or is killed leaves no half file
// behind; pipes and devices are written straight. Writing is buffered; a fault is kept and told by the next
// flush. Owned by one thread.
#pragma once

#include <memory>
#include <string>

#include "engine/model/status.h"

namespace horatio::process {

class OutputFile {
 public:
  // "-" is standard output. Errors (kFile): the file cannot be made.
  static Result<std::unique_ptr<OutputFile>> open(const std::string& path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  // Append to this, then call written().
  std::string& buffer() { return buffer_; }

  // Passes the buffer on if it is large; true while all is well.
  bool written();

  // Passes everything on. Errors (kFile): the disk is full, the reader of a pipe has gone, ...
  Status flush();

  // Flushes, and gives the file its name. REQUIRES: not called before.
  Status commit();

  bool is_terminal() const { return terminal_; }
  // A reader may be waiting for what is written: a pipe or a terminal.
  bool is_watched() const { return temporary_.empty(); }

 private:
  static Result<std::unique_ptr<OutputFile>> open_in_place(const std::string& path, int flags);
  OutputFile(std::string path, int descriptor, std::string temporary, bool nameless);
  bool name_it();
  Error fault(const std::string& doing) const;

  std::string path_;
  int descriptor_;
  std::string temporary_;  // the name beside its own; empty: written straight
  bool nameless_;          // it does not have that name yet
  bool terminal_ = false;
  std::string buffer_;
  std::string failure_;
};

}  // namespace horatio::process
