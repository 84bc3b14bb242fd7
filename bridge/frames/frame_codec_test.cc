// SPDX-License-Identifier: Apache-2.0
#include "bridge/frames/frame_codec.h"

#include <boost/test/unit_test.hpp>
#include <limits>
#include <random>

#include "bridge/frames/frame_json.h"
#include "bridge/frames/golden_frames.h"
#include "bridge/frames/panes_builder.h"
#include "bridge/frames/result_rows.h"
#include "bridge/frames/utf8.h"

namespace horatio {
namespace {

std::span<const std::byte> view(const std::string& bytes) { return std::as_bytes(std::span(bytes)); }

Frame frame_of(const std::string& bytes) {
  auto frame = decode_frame(view(bytes));
  BOOST_REQUIRE_MESSAGE(frame.ok(), (frame.ok() ? "" : frame.error().message));
  return std::move(*frame);
}

int code_of(std::string_view bytes, const FrameLimits& limits = {}) {
  const auto frame = decode_frame(std::as_bytes(std::span(bytes)), limits);
  return frame.ok() ? 0 : static_cast<int>(frame.error().code);
}

constexpr int kBad = static_cast<int>(ErrorCode::kBadFrame);
constexpr int kTooMuch = static_cast<int>(ErrorCode::kLimitExceeded);

// Random content by kind, for round trips.
class RandomFrames {
 public:
  explicit RandomFrames(std::uint64_t seed) : random_(seed) {}

  std::uint64_t number() { return random_() >> (random_() % 64); }
  std::int64_t whole() { return static_cast<std::int64_t>(random_()) >> (random_() % 64); }
  bool coin() { return random_() % 2 == 0; }
  std::string text() {
    std::string text;
    for (auto n = random_() % (coin() ? 4 : 400); n > 0; --n) text += coin() ? "x" : "\xe6\x9d\xb1";
    return text;
  }
  Value value(std::size_t column) {
    if (random_() % 4 == 0) return {};
    switch (column % 4) {
      case 0:
        return whole();
      case 1:
        return static_cast<double>(whole()) / 3;
      case 2:
        return coin();
      default:
        return coin() ? std::to_string(random_() % 3) : text();
    }
  }
  std::string panes() {
    PanesBuilder builder;
    for (auto n = random_() % 60; n > 0; --n) {
      const auto type = static_cast<TypeId>(random_() % 3);
      std::vector<Value> values;
      for (std::size_t column = 0; column < 2 * std::size_t{type}; ++column) values.push_back(value(column));
      builder.add(type, whole(), whole() % 2, static_cast<KeyGroup>(random_()), values);
    }
    return builder.encode(number(), number(), whole());
  }
  std::string result() {
    ResultRows rows;
    const bool windowed = coin();
    for (auto n = 1 + random_() % 40; n > 0; --n) {
      ResultRow row{0, std::nullopt, static_cast<KeyGroup>(random_()), {value(0), value(3)}, {}};
      if (windowed) row.window = WindowBounds{whole(), whole()};
      row.cells = {{number()}, {std::monostate{}, CellStatus::kOverflow}, {text(), CellStatus::kApprox, 0.5}};
      rows.add(row);
    }
    return rows.encode({FrameKind::kResult, number(), number()});
  }

