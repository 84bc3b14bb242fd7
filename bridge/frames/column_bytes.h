// SPDX-License-Identifier: Apache-2.0
// The bytes of a column while it is being built: numbers in the machine's order, which is the wire's.
#pragma once

#include <bit>
#include <span>
#include <string>

#include "bridge/frames/frame.h"

namespace horatio {

static_assert(std::endian::native == std::endian::little, "columns are written as they lie in memory");

template <class T>
void put(std::string& bytes, T value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

inline Bytes view(const std::string& bytes) { return std::as_bytes(std::span(bytes)); }

}  // namespace horatio
