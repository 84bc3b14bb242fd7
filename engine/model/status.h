// SPDX-License-Identifier: Apache-2.0
// Expected faults as values. An Error says what is wrong, where, and what to do about it; a Result<T> is a
// value or an Error. Broken invariants assert; exceptions stay inside the owner of the third party that
// throws.
#pragma once

#include <cassert>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <variant>

namespace horatio {

// Stable numbers, in ranges by origin; the same numbers travel in ERROR frames and in control.thrift.
enum class ErrorCode : std::uint16_t {
  // 100-199: the workload's text
  kSyntax = 100,
  kUnknownName = 101,
  kDuplicate = 102,
  kTypeMismatch = 103,
  kNotAvailable = 104,  // part of the language, not yet (or not here) answered
  kInvalidClause = 105,
  kKeyMismatch = 106,  // stream key and GROUP BY do not agree
  kTooLarge = 107,     // automaton over 64 states
  // 200-299: events
  kBadEvent = 200,
  kLateEvent = 201,
  kKeyGroupConflict = 202,  // rows of one group under two key groups
  // 300-399: the wire
  kBadFrame = 300,
  kUnsupportedVersion = 301,
  kUnknownKind = 302,
  kLimitExceeded = 303,
  kSequenceGap = 304,
  kProtocol = 305,  // a frame that may not stand here
  kUnauthorized = 306,
  kUnknownWorkload = 307,
  kStaleSession = 308,
  kHeldLimit = 309,
  // 400-499: state
  kBadState = 400,
  // 500-599: the machine
  kFile = 500,
  kMemory = 501,
  kShutdown = 502,
  kInternal = 599,
};

// A place in a text, counted from 1; line 0 means "no place".
struct SourcePlace {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  bool operator==(const SourcePlace&) const = default;
};

struct Error {
  ErrorCode code = ErrorCode::kInternal;
  std::string message;  // what is wrong, and with which part
  std::string remedy;   // what to do; may be empty
  SourcePlace place;
};

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::move(value)) {}      // NOLINT: a value is a result
  Result(Error error) : state_(std::move(error)) {}  // NOLINT: so is an error

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }
  T& value() { return assert(ok()), std::get<0>(state_); }
  const T& value() const { return assert(ok()), std::get<0>(state_); }
  const Error& error() const { return assert(!ok()), std::get<1>(state_); }
  T& operator*() { return value(); }
  const T& operator*() const { return value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

 private:
  std::variant<T, Error> state_;
};

// A Result without a value. Calls per event return it, so it is a pointer, null where all is well.
class [[nodiscard]] Status {
 public:
  Status() = default;
  Status(Error error)
      : error_(std::make_shared<const Error>(std::move(error))) {}  // NOLINT: an error is a status
  bool ok() const { return error_ == nullptr; }
  explicit operator bool() const { return ok(); }
  const Error& error() const { return assert(error_), *error_; }

 private:
  std::shared_ptr<const Error> error_;
};

}  // namespace horatio
