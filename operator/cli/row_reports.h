// SPDX-License-Identifier: Apache-2.0
// Rows that did not become events, by line number and reason. All are counted. Each row that cannot be read
// is shown, of the late rows only the first few: a stream that is out of order as a whole has them by the
// million.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "operator/cli/diagnostics.h"

namespace horatio::process {

// Why a row is no event.
enum class RejectReason : std::uint8_t {
  kBrokenRow,         // its fields cannot be told apart
  kMissingAttribute,  // fewer fields than the header has
  kSurplusField,      // more fields than the header has
  kNoType,
  kBadTime,
  kWrongType,
  kOutOfRange,  // a number of the type that 64 bits cannot hold
  kTooManyDecimals,
  kNanInKey,
};
inline constexpr std::size_t kRejectReasons = 9;

// As --stats names it: "missing_attribute".
const char* name_of(RejectReason reason);

using RejectCounts = std::array<std::uint64_t, kRejectReasons>;  // by RejectReason

class RowReports {
 public:
  static constexpr std::uint64_t kLateRowsShown = 20;

  // `input`: the file's name as messages say it. REQUIRES: `diagnostics` outlives this.
  RowReports(Diagnostics& diagnostics, std::string input)
      : diagnostics_(diagnostics), input_(std::move(input)) {}

  // "E.csv:12: reason"
  std::string place(std::uint64_t line, std::string_view reason) const;

  void rejected(std::uint64_t line, RejectReason reason, std::string_view words);
  void late(std::uint64_t line, std::string_view reason);

  // The row is shown elsewhere, since it ends the run.
  void count_rejected(RejectReason reason) { ++rejected_[static_cast<std::size_t>(reason)]; }
  void count_late() { ++late_; }

  const RejectCounts& rejected_for() const { return rejected_; }
  std::uint64_t rejected_rows() const;
  std::uint64_t late_rows() const { return late_; }

  // How many were skipped and why, if any were.
  void summary();

 private:
  Diagnostics& diagnostics_;
  std::string input_;
  RejectCounts rejected_{};
  std::uint64_t late_ = 0;
};

}  // namespace horatio::process
