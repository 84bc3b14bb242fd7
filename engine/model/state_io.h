// SPDX-License-Identifier: Apache-2.0
// Bytes of snapshots: little-endian numbers, and byte strings behind their u32 length. The reader checks
// every length against what is there before it is used: after the first fault it is failed, and all it hands
// out is zero or empty. A number costs a few instructions on either side.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

namespace horatio {

// Appends to a string, which is longer than what has been written until the writer is gone.
class StateWriter {
 public:
  explicit StateWriter(std::string& out) : out_(out) { go_on(); }
  ~StateWriter() { out_.resize(size()); }
  StateWriter(const StateWriter&) = delete;
  StateWriter& operator=(const StateWriter&) = delete;

  template <class T>
    requires std::is_integral_v<T>
  void number(T value) {
    make_room(sizeof(value));
    put(value);
  }
  void bytes(std::string_view text) {
    make_room(text.size());
    put(text);
  }
  void text(std::string_view text) {
    make_room(sizeof(std::uint32_t) + text.size());
    put(static_cast<std::uint32_t>(text.size()));
    put(text);
  }
  // The text of a number's bytes, the least significant first, without leading zeros.
  void natural(std::uint64_t value) {
    constexpr std::uint32_t kByte = 8;
    make_room(sizeof(std::uint32_t) + sizeof(value));
    const auto size = (static_cast<std::uint32_t>(std::bit_width(value)) + kByte - 1) / kByte;
    put(size);
    put(value);
    next_ -= sizeof(value) - size;
  }
  // A number that is known later: returns where it stands, for fill().
  template <class T>
  std::size_t reserve() {
    const std::size_t at = size();
    number(T{0});
    return at;
  }
  template <class T>
  void fill(std::size_t at, T value) {
    std::memcpy(out_.data() + at, &value, sizeof(value));
  }
  // Has `append` append to the string itself.
  template <class Append>
  void with_string(const Append& append) {
    out_.resize(size());
    append(out_);
    go_on();
  }

  std::size_t size() const { return static_cast<std::size_t>(next_ - out_.data()); }
  // From a place on. Until something more is written.
  std::string_view written(std::size_t from) const { return {out_.data() + from, size() - from}; }

 private:
  static constexpr std::size_t kStep = 4096;  // of which the string fills with zeros what is not there yet

  void make_room(std::size_t bytes) {
    if (bytes > static_cast<std::size_t>(end_ - next_)) [[unlikely]]
      grow(bytes);
  }
  [[gnu::noinline]] void grow(std::size_t bytes) {
    const std::size_t used = size();
    out_.resize(used + std::max(bytes, kStep));
    next_ = out_.data() + used;
    end_ = out_.data() + out_.size();
  }
  void go_on() { next_ = end_ = out_.data() + out_.size(); }

  // REQUIRES: there is room.
  template <class T>
    requires std::is_integral_v<T>
  void put(T value) {
    std::memcpy(next_, &value, sizeof(value));
    next_ += sizeof(value);
  }
  void put(std::string_view text) {
    text.copy(next_, text.size());
    next_ += text.size();
  }

  std::string& out_;
  char* next_ = nullptr;
  char* end_ = nullptr;
};

// What `write(StateWriter&)` writes.
template <class Write>
std::string written_by(const Write& write) {
  std::string bytes;
  {
    StateWriter out(bytes);
    write(out);
  }
  return bytes;
}

class StateReader {
 public:
  explicit StateReader(std::span<const std::byte> in)
      : StateReader(std::string_view(reinterpret_cast<const char*>(in.data()), in.size())) {}
  explicit StateReader(std::string_view in) : next_(in.data()), end_(in.data() + in.size()) {}

  template <class T>
    requires std::is_integral_v<T>
  T number() {
    T value{};
    if (sizeof(value) > left()) [[unlikely]] {
      fail();
      return value;
    }
    std::memcpy(&value, next_, sizeof(value));
    next_ += sizeof(value);
    return value;
  }
  std::string_view bytes(std::size_t size) {
    if (size > left()) [[unlikely]] {
      fail();
      return {};
    }
    const std::string_view taken(next_, size);
    next_ += size;
    return taken;
  }
  std::string_view text() { return bytes(number<std::uint32_t>()); }
  // What a text says as a number, its least significant byte first. REQUIRES: it is of this reader, and of at
  // most 8 bytes.
  std::uint64_t word(std::string_view text) const {
    std::uint64_t value = 0;
    if (text.empty()) return value;
    if (static_cast<std::size_t>(end_ - text.data()) < sizeof(value)) {
      text.copy(reinterpret_cast<char*>(&value), text.size());
      return value;
    }
    std::memcpy(&value, text.data(), sizeof(value));
    return text.size() == sizeof(value) ? value : value & ((std::uint64_t{1} << 8 * text.size()) - 1);
  }
  // A count of things of at least `least` bytes each; fails if so many cannot follow.
  template <class T>
  T count(std::size_t least) {
    const T value = number<T>();
    if (value > left() / least) {
      fail();
      return 0;
    }
    return value;
  }

  void fail() {
    failed_ = true;
    next_ = end_;
  }
  bool failed() const { return failed_; }
  std::size_t left() const { return static_cast<std::size_t>(end_ - next_); }

 private:
  const char* next_;
  const char* end_;
  bool failed_ = false;
};

}  // namespace horatio
