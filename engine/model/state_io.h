// SPDX-License-Identifier: Apache-2.0
// Bytes of snapshots: little-endian numbers, and byte strings behind their u32 length. The reader checks
// every length against what is there before it is used: after the first fault it is failed, and all it hands
// out is zero or empty.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

namespace horatio {

class StateWriter {
 public:
  explicit StateWriter(std::string& out) : out_(out) {}

  template <class T>
    requires std::is_integral_v<T>
  void number(T value) {
    out_.append(reinterpret_cast<const char*>(&value), sizeof(value));
  }
  void bytes(std::string_view text) { out_.append(text); }
  void text(std::string_view text) {
    number(static_cast<std::uint32_t>(text.size()));
    bytes(text);
  }
  // A number that is known later: returns where it stands, for fill().
  template <class T>
  std::size_t reserve() {
    const std::size_t at = out_.size();
    number(T{0});
    return at;
  }
  template <class T>
  void fill(std::size_t at, T value) {
    std::memcpy(out_.data() + at, &value, sizeof(value));
  }
  std::size_t size() const { return out_.size(); }

 private:
  std::string& out_;
};

class StateReader {
 public:
  explicit StateReader(std::span<const std::byte> in)
      : rest_(reinterpret_cast<const char*>(in.data()), in.size()) {}
  explicit StateReader(std::string_view in) : rest_(in) {}

  template <class T>
    requires std::is_integral_v<T>
  T number() {
    T value{};
    const std::string_view taken = bytes(sizeof(value));
    if (!taken.empty()) std::memcpy(&value, taken.data(), sizeof(value));
    return value;
  }
  std::string_view bytes(std::size_t size) {
    if (size > rest_.size()) {
      failed_ = true;
      rest_ = {};
      return {};
    }
    const std::string_view taken = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return taken;
  }
  std::string_view text() { return bytes(number<std::uint32_t>()); }
  // A count of things of at least `least` bytes each; fails if so many cannot follow.
  template <class T>
  T count(std::size_t least) {
    const T value = number<T>();
    if (value > rest_.size() / least) {
      failed_ = true;
      rest_ = {};
      return 0;
    }
    return value;
  }

  void fail() {
    failed_ = true;
    rest_ = {};
  }
  bool failed() const { return failed_; }
  std::size_t left() const { return rest_.size(); }

 private:
  std::string_view rest_;
  bool failed_ = false;
};

}  // namespace horatio
