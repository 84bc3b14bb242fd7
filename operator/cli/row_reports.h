// SPDX-License-Identifier: Apache-2.0
// Rows that did not become events, by line number and reason. All are counted. Each row that cannot be read
// is shown, of the late rows only the first few: a stream that is out of order as a whole has them by the
// million.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "operator/cli/diagnostics.h"

namespace horatio::process {

class RowReports {
 public:
  static constexpr std::uint64_t kLateRowsShown = 20;

  // `input`: the file's name as messages say it. REQUIRES: `diagnostics` outlives this.
  RowReports(Diagnostics& diagnostics, std::string input)
      : diagnostics_(diagnostics), input_(std::move(input)) {}

  // "E.csv:12: reason"
  std::string place(std::uint64_t line, std::string_view reason) const;

  void rejected(std::uint64_t line, std::string_view reason);
  void late(std::uint64_t line, std::string_view reason);

  // The row is shown elsewhere, since it ends the run.
  void count_rejected() { ++rejected_; }
  void count_late() { ++late_; }

  std::uint64_t rejected_rows() const { return rejected_; }
  std::uint64_t late_rows() const { return late_; }

  // How many were skipped, if any were.
  void summary();

 private:
  Diagnostics& diagnostics_;
  std::string input_;
  std::uint64_t rejected_ = 0;
  std::uint64_t late_ = 0;
};

}  // namespace horatio::process
