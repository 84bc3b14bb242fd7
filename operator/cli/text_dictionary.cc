// SPDX-License-Identifier: Apache-2.0
#include "operator/cli/text_dictionary.h"

#include <cstring>

namespace horatio::process {
namespace {

constexpr std::size_t kMostBytes = 256 * 1024;
constexpr std::size_t kFirstSlots = 64;

std::uint64_t load_up_to_eight(const char* text, std::size_t size) {
  std::uint64_t chunk = 0;
  std::memcpy(&chunk, text, size);
  return chunk;
}

std::uint32_t hash_of(std::string_view text) {
  constexpr std::uint64_t kOdd = 0x9E3779B97F4A7C15;
  std::uint64_t hash = text.size() * kOdd;
  while (text.size() > 8) {
    hash = (hash ^ load_up_to_eight(text.data(), 8)) * kOdd;
    hash ^= hash >> 32U;
    text.remove_prefix(8);
  }
  hash = (hash ^ load_up_to_eight(text.data(), text.size())) * kOdd;
  return static_cast<std::uint32_t>(hash >> 32U);
}

}  // namespace

TextDictionary::TextDictionary(std::size_t most_texts) : most_texts_(most_texts), slots_(kFirstSlots) {}

std::optional<std::uint32_t> TextDictionary::find(std::string_view text) const {
  if (last_code_ != kFree && texts_.text(last_code_) == text) return last_code_;
  const std::uint32_t code = slots_[slot_of(text, hash_of(text))].code;
  if (code == kFree) return std::nullopt;
  return code;
}

std::optional<std::uint32_t> TextDictionary::code_of(std::string_view text) {
  // Streams repeat themselves: the text of the row before is the likeliest.
  if (last_code_ != kFree && texts_.text(last_code_) == text) return last_code_;
  const std::uint32_t hash = hash_of(text);
  const std::size_t slot = slot_of(text, hash);
  if (slots_[slot].code == kFree) return add(text, slot, hash);
  return last_code_ = slots_[slot].code;
}

std::size_t TextDictionary::slot_of(std::string_view text, std::uint32_t hash) const {
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t slot = hash & mask;; slot = (slot + 1) & mask) {
    if (slots_[slot].code == kFree) return slot;
    if (slots_[slot].hash == hash && texts_.text(slots_[slot].code) == text) return slot;
  }
}

std::optional<std::uint32_t> TextDictionary::add(std::string_view text, std::size_t slot,
                                                 std::uint32_t hash) {
  if (texts_.size() >= most_texts_ || texts_.bytes.size() + text.size() > kMostBytes) closed_ = true;
  if (closed_) return std::nullopt;
  last_code_ = static_cast<std::uint32_t>(texts_.size());
  slots_[slot] = {hash, last_code_};
  texts_.bytes += text;
  texts_.offsets.push_back(static_cast<std::uint32_t>(texts_.bytes.size()));
  shared_ = nullptr;
  if (texts_.size() * 2 >= slots_.size()) grow();
  return last_code_;
}

void TextDictionary::grow() {
  std::vector<Slot> before(slots_.size() * 2);
  before.swap(slots_);
  const std::size_t mask = slots_.size() - 1;
  for (const Slot& moved : before) {
    if (moved.code == kFree) continue;
    std::size_t slot = moved.hash & mask;
    while (slots_[slot].code != kFree) slot = (slot + 1) & mask;
    slots_[slot] = moved;
  }
}

std::shared_ptr<const TextTable> TextDictionary::table() {
  if (shared_ == nullptr) shared_ = std::make_shared<const TextTable>(texts_);
  return shared_;
}

}  // namespace horatio::process
