// SPDX-License-Identifier: Apache-2.0
#include "operator/process/block_file.h"

#include <fcntl.h>
#include <lz4.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace horatio::process {
namespace {

// At a time: of 8 MiB ext4 takes five times as long (measured: 1.5 to 2.7 s of processor a GiB, of 256 KiB
// 0.3 s).
constexpr std::size_t kBlock = std::size_t{256} << 10U;

std::string temporary_folder() {
  const char* folder = std::getenv("TMPDIR");
  return folder != nullptr && *folder != '\0' ? folder : "/tmp";
}

Error file_fault(const std::string& what, const std::string& folder, const std::string& why) {
  return {ErrorCode::kFile,
          what + " frozen state in " + folder + ": " + why,
          "give TMPDIR a folder with room for the state of all subtasks on this machine",
          {}};
}

// A file without a name, gone with its descriptor; some file systems need one for a moment.
int open_unnamed(const std::string& folder) {
  const int file = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (file >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL)) return file;
  std::string name = folder + "/horatio-XXXXXX";
  const int named = ::mkostemp(name.data(), O_CLOEXEC);
  if (named >= 0) ::unlink(name.c_str());
  return named;
}

}  // namespace

BlockFile::BlockFile() : folder_(temporary_folder()), file_(open_unnamed(folder_)) {
  if (file_ < 0) open_fault_ = errno;
}

BlockFile::~BlockFile() {
  if (file_ >= 0) ::close(file_);
}

Status BlockFile::append(std::string_view bytes) {
  if (file_ < 0) return file_fault("cannot make a file for", folder_, std::strerror(open_fault_));
  for (; !bytes.empty(); bytes.remove_prefix(std::min(bytes.size(), kBlock))) {
    if (Status done = append_block(bytes.substr(0, kBlock)); !done) return done;
  }
  return {};
}

Status BlockFile::append_block(std::string_view bytes) {
  const int length = static_cast<int>(bytes.size());
  compressed_.resize(static_cast<std::size_t>(LZ4_compressBound(length)));
  const int packed =
      LZ4_compress_default(bytes.data(), compressed_.data(), length, static_cast<int>(compressed_.size()));
  blocks_.push_back({size_, written_});
  size_ += bytes.size();
  return write({compressed_.data(), static_cast<std::size_t>(packed)});
}

Status BlockFile::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t done = ::write(file_, bytes.data(), bytes.size());
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) {
      const int error = errno;
      return file_fault("cannot write byte " + std::to_string(written_) + " and on of", folder_,
                        std::strerror(error));
    }
    bytes.remove_prefix(static_cast<std::size_t>(done));
    written_ += static_cast<std::uint64_t>(done);
  }
  return {};
}

Status BlockFile::read(std::uint64_t offset, std::size_t length, std::string& out) const {
  const auto behind =
      std::upper_bound(blocks_.begin(), blocks_.end(), offset,
                       [](std::uint64_t at, const Block& block) { return at < block.offset; });
  for (auto index = static_cast<std::size_t>(behind - blocks_.begin()) - 1; length > 0; ++index) {
    const auto bytes = block(index);
    if (!bytes) return bytes.error();
    const auto from = static_cast<std::size_t>(offset - blocks_[index].offset);
    const std::size_t taken = std::min(length, bytes->size() - from);
    out.append(*bytes, from, taken);
    offset += taken;
    length -= taken;
  }
  return {};
}

Result<std::string> BlockFile::block(std::size_t index) const {
  const bool last = index + 1 == blocks_.size();
  const Block& begin = blocks_[index];
  const Block end = last ? Block{size_, written_} : blocks_[index + 1];
  std::string packed(static_cast<std::size_t>(end.at - begin.at), '\0');
  for (std::size_t done = 0; done < packed.size();) {
    const ssize_t got =
        ::pread(file_, packed.data() + done, packed.size() - done, static_cast<off_t>(begin.at + done));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return file_fault("cannot read", folder_, std::strerror(got < 0 ? errno : EIO));
    done += static_cast<std::size_t>(got);
  }
  std::string bytes(static_cast<std::size_t>(end.offset - begin.offset), '\0');
  const int unpacked = LZ4_decompress_safe(packed.data(), bytes.data(), static_cast<int>(packed.size()),
                                           static_cast<int>(bytes.size()));
  if (unpacked < 0 || static_cast<std::size_t>(unpacked) != bytes.size()) {
    return file_fault("cannot read", folder_, "block " + std::to_string(index) + " is damaged");
  }
  return bytes;
}

}  // namespace horatio::process
