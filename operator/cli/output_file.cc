// SPDX-License-Identifier: Apache-2.0
#include "operator/cli/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

namespace horatio::process {
namespace {

constexpr std::size_t kLargeBuffer = 64 * 1024;
constexpr int kAllMayReadAndWrite = 0666;  // less the umask
constexpr int kNewFile = O_WRONLY | O_CLOEXEC;

std::string name_for_messages(const std::string& path) { return path == "-" ? "standard output" : path; }

Error cannot_open(const std::string& path) {
  return {ErrorCode::kFile, "cannot write " + path + ": " + std::strerror(errno), "", {}};
}

// Through symbolic links, so that a link stays one, also a link to what is not there yet.
std::string resolved(const std::string& path) {
  constexpr int kMostLinks = 40;
  std::error_code fault;
  std::filesystem::path target = path;
  for (int links = 0; links < kMostLinks && std::filesystem::is_symlink(target, fault); ++links) {
    target = target.parent_path() / std::filesystem::read_symlink(target, fault);
  }
  return target.string();
}

// In the folder of `target`; -1 where the file system cannot, or its names cannot be given later.
int open_nameless(const std::string& target) {
  const std::filesystem::path folder = std::filesystem::path(target).parent_path();
  if (::access("/proc/self/fd", X_OK) != 0) return -1;
  return ::open(folder.empty() ? "." : folder.c_str(), kNewFile | O_TMPFILE, kAllMayReadAndWrite);
}

}  // namespace

Result<std::unique_ptr<OutputFile>> OutputFile::open(const std::string& path) {
  if (path == "-") return std::unique_ptr<OutputFile>(new OutputFile(path, STDOUT_FILENO, "", false));
  struct stat info {};
  const bool exists = ::stat(path.c_str(), &info) == 0;
  if (exists && !S_ISREG(info.st_mode)) return open_in_place(path, 0);
  const std::string target = resolved(path);
  if (exists && ::access(target.c_str(), W_OK) != 0) return cannot_open(path);
  const std::string temporary = target + ".part-" + std::to_string(::getpid());
  int descriptor = open_nameless(target);
  const bool nameless = descriptor >= 0;
  if (!nameless) descriptor = ::open(temporary.c_str(), kNewFile | O_CREAT | O_TRUNC, kAllMayReadAndWrite);
  if (descriptor < 0 && exists) return open_in_place(target, O_TRUNC);  // a folder that takes no new files
  if (descriptor < 0) return cannot_open(path);
  if (exists) (void)::fchmod(descriptor, info.st_mode & 07777U);
  return std::unique_ptr<OutputFile>(new OutputFile(target, descriptor, temporary, nameless));
}

Result<std::unique_ptr<OutputFile>> OutputFile::open_in_place(const std::string& path, int flags) {
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | flags);
  if (descriptor < 0) return cannot_open(path);
  return std::unique_ptr<OutputFile>(new OutputFile(path, descriptor, "", false));
}

OutputFile::OutputFile(std::string path, int descriptor, std::string temporary, bool nameless)
    : path_(std::move(path)),
      descriptor_(descriptor),
      temporary_(std::move(temporary)),
      nameless_(nameless),
      terminal_(::isatty(descriptor) == 1) {}

OutputFile::~OutputFile() {
  if (descriptor_ > STDERR_FILENO) ::close(descriptor_);
  if (!temporary_.empty() && !nameless_) ::unlink(temporary_.c_str());
}

bool OutputFile::written() { return buffer_.size() < kLargeBuffer ? failure_.empty() : flush().ok(); }

Status OutputFile::flush() {
  std::string_view rest = buffer_;
  while (failure_.empty() && !rest.empty()) {
    const ssize_t count = ::write(descriptor_, rest.data(), rest.size());
    if (count >= 0) {
      rest.remove_prefix(static_cast<std::size_t>(count));
    } else if (errno != EINTR) {
      failure_ = std::strerror(errno);
    }
  }
  buffer_.clear();
  if (!failure_.empty()) return fault("write");
  return {};
}

Status OutputFile::commit() {
  if (Status status = flush(); !status.ok()) return status;
  if (nameless_ && !name_it()) return fault("name");
  // Some file systems tell only here that they are full.
  const int closed = descriptor_ > STDERR_FILENO ? ::close(std::exchange(descriptor_, -1)) : 0;
  if (closed != 0) failure_ = std::strerror(errno);
  if (closed != 0) return fault("write");
  if (temporary_.empty()) return {};
  if (std::rename(temporary_.c_str(), path_.c_str()) != 0) {
    failure_ = std::strerror(errno);
    return fault("name");
  }
  temporary_.clear();
  return {};
}

bool OutputFile::name_it() {
  ::unlink(temporary_.c_str());  // of a process that had the number before
  const std::string opened = "/proc/self/fd/" + std::to_string(descriptor_);
  nameless_ = ::linkat(AT_FDCWD, opened.c_str(), AT_FDCWD, temporary_.c_str(), AT_SYMLINK_FOLLOW) != 0;
  if (nameless_) failure_ = std::strerror(errno);
  return !nameless_;
}

Error OutputFile::fault(const std::string& doing) const {
  return {ErrorCode::kFile, "cannot " + doing + " " + name_for_messages(path_) + ": " + failure_, "", {}};
}

}  // namespace horatio::process
