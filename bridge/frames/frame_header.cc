// SPDX-License-Identifier: Apache-2.0
#include "bridge/frames/frame_header.h"

#include <iterator>

#include "bridge/frames/frame_codec.h"

namespace horatio {
namespace {

Error bad_frame(const std::string& message) { return {ErrorCode::kBadFrame, message, {}, {}}; }

Result<std::uint64_t> envelope_number(std::span<const Element> elements, std::size_t index,
                                      const char* name) {
  if (elements[index].type == Element::Type::kUnsigned) return elements[index].number;
  return bad_frame(std::string("envelope: ") + name + " is " + describe(elements[index]) +
                   ", expected an unsigned number");
}

Status check_version(std::uint64_t version) {
  if (version >> 8U == kMajorVersion) return {};
  return Error{ErrorCode::kUnsupportedVersion,
               "frame version " + std::to_string(version >> 8U) + "." + std::to_string(version & 0xFFU) +
                   ", this side speaks " + std::to_string(kMajorVersion) + "." +
                   std::to_string(kMinorVersion),
               "use a Flink adapter and a horatio-operator of one major version",
               {}};
}

}  // namespace

Result<FrameHeader> header_of(std::span<const Element> elements) {
  static constexpr const char* kNames[] = {"magic", "version", "kind", "session", "seq"};
  if (elements.size() < kEnvelopeElements + 1 || elements[0].size < kEnvelopeElements) {
    return bad_frame("envelope: 5 elements are needed, the frame is " +
                     (elements.empty() ? std::string("empty") : describe(elements[0])));
  }
  std::uint64_t numbers[kEnvelopeElements];
  for (std::size_t i = 0; i < kEnvelopeElements; ++i) {
    auto number = envelope_number(elements, i + 1, kNames[i]);
    if (!number) return number.error();
    numbers[i] = *number;
    if (i == 0 && numbers[0] != kFrameMagic) return bad_frame("envelope: magic is not HRAT");
    if (i == 1) {
      if (Status status = check_version(numbers[1]); !status) return status.error();
    }
  }
  if (numbers[2] < 1 || numbers[2] > std::variant_size_v<FrameBody>) {
    return Error{ErrorCode::kUnknownKind, "frame kind " + std::to_string(numbers[2]) + " is unknown", {}, {}};
  }
  return FrameHeader{static_cast<FrameKind>(numbers[2]), numbers[3], numbers[4]};
}

const char* to_string(FrameKind kind) {
  static constexpr const char* kNames[] = {
      "HELLO",        "HELLO_OK",      "RESTORE",  "RESTORE_DONE", "PANES",  "WATERMARK",
      "BARRIER",      "BARRIER_ACK",   "SNAPSHOT", "RELEASE",      "RESULT", "DRAINED_WATERMARK",
      "CREDIT",       "RESULT_CREDIT", "REJECTED", "QUERY_CHANGE", "PING",   "PONG",
      "END_OF_INPUT", "ERROR",         "BYE"};
  const auto index = static_cast<std::size_t>(kind) - 1;
  return index < std::size(kNames) ? kNames[index] : "unknown kind";
}

}  // namespace horatio
