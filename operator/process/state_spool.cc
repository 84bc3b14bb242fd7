// SPDX-License-Identifier: Apache-2.0
#include "operator/process/state_spool.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace horatio::process {
namespace {

// At a time: of 8 MiB ext4 takes five times as long (measured: 1.5 to 2.7 s of processor a GiB, of 256 KiB
// 0.3 s).
constexpr std::size_t kWrite = std::size_t{256} << 10U;

std::string spool_folder() {
  const char* folder = std::getenv("TMPDIR");
  return folder != nullptr && *folder != '\0' ? folder : "/tmp";
}

Error file_fault(const std::string& what, const std::string& folder, int error) {
  return {ErrorCode::kFile,
          what + " frozen state in " + folder + ": " + std::strerror(error),
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

StateSpool::~StateSpool() {
  if (file_ >= 0) ::close(file_);
}

Status StateSpool::append(std::string_view bytes) {
  if (file_ < 0 && memory_.size() + bytes.size() > memory_limit_) {
    if (Status spilled = spill(); !spilled) return spilled;
  }
  if (file_ >= 0) {
    if (Status written = write(bytes); !written) return written;
  } else {
    memory_.append(bytes);
  }
  size_ += bytes.size();
  return {};
}

Status StateSpool::spill() {
  folder_ = spool_folder();
  file_ = open_unnamed(folder_);
  if (file_ < 0) return file_fault("cannot make a file for", folder_, errno);
  if (Status written = write(memory_); !written) return written;
  memory_ = std::string();
  return {};
}

Status StateSpool::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file_, bytes.data(), std::min(bytes.size(), kWrite));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) {
      const int error = errno;
      return file_fault("cannot write byte " + std::to_string(size_) + " and on of", folder_, error);
    }
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return {};
}

Result<std::string> StateSpool::read(std::uint64_t offset, std::size_t limit) const {
  if (offset >= size_) return std::string();
  const auto length = static_cast<std::size_t>(std::min<std::uint64_t>(limit, size_ - offset));
  if (file_ < 0) return memory_.substr(static_cast<std::size_t>(offset), length);
  std::string bytes(length, '\0');
  std::size_t done = 0;
  while (done < length) {
    const ssize_t got = ::pread(file_, bytes.data() + done, length - done, static_cast<off_t>(offset + done));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return file_fault("cannot read", folder_, got < 0 ? errno : EIO);
    done += static_cast<std::size_t>(got);
  }
  return bytes;
}

}  // namespace horatio::process
