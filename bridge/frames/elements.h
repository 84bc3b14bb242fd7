// SPDX-License-Identifier: Apache-2.0
// A frame's msgpack elements, flat and in the order of the bytes: what stands between msgpack and the kinds
// of frames.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace horatio {

struct Element {
  enum class Type : std::uint8_t { kUnsigned, kNegative, kBool, kText, kBinary, kArray, kOther };

  Type type = Type::kOther;         // kOther: nil and floats, which only a newer version may have appended
  std::uint32_t size = 0;           // kArray: its elements; kText, kBinary: bytes
  std::uint32_t end = 0;            // kArray: index of the first element after it and all that is in it
  std::uint64_t number = 0;         // kUnsigned; kNegative: as two's complement; kBool: 0 or 1
  const std::byte* data = nullptr;  // kText, kBinary: in the decoded bytes
};

// "a text of 5 bytes", for messages.
std::string describe(const Element& element);

}  // namespace horatio
