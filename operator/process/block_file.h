// SPDX-License-Identifier: Apache-2.0
// A file without a name that holds bytes as blocks of LZ4: frozen state shrinks to a fraction, and what has
// not to be written has not to wait for the disk, nor for fresh pages. Written once from its begin to its
// end, then read anywhere. One thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/model/status.h"

namespace horatio::process {

class BlockFile {
 public:
  // In $TMPDIR or /tmp.
  BlockFile();
  ~BlockFile();
  BlockFile(const BlockFile&) = delete;
  BlockFile& operator=(const BlockFile&) = delete;

  // kFile if the file could not be made or is full; of no use then.
  Status append(std::string_view bytes);

  // Appends `length` bytes from `offset` to `out`; kFile. REQUIRES: they were appended. O(length + block).
  Status read(std::uint64_t offset, std::size_t length, std::string& out) const;

  std::uint64_t size() const { return size_; }          // of what was appended
  std::uint64_t file_size() const { return written_; }  // of what it takes

 private:
  // Where a block begins, in what was appended and in the file. It ends where the next one begins.
  struct Block {
    std::uint64_t offset = 0;
    std::uint64_t at = 0;
  };

  Status append_block(std::string_view bytes);
  Status write(std::string_view bytes);
  Result<std::string> block(std::size_t index) const;

  const std::string folder_;
  int file_ = -1;
  int open_fault_ = 0;
  std::uint64_t size_ = 0;
  std::uint64_t written_ = 0;
  std::vector<Block> blocks_;
  std::string compressed_;  // one block
};

}  // namespace horatio::process
