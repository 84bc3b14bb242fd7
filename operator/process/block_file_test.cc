// SPDX-License-Identifier: Apache-2.0
#include "operator/process/block_file.h"

#include <boost/test/unit_test.hpp>

#include "operator/process/small_disk.h"

namespace horatio::process {
namespace {

std::string read(const BlockFile& file, std::uint64_t offset, std::size_t length) {
  std::string bytes;
  BOOST_REQUIRE(file.read(offset, length, bytes).ok());
  return bytes;
}

BOOST_AUTO_TEST_CASE(what_was_appended_is_read_from_any_place_over_any_number_of_blocks) {
  BlockFile file;
  std::string all;
  for (const std::size_t length : {3U, 0U, 1U, 262'144U, 262'145U, 1'000'000U}) {
    const std::string bytes = noise(length, static_cast<std::uint32_t>(length));
    BOOST_REQUIRE(file.append(bytes).ok());
    all += bytes;
  }
  BOOST_TEST(file.size() == all.size());
  for (const std::size_t offset : {0U, 2U, 3U, 4U, 262'147U, 262'148U, 500'000U, 1'524'292U}) {
    for (const std::size_t length : {std::size_t{1}, std::size_t{300'000}, all.size()}) {
      const std::size_t most = std::min(length, all.size() - offset);
      BOOST_TEST((read(file, offset, most) == all.substr(offset, most)), offset << " " << length);
    }
  }
  BOOST_TEST(read(file, all.size(), 0).empty());
}

BOOST_AUTO_TEST_CASE(bytes_that_repeat_take_less_room_in_the_file) {
  BlockFile file;
  BOOST_REQUIRE(file.append(std::string(1'000'000, 'x')).ok());
  BOOST_TEST(file.size() == 1'000'000U);
  BOOST_TEST(file.file_size() < 10'000U);
  BOOST_TEST((read(file, 999'990, 10) == std::string(10, 'x')));
}

BOOST_AUTO_TEST_CASE(a_disk_that_is_full_says_after_how_many_bytes_where_and_what_to_do) {
  const SmallDisk disk("/tmp", 64);
  BlockFile file;
  BOOST_REQUIRE(file.append(noise(40)).ok());
  const Status full = file.append(noise(60));
  BOOST_REQUIRE(!full.ok());
  BOOST_CHECK(full.error().code == ErrorCode::kFile);
  BOOST_TEST(full.error().message == "cannot write byte 64 and on of frozen state in /tmp: File too large");
  BOOST_TEST(full.error().remedy.find("room for the state of all subtasks") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_folder_that_is_not_there_is_named) {
  const SmallDisk disk("/nowhere", 64);
  BlockFile file;
  const Status failed = file.append("x");
  BOOST_REQUIRE(!failed.ok());
  BOOST_TEST(failed.error().message ==
             "cannot make a file for frozen state in /nowhere: No such file or directory");
}

}  // namespace
}  // namespace horatio::process
