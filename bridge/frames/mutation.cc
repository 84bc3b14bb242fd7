// SPDX-License-Identifier: Apache-2.0
#include "bridge/frames/mutation.h"

#include <cstdio>
#include <cstdlib>

#include "bridge/frames/frame_codec.h"
#include "bridge/frames/frame_json.h"
#include "bridge/frames/panes_reader.h"

namespace horatio {
namespace {

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "%s\n", what);
  std::abort();
}

// The bytes of all rows, so that a sanitizer sees every access.
std::size_t read_events(const PanesFrame& frame) {
  Schema schema;
  schema.types.resize(6);
  SentColumns sent(6);
  for (std::size_t type = 0; type < schema.types.size(); ++type) {
    for (AttributeId i = 0; i < type + 2; ++i) {
      schema.types[type].attributes.push_back({"a", {static_cast<AttributeKind>(i % 6)}});
      sent[type].push_back(i);
    }
  }
  const auto events = read_panes(frame, schema, sent, nullptr, 0);
  if (!events) return 0;
  std::size_t sum = 0;
  for (const EventBlock& block : events.value().batch.blocks) {
    for (std::uint32_t row = 0; row < block.rows; ++row) {
      sum += block.arrival(row) + static_cast<std::uint64_t>(block.time(row)) + block.key_group(row);
      for (const ColumnView& column : block.columns) sum += column.is_null(row) ? 1 : 0;
    }
  }
  return sum;
}

std::size_t below(std::size_t bound, std::mt19937_64& random) { return bound == 0 ? 0 : random() % bound; }

void change(std::string& bytes, std::mt19937_64& random) {
  // Heads of every form, and the ends of number ranges.
  static constexpr unsigned char kHeads[] = {0x00, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1,
                                             0xc4, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcc, 0xcf, 0xd0,
                                             0xd3, 0xd8, 0xd9, 0xdb, 0xdc, 0xdd, 0xde, 0xdf, 0xe0, 0xff};
  const std::size_t at = below(bytes.size(), random);
  const std::size_t length = 1 + below(16, random);
  switch (random() % 6) {
    case 0:
      if (!bytes.empty()) bytes[at] = static_cast<char>(bytes[at] ^ (1 << (random() % 8)));
      break;
    case 1:
      if (!bytes.empty()) bytes[at] = static_cast<char>(random());
      break;
    case 2:
      if (!bytes.empty()) bytes[at] = static_cast<char>(kHeads[below(std::size(kHeads), random)]);
      break;
    case 3:
      bytes.erase(at, length);
      break;
    case 4:
      bytes.insert(at, bytes.substr(below(bytes.size(), random), length));
      break;
    default:
      bytes.insert(at, length, static_cast<char>(random() % 2 == 0 ? 0xff : 0x00));
      break;
  }
}

}  // namespace

void check_decoding(std::span<const std::byte> bytes) {
  const auto header = decode_header(bytes);
  const auto frame = decode_frame(bytes);
  if (!frame) return require(!frame.error().message.empty(), "an error without a message");
  require(header.ok(), "a frame without a header");
  const std::string again = encode_frame(frame.value());
  const auto second = decode_frame(std::as_bytes(std::span(again)));
  require(second.ok(), "a decoded frame is refused after encoding");
  require(to_json(second.value()).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) ==
              to_json(frame.value()).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace),
          "a frame changes by encoding");
  if (const auto* panes = std::get_if<PanesFrame>(&frame.value().body)) read_events(*panes);
}

std::string mutate(std::string bytes, std::mt19937_64& random) {
  for (auto n = 1 + random() % 8; n > 0; --n) change(bytes, random);
  return bytes;
}

}  // namespace horatio
