// SPDX-License-Identifier: Apache-2.0
#include <boost/test/unit_test.hpp>
#include <set>

#include "bridge/frames/frame_codec.h"
#include "bridge/frames/frame_json.h"
#include "bridge/frames/golden_frames.h"

namespace horatio {
namespace {

BOOST_AUTO_TEST_CASE(every_golden_frame_decodes_to_what_its_page_says) {
  std::set<FrameKind> kinds;
  for (const GoldenFrame& golden : golden_frames("frames")) {
    BOOST_TEST_CONTEXT(golden.entry["file"]) {
      const auto frame = decode_frame(golden.view());
      BOOST_REQUIRE_MESSAGE(frame.ok(), (frame.ok() ? "" : frame.error().message));
      const nlohmann::json found = to_json(frame.value());
      for (const char* field : {"kind", "session", "seq", "body"})
        BOOST_TEST(found[field] == golden.entry[field]);
      kinds.insert(frame.value().header.kind);
    }
  }
  BOOST_TEST(kinds.size() == std::variant_size_v<FrameBody>);
}

BOOST_AUTO_TEST_CASE(a_golden_frame_in_narrowest_forms_is_written_byte_for_byte) {
  for (const GoldenFrame& golden : golden_frames("frames")) {
    if (!golden.entry["narrowest"]) continue;
    BOOST_TEST_CONTEXT(golden.entry["file"]) {
      const auto frame = decode_frame(golden.view());
      BOOST_REQUIRE(frame.ok());
      BOOST_TEST(encode_frame(frame.value()) == golden.bytes);
    }
  }
}

BOOST_AUTO_TEST_CASE(every_bad_golden_frame_is_refused_with_its_code) {
  for (const GoldenFrame& golden : golden_frames("bad")) {
    BOOST_TEST_CONTEXT(golden.entry["file"]) {
      const auto frame = decode_frame(golden.view());
      BOOST_REQUIRE(!frame.ok());
      BOOST_TEST_MESSAGE(golden.entry["file"] << ": " << frame.error().message);
      BOOST_TEST(static_cast<int>(frame.error().code) == golden.entry["code"].get<int>());
      BOOST_TEST(!frame.error().message.empty());
    }
  }
}

BOOST_AUTO_TEST_CASE(the_header_alone_is_that_of_the_whole_frame) {
  for (const GoldenFrame& golden : golden_frames("frames")) {
    const auto header = decode_header(golden.view());
    BOOST_REQUIRE(header.ok());
    BOOST_TEST(header.value().session == golden.entry["session"].get<std::uint64_t>());
    BOOST_TEST(header.value().seq == golden.entry["seq"].get<std::uint64_t>());
    BOOST_TEST(to_string(header.value().kind) == golden.entry["kind"].get<std::string>());
  }
}

}  // namespace
}  // namespace horatio
