// SPDX-License-Identifier: Apache-2.0
// What the adapter's jar carries needs nothing of the machine: no loader, no library, no file.
#include <elf.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>

namespace horatio::testing {
namespace {

namespace fs = std::filesystem;

std::string bytes_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

BOOST_AUTO_TEST_CASE(the_executable_asks_for_no_loader) {
  const std::string bytes = bytes_of(HORATIO_OPERATOR_BINARY);
  Elf64_Ehdr header;
  BOOST_REQUIRE_GE(bytes.size(), sizeof header);
  bytes.copy(reinterpret_cast<char*>(&header), sizeof header);
  BOOST_REQUIRE_EQUAL(header.e_phentsize, sizeof(Elf64_Phdr));
  for (std::size_t i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr segment;
    bytes.copy(reinterpret_cast<char*>(&segment), sizeof segment, header.e_phoff + i * sizeof segment);
    BOOST_CHECK_NE(segment.p_type, static_cast<Elf64_Word>(PT_INTERP));
  }
}

// In the child: a root folder with nothing but the executable. 77: this machine does not allow that.
[[noreturn]] void run_alone(const fs::path& root, const int (&in)[2], const int (&out)[2]) {
  ::dup2(in[0], STDIN_FILENO);
  ::dup2(out[1], STDOUT_FILENO);
  for (const int end : {in[0], in[1], out[0], out[1]}) ::close(end);
  const bool alone = (::geteuid() == 0 || ::unshare(CLONE_NEWUSER) == 0) && ::chroot(root.c_str()) == 0;
  if (!alone || ::chdir("/") != 0) ::_exit(77);
  ::execl("/horatio-operator", "horatio-operator", "--launched", nullptr);
  ::_exit(127);
}

BOOST_AUTO_TEST_CASE(it_is_ready_in_a_root_folder_that_holds_nothing_else) {
  std::string name = (fs::temp_directory_path() / "horatio-root-XXXXXX").string();
  BOOST_REQUIRE(::mkdtemp(name.data()) != nullptr);
  const fs::path root = name;
  fs::copy_file(HORATIO_OPERATOR_BINARY, root / "horatio-operator");
  int in[2], out[2];
  BOOST_REQUIRE(::pipe(in) == 0 && ::pipe(out) == 0);
  const pid_t child = ::fork();
  if (child == 0) run_alone(root, in, out);
  ::close(in[0]);
  ::close(out[1]);
  const std::string token = "0123456789abcdef0123456789abcdef\n";
  BOOST_CHECK_EQUAL(::write(in[1], token.data(), token.size()), static_cast<ssize_t>(token.size()));
  std::string line;
  for (char byte = 0; byte != '\n' && ::read(out[0], &byte, 1) == 1;) line.push_back(byte);
  ::close(in[1]);
  ::close(out[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  fs::remove_all(root);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 77) {
    std::cout
        << "skipped: static_test/it_is_ready_in_a_root_folder_that_holds_nothing_else: no chroot here\n";
    return;
  }
  BOOST_TEST(line.find("\"data\":\"tcp://127.0.0.1:") != std::string::npos, line);
  BOOST_CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

}  // namespace
}  // namespace horatio::testing
