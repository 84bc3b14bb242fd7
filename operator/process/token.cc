// SPDX-License-Identifier: Apache-2.0
#include "operator/process/token.h"

#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

namespace horatio::process {
namespace {

constexpr std::size_t kMostTokenBytes = 4096;

Error file_error(const std::string& what, const std::string& path) {
  std::string message = what;
  message.append(" ").append(path).append(": ").append(std::strerror(errno));
  return {ErrorCode::kFile, std::move(message), "name a file that this user can read and write", {}};
}

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  int get() const { return fd_; }

 private:
  int fd_;
};

Result<std::string> make_token() {
  std::array<unsigned char, 16> random{};
  if (::getrandom(random.data(), random.size(), 0) != static_cast<ssize_t>(random.size())) {
    return Error{ErrorCode::kFile, std::string("no random bytes: ") + std::strerror(errno), "", {}};
  }
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string token;
  for (const unsigned char byte : random) {
    token.push_back(kDigits[byte >> 4U]);
    token.push_back(kDigits[byte & 15U]);
  }
  return token;
}

Result<std::string> write_new_token(const std::string& path) {
  const Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  if (file.get() < 0) return file_error("cannot create the token file", path);
  auto token = make_token();
  if (!token) return token;
  const std::string line = *token + "\n";
  if (::write(file.get(), line.data(), line.size()) != static_cast<ssize_t>(line.size())) {
    return file_error("cannot write the token file", path);
  }
  return token;
}

}  // namespace

Result<std::string> read_token_line(int fd) {
  std::string token;
  char byte = 0;
  while (token.size() <= kMostTokenBytes) {
    const ssize_t got = ::read(fd, &byte, 1);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0)
      return Error{ErrorCode::kFile, std::string("cannot read the token: ") + std::strerror(errno), "", {}};
    if (got == 0 || byte == '\n') break;
    token.push_back(byte);
  }
  if (!token.empty() && token.back() == '\r') token.pop_back();
  if (token.size() < kLeastTokenBytes || token.size() > kMostTokenBytes) {
    return Error{ErrorCode::kUnauthorized,
                 "the token has " + std::to_string(token.size()) + " bytes",
                 "give a line of 16 to 4096 bytes, such as 32 random hexadecimal digits",
                 {}};
  }
  return token;
}

Result<std::string> token_of_file(const std::string& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0)
    return errno == ENOENT ? write_new_token(path) : file_error("cannot open the token file", path);
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) return file_error("cannot inspect the token file", path);
  if ((status.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
    return Error{ErrorCode::kUnauthorized,
                 "the token file " + path + " is open to other users",
                 "chmod 600 " + path,
                 {}};
  }
  auto token = read_token_line(file.get());
  if (!token) {
    Error error = token.error();
    error.message += " in " + path;
    return error;
  }
  return token;
}

bool same_token(std::string_view shown, std::string_view expected) {
  unsigned difference = shown.size() == expected.size() ? 0U : 1U;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const auto other = static_cast<unsigned char>(i < shown.size() ? shown[i] : '\0');
    difference |= static_cast<unsigned>(static_cast<unsigned char>(expected[i]) ^ other);
  }
  return difference == 0;
}

}  // namespace horatio::process
