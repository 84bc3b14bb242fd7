// SPDX-License-Identifier: Apache-2.0
#include "operator/cli/byte_source.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <boost/iostreams/char_traits.hpp>
#include <boost/iostreams/concepts.hpp>
#include <boost/iostreams/filter/gzip.hpp>
#include <boost/iostreams/filter/lzma.hpp>
#include <boost/iostreams/filtering_streambuf.hpp>
#include <cerrno>
#include <cstring>
#include <exception>
#include <optional>
#include <string_view>
#include <utility>

namespace horatio::process {
namespace {

namespace io = boost::iostreams;

constexpr std::string_view kGzipMagic = "\x1F\x8B";
constexpr std::string_view kXzMagic{"\xFD\x37\x7A\x58\x5A\x00", 6};

Error cannot(const std::string& what, const std::string& path) {
  return {
      ErrorCode::kFile, "cannot " + what + " " + display_name(path) + ": " + std::strerror(errno), "", {}};
}

// An open descriptor, whose first bytes can be looked at before they are read.
class FileSource final : public ByteSource {
 public:
  FileSource(std::string path, int descriptor) : path_(std::move(path)), descriptor_(descriptor) {
    struct stat info {};
    pipe_ = ::fstat(descriptor_, &info) == 0 && !S_ISREG(info.st_mode);
  }
  FileSource(const FileSource&) = delete;
  FileSource& operator=(const FileSource&) = delete;
  ~FileSource() override {
    if (descriptor_ != STDIN_FILENO) ::close(descriptor_);
  }

  Status look_ahead() {
    while (ahead_size_ < ahead_.size()) {
      const Result<std::size_t> read =
          read_descriptor(ahead_.data() + ahead_size_, ahead_.size() - ahead_size_);
      if (!read.ok()) return read.error();
      if (*read == 0) break;
      ahead_size_ += *read;
      // A pipe that begins with plain text is not waited for any longer.
      if (!could_be(kGzipMagic) && !could_be(kXzMagic)) break;
    }
    return {};
  }

  bool begins_with(std::string_view magic) const {
    return std::string_view(ahead_.data(), ahead_size_).starts_with(magic);
  }

  Result<std::size_t> read(char* to, std::size_t size) override {
    if (ahead_read_ == ahead_size_) return read_descriptor(to, size);
    const std::size_t count = std::min(size, ahead_size_ - ahead_read_);
    std::memcpy(to, ahead_.data() + ahead_read_, count);
    ahead_read_ += count;
    return count;
  }

  bool would_wait() const override {
    if (!pipe_ || ahead_read_ < ahead_size_) return false;
    pollfd waiting{descriptor_, POLLIN, 0};
    return ::poll(&waiting, 1, 0) == 0;
  }

  const std::string& path() const { return path_; }

 private:
  bool could_be(std::string_view magic) const {
    return magic.starts_with(std::string_view(ahead_.data(), std::min(ahead_size_, magic.size())));
  }

  Result<std::size_t> read_descriptor(char* to, std::size_t size) {
    for (;;) {
      const ssize_t count = ::read(descriptor_, to, size);
      if (count >= 0) return static_cast<std::size_t>(count);
      if (errno != EINTR) return cannot("read", path_);
    }
  }

  std::string path_;
  int descriptor_;
  bool pipe_ = false;
  std::array<char, 6> ahead_{};
  std::size_t ahead_size_ = 0;
  std::size_t ahead_read_ = 0;
};

// Decompression through Boost.Iostreams, which throws and which reads through a device of ours.
class CompressedSource final : public ByteSource {
 public:
  CompressedSource(std::unique_ptr<FileSource> file, const char* format)
      : file_(std::move(file)), format_(format) {}

  template <class Decompressor>
  void use(const Decompressor& decompressor) {
    chain_.push(decompressor);
    chain_.push(Device{this}, kBlock);
  }

  Result<std::size_t> read(char* to, std::size_t size) override {
    std::streamsize count = 0;
    std::string reason;
    try {
      count = chain_.sgetn(to, static_cast<std::streamsize>(size));
    } catch (const std::exception& fault) {
      reason = fault.what();
    }
    if (file_fault_.has_value()) return *file_fault_;
    if (reason.empty()) return static_cast<std::size_t>(std::max<std::streamsize>(count, 0));
    return Error{ErrorCode::kFile,
                 "cannot read " + display_name(file_->path()) + ": its " + format_ +
                     " data is damaged or cut off (" + reason + ")",
                 "",
                 {}};
  }

  bool would_wait() const override { return file_->would_wait(); }

 private:
  static constexpr std::streamsize kBlock = 128 * 1024;

  struct Device : io::source {
    CompressedSource* owner;
    explicit Device(CompressedSource* device_owner) : owner(device_owner) {}
    std::streamsize read(char* to, std::streamsize size) { return owner->read_file(to, size); }
  };

  std::streamsize read_file(char* to, std::streamsize size) {
    const Result<std::size_t> read = file_->read(to, static_cast<std::size_t>(size));
    if (!read.ok()) {
      file_fault_ = read.error();
      return -1;
    }
    return *read == 0 ? -1 : static_cast<std::streamsize>(*read);
  }

  std::unique_ptr<FileSource> file_;
  const char* format_;
  std::optional<Error> file_fault_;
  io::filtering_streambuf<io::input> chain_;
};

}  // namespace

Result<std::unique_ptr<ByteSource>> open_source(const std::string& path) {
  const int descriptor = path == "-" ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return cannot("open", path);
  auto file = std::make_unique<FileSource>(path, descriptor);
  if (const Status status = file->look_ahead(); !status.ok()) return status.error();
  if (file->begins_with(kGzipMagic)) {
    auto source = std::make_unique<CompressedSource>(std::move(file), "gzip");
    source->use(io::gzip_decompressor());
    return std::unique_ptr<ByteSource>(std::move(source));
  }
  if (file->begins_with(kXzMagic)) {
    auto source = std::make_unique<CompressedSource>(std::move(file), "xz");
    source->use(io::lzma_decompressor());
    return std::unique_ptr<ByteSource>(std::move(source));
  }
  return std::unique_ptr<ByteSource>(std::move(file));
}

Result<std::string> read_all(const std::string& path) {
  Result<std::unique_ptr<ByteSource>> source = open_source(path);
  if (!source.ok()) return source.error();
  std::string text;
  std::array<char, 16 * 1024> block{};
  for (;;) {
    const Result<std::size_t> read = (*source)->read(block.data(), block.size());
    if (!read.ok()) return read.error();
    if (*read == 0) return text;
    text.append(block.data(), *read);
  }
}

std::string display_name(const std::string& path) { return path == "-" ? "standard input" : path; }

}  // namespace horatio::process
