// SPDX-License-Identifier: Apache-2.0
// Where input bytes come from: a file or standard input ("-"), plain, gzip or xz, told apart by their first
// bytes and not by their name. The only owner of Boost.Iostreams. Owned by one thread.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "engine/model/status.h"

namespace horatio::process {

class ByteSource {
 public:
  virtual ~ByteSource() = default;

  // Reads at least one and at most `size` bytes; 0 at the end of the input. REQUIRES: size >= 1.
  // Errors (kFile): the machine cannot read, or compressed data is damaged or cut off.
  virtual Result<std::size_t> read(char* to, std::size_t size) = 0;

  // True when the next read would wait for a writer at the other end of a pipe.
  virtual bool would_wait() const = 0;
};

Result<std::unique_ptr<ByteSource>> open_source(const std::string& path);

// The whole of a (small) file or of standard input.
Result<std::string> read_all(const std::string& path);

// `path` as messages name it: "standard input" for "-".
std::string display_name(const std::string& path);

}  // namespace horatio::process
