// SPDX-License-Identifier: Apache-2.0
// The bytes of numbers in snapshots ("Numbers" in engine/plan/STATE.md). Those of 64 bits go without a string
// of their own.
#pragma once

#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>

#include "engine/model/state_io.h"
#include "engine/numbers/exact_count.h"
#include "engine/numbers/saturating_count.h"
#include "engine/numbers/scaled_double.h"

namespace horatio::trend {

template <class Num>
void write_number(const Num& number, StateWriter& out) {
  if constexpr (std::is_same_v<Num, SaturatingCount>) {
    number.overflowed() ? out.text(std::string_view("\0", 1)) : out.natural(number.value());
  } else if constexpr (std::is_same_v<Num, ExactCount>) {
    number.fits_64_bits() ? out.natural(number.value()) : out.text(number.to_bytes());
  } else if constexpr (std::is_same_v<Num, ScaledDouble>) {
    const auto words = number.words();
    out.number(static_cast<std::uint32_t>(sizeof words));
    for (const std::uint64_t word : words) out.number(word);
  } else {
    out.text(number.to_bytes());
  }
}

// The reader has failed if the bytes are no number of the kind.
template <class Num>
void read_number(StateReader& in, Num& number) {
  const std::string_view bytes = in.text();
  if constexpr (std::is_same_v<Num, SaturatingCount> || std::is_same_v<Num, ExactCount>) {
    if (bytes.size() <= sizeof(std::uint64_t) && !bytes.ends_with('\0')) {
      number = Num(in.word(bytes));
      return;
    }
  }
  auto stored = Num::from_bytes(bytes);
  if (!stored) return in.fail();
  number = std::move(*stored);
}

}  // namespace horatio::trend
