// SPDX-License-Identifier: Apache-2.0
// Distinct texts, numbered in order of appearance. For a text column over the whole input: a batch then holds
// codes and shares one table with its neighbours. A column with too many distinct texts is given up for good.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace horatio::process {

// Text i is bytes[offsets[i], offsets[i + 1]).
struct TextTable {
  std::vector<std::uint32_t> offsets{0};
  std::string bytes;
  std::size_t size() const { return offsets.size() - 1; }
  std::string_view text(std::uint32_t code) const {
    return std::string_view(bytes).substr(offsets[code], offsets[code + std::size_t{1}] - offsets[code]);
  }
};

class TextDictionary {
 public:
  explicit TextDictionary(std::size_t most_texts = 4096);

  // The code of a text that has one. O(length).
  std::optional<std::uint32_t> find(std::string_view text) const;

  // The text's code, a new one if need be; none: the dictionary is full, and stays closed. Amortised
  // O(length).
  std::optional<std::uint32_t> code_of(std::string_view text);

  bool closed() const { return closed_; }

  // All texts so far; shared until a new one comes.
  std::shared_ptr<const TextTable> table();

 private:
  // Tells texts of up to eight bytes apart for good, longer ones nearly so.
  struct Fingerprint {
    std::uint64_t bits = 0;
    std::uint64_t size = 0;
    bool operator==(const Fingerprint&) const = default;
  };
  // Open addressing with linear probing; at most half full, so a probe ends at a free slot.
  struct Slot {
    Fingerprint fingerprint;
    std::uint32_t code = kFree;
  };
  static constexpr std::uint32_t kFree = UINT32_MAX;

  static Fingerprint fingerprint_of(std::string_view text);
  bool is(const Slot& slot, Fingerprint fingerprint, std::string_view text) const;
  std::size_t slot_of(std::string_view text, Fingerprint fingerprint) const;
  std::optional<std::uint32_t> add(std::string_view text, std::size_t slot, Fingerprint fingerprint);
  void grow();

  std::size_t most_texts_;
  bool closed_ = false;
  Slot last_;
  std::vector<Slot> slots_;  // a power of two
  TextTable texts_;
  std::shared_ptr<const TextTable> shared_;
};

}  // namespace horatio::process
