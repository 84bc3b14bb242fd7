// SPDX-License-Identifier: Apache-2.0
#include "operator/cli/text_dictionary.h"

#include <cstring>

namespace horatio::process {
namespace {

constexpr std::size_t kMostBytes = 256 * 1024;
constexpr std::size_t kFirstSlots = 64;
constexpr std::size_t kShort = 8;
constexpr std::uint64_t kOdd = 0x9E3779B97F4A7C15;

std::uint64_t load_four(const char* text) {
  std::uint32_t chunk = 0;
  std::memcpy(&chunk, text, sizeof chunk);
  return chunk;
}

std::uint64_t load_eight(const char* text) {
  std::uint64_t chunk = 0;
  std::memcpy(&chunk, text, sizeof chunk);
  return chunk;
}

// Every byte of a short text is in it: of four and more the first and the last four, of fewer each one.
std::uint64_t bits_of_short(std::string_view text) {
  const char* data = text.data();
  const std::size_t size = text.size();
  if (size >= 4) return load_four(data) | load_four(data + size - 4) << 32U;
  if (size == 0) return 0;
  const auto byte = [data](std::size_t i) {
    return static_cast<std::uint64_t>(static_cast<unsigned char>(data[i]));
  };
  return byte(0) | byte(size / 2) << 8U | byte(size - 1) << 16U;
}

std::uint64_t bits_of_long(std::string_view text) {
  std::uint64_t bits = 0;
  for (std::string_view rest = text; rest.size() > kShort; rest.remove_prefix(kShort)) {
    bits = (bits ^ load_eight(rest.data())) * kOdd;
    bits ^= bits >> 32U;
  }
  return (bits ^ load_eight(text.data() + text.size() - kShort)) * kOdd;
}

}  // namespace

TextDictionary::TextDictionary(std::size_t most_texts) : most_texts_(most_texts), slots_(kFirstSlots) {}

std::optional<std::uint32_t> TextDictionary::find(std::string_view text) const {
  const std::uint32_t code = slots_[slot_of(text, fingerprint_of(text))].code;
  if (code == kFree) return std::nullopt;
  return code;
}

std::optional<std::uint32_t> TextDictionary::code_of(std::string_view text) {
  const Fingerprint fingerprint = fingerprint_of(text);
  // Streams repeat themselves: the text of the row before is the likeliest.
  if (is(last_, fingerprint, text)) return last_.code;
  const std::size_t slot = slot_of(text, fingerprint);
  if (slots_[slot].code == kFree) return add(text, slot, fingerprint);
  last_ = slots_[slot];
  return last_.code;
}

TextDictionary::Fingerprint TextDictionary::fingerprint_of(std::string_view text) {
  return {text.size() <= kShort ? bits_of_short(text) : bits_of_long(text), text.size()};
}

bool TextDictionary::is(const Slot& slot, Fingerprint fingerprint, std::string_view text) const {
  if (slot.fingerprint != fingerprint || slot.code == kFree) return false;
  return text.size() <= kShort || texts_.text(slot.code) == text;
}

std::size_t TextDictionary::slot_of(std::string_view text, Fingerprint fingerprint) const {
  const std::size_t mask = slots_.size() - 1;
  const std::uint64_t hash = (fingerprint.bits ^ fingerprint.size) * kOdd;
  for (std::size_t slot = (hash >> 32U) & mask;; slot = (slot + 1) & mask) {
    if (slots_[slot].code == kFree || is(slots_[slot], fingerprint, text)) return slot;
  }
}

std::optional<std::uint32_t> TextDictionary::add(std::string_view text, std::size_t slot,
                                                 Fingerprint fingerprint) {
  if (texts_.size() >= most_texts_ || texts_.bytes.size() + text.size() > kMostBytes) closed_ = true;
  if (closed_) return std::nullopt;
  last_ = {fingerprint, static_cast<std::uint32_t>(texts_.size())};
  slots_[slot] = last_;
  texts_.bytes += text;
  texts_.offsets.push_back(static_cast<std::uint32_t>(texts_.bytes.size()));
  shared_ = nullptr;
  if (texts_.size() * 2 >= slots_.size()) grow();
  return last_.code;
}

void TextDictionary::grow() {
  std::vector<Slot> before(slots_.size() * 2);
  before.swap(slots_);
  for (const Slot& moved : before) {
    if (moved.code != kFree) slots_[slot_of(texts_.text(moved.code), moved.fingerprint)] = moved;
  }
}

std::shared_ptr<const TextTable> TextDictionary::table() {
  if (shared_ == nullptr) shared_ = std::make_shared<const TextTable>(texts_);
  return shared_;
}

}  // namespace horatio::process