 private:
  std::mt19937_64 random_;
};

BOOST_AUTO_TEST_CASE(random_panes_and_results_survive_a_round_trip) {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    BOOST_TEST_CONTEXT("seed " << seed) {
      RandomFrames random(seed);
      for (const std::string& bytes : {random.panes(), random.result()}) {
        BOOST_TEST((encode_frame(frame_of(bytes)) == bytes));
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(random_scalar_frames_survive_a_round_trip) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    RandomFrames r(seed);
    const std::string chunk = r.text();
    const auto small = [&r] { return static_cast<std::uint32_t>(r.number()); };
    const std::vector<FrameBody> bodies = {
        HelloFrame{r.text(), r.text(), r.text(), small(), r.text(), small(), small(), small(), small(),
                   r.text(), r.text(), r.number(), r.number()},
        HelloOkFrame{r.text(), r.number(), r.number(), r.text()},
        RestoreFrame{small(), r.number(), r.coin(), view(chunk)},
        RestoreDoneFrame{small(), small(), small(), small(), r.number()},
        WatermarkFrame{r.whole()},
        SnapshotFrame{r.number(), small(), r.number(), r.number(), view(chunk)},
        RejectedFrame{r.number(), small(), r.text()},
        PongFrame{r.number(), r.number(), SessionState::kWorking},
        ErrorFrame{small(), r.text(), r.text()}};
    for (const FrameBody& body : bodies) {
      const auto kind = static_cast<FrameKind>(body.index() + 1);
      const Frame frame{{kind, r.number(), r.number()}, body};
      BOOST_TEST(to_json(frame_of(encode_frame(frame))) == to_json(frame));
    }
  }
}

BOOST_AUTO_TEST_CASE(a_golden_frame_cut_at_any_byte_is_refused) {
  for (const GoldenFrame& golden : golden_frames("frames")) {
    std::size_t size = 0;
    while (size < golden.bytes.size() && code_of(std::string_view(golden.bytes).substr(0, size)) == kBad)
      ++size;
    BOOST_TEST(size == golden.bytes.size(), golden.entry["file"] << " is taken when cut to " << size);
  }
}

BOOST_AUTO_TEST_CASE(a_golden_frame_with_any_bit_flipped_is_refused_or_a_whole_frame) {
  std::size_t taken = 0;
  for (const GoldenFrame& golden : golden_frames("frames")) {
    std::string bytes = golden.bytes;
    for (std::size_t bit = 0; bit < std::min<std::size_t>(bytes.size(), 300) * 8; ++bit) {
      bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ (1 << (bit % 8)));
      const auto frame = decode_frame(view(bytes));
      if (frame.ok() && encode_frame(frame.value()).size() >= 14) ++taken;
      bytes[bit / 8] = golden.bytes[bit / 8];
    }
  }
  BOOST_TEST(taken > 0U);
}

BOOST_AUTO_TEST_CASE(the_examples_of_the_specification_are_what_is_written) {
  BOOST_TEST(encode_frame({{FrameKind::kBye, 7, 300}, ByeFrame{}}) ==
             std::string("\x95\xce\x48\x52\x41\x54\xcd\x01\x03\x15\x07\xcd\x01\x2c", 14));
  BOOST_TEST(encode_frame({{FrameKind::kWatermark, 7, 301}, WatermarkFrame{-1}}) ==
             std::string("\x96\xce\x48\x52\x41\x54\xcd\x01\x03\x06\x07\xcd\x01\x2d\xff", 15));
}

BOOST_AUTO_TEST_CASE(a_frame_over_its_limit_is_refused_whatever_it_holds) {
  const std::string bytes = encode_frame({{FrameKind::kBye, 7, 300}, ByeFrame{}});
  BOOST_TEST(code_of(bytes, {.frame = bytes.size()}) == 0);
  BOOST_TEST(code_of(bytes, {.frame = bytes.size() - 1}) == kTooMuch);
}

BOOST_AUTO_TEST_CASE(a_text_may_be_as_long_as_its_limit) {
  const std::string bytes =
      encode_frame({{FrameKind::kError, 7, 1}, ErrorFrame{1, std::string(65536, 'm'), ""}});
  BOOST_TEST(code_of(bytes) == 0);
  BOOST_TEST(code_of(bytes, {.text = 65535}) == kTooMuch);
}

BOOST_AUTO_TEST_CASE(rows_blocks_columns_and_elements_have_limits) {
  PanesBuilder builder;
  for (TypeId type = 0; type < 3; ++type) {
    builder.add(type, 1, 0, 0, std::vector<Value>{std::int64_t{1}, std::int64_t{2}});
  }
  const std::string bytes = builder.encode(7, 1, 0);
  BOOST_TEST(code_of(bytes, {.blocks = 3, .columns = 2, .rows = 3}) == 0);
  BOOST_TEST(code_of(bytes, {.blocks = 2}) == kTooMuch);
  BOOST_TEST(code_of(bytes, {.columns = 1}) == kTooMuch);
  BOOST_TEST(code_of(bytes, {.rows = 2}) == kTooMuch);
  BOOST_TEST(code_of(bytes, {.elements = 30}) == kTooMuch);
}

BOOST_AUTO_TEST_CASE(rows_that_add_up_beyond_32_bits_are_counted_right) {
  PanesFrame frame;
  for (std::uint32_t type = 0; type < 2; ++type) {
    frame.blocks.push_back({type, 1U << 31, {{0, 0, 1U << 31}}, {}, {}, {}, {}});
  }
  BOOST_TEST(code_of(encode_frame({{FrameKind::kPanes, 7, 1}, frame})) == kTooMuch);
}

BOOST_AUTO_TEST_CASE(a_declared_array_that_the_bytes_cannot_hold_allocates_nothing) {
  // PANES with a list of 4,096 blocks, of which none is there; and 2^16 elements in a block.
  const std::string head("\x98\xce\x48\x52\x41\x54\xcd\x01\x00\x05\x07\x01\x00\x00", 14);
  BOOST_TEST(code_of(head + std::string("\xdc\x10\x00", 3)) == kBad);
  BOOST_TEST(code_of(head + std::string("\x91\xdc\x50\x00", 4)) == kBad);
  BOOST_TEST(code_of(head + std::string("\xdd\xff\xff\xff\xff", 5)) == kTooMuch);
  BOOST_TEST(code_of(head + std::string("\xc6\xff\xff\xff\xff", 5)) == kBad);
}

BOOST_AUTO_TEST_CASE(a_text_that_is_not_utf8_is_refused) {
  const std::string bytes = encode_frame({{FrameKind::kError, 7, 1}, ErrorFrame{1, "\xff", ""}});
  const auto frame = decode_frame(view(bytes));
  BOOST_REQUIRE(!frame.ok());
  BOOST_TEST(frame.error().message == "ERROR: message is not UTF-8");
}

BOOST_AUTO_TEST_CASE(utf8_has_no_overlong_forms_no_surrogates_and_an_end) {
  for (const char* good :
       {"", "a", "\xc2\x80", "\xe0\xa0\x80", "\xed\x9f\xbf", "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf"}) {
    BOOST_TEST(is_utf8(good));
  }
  for (const char* bad : {"\x80", "\xc0\x80", "\xc1\xbf", "\xe0\x9f\xbf", "\xed\xa0\x80", "\xf0\x8f\xbf\xbf",
                          "\xf4\x90\x80\x80", "\xf8\x88\x80\x80\x80", "\xc2", "\xe6\x9d", "\xc2z", "\xff"}) {
    BOOST_TEST(!is_utf8(bad));
  }
}

BOOST_AUTO_TEST_CASE(a_fault_names_the_block_the_column_and_the_numbers) {
  PanesBuilder builder;
  for (int row = 0; row < 20; ++row) builder.add(0, row, 0, 0, std::vector<Value>{Value{1.0}, Value{1.0}});
  const std::string bytes = builder.encode(7, 1, 0);
  Frame frame = frame_of(bytes);
  const std::string short_bits(2, '\xff');
  std::get<PanesFrame>(frame.body).blocks[0].columns[1].validity = view(short_bits);
  const std::string bad = encode_frame(frame);
  BOOST_TEST(decode_frame(view(bad)).error().message ==
             "PANES block 0 column 1: validity has 2 bytes, 20 rows need 3");
}

BOOST_AUTO_TEST_CASE(a_header_is_read_from_the_first_bytes_alone) {
  const std::string bytes = encode_frame({{FrameKind::kPing, 7, 1000}, PingFrame{5}});
  const auto header = decode_header(view(bytes).first(14));
  BOOST_REQUIRE(header.ok());
  BOOST_TEST(header.value().seq == 1000U);
  BOOST_TEST(!decode_header(view(bytes).first(13)).ok());
}

}  // namespace
}  // namespace horatio
