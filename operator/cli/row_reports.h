// SPDX-License-Identifier: Apache-2.0
// Rows that did not become events, by line number and reason: the first few of each kind are shown, all are
// counted.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "operator/cli/diagnostics.h"

namespace horatio::process {

class RowReports {
 public:
  static constexpr std::uint64_t kShownOfEachKind = 20;

  // `input`: the file's name as messages say it. REQUIRES: `diagnostics` outlives this.
  RowReports(Diagnostics& diagnostics, std::string input)
      : diagnostics_(diagnostics), input_(std::move(input)) {}

  // "E.csv:12: reason"
  std::string place(std::uint64_t line, std::string_view reason) const;

  void rejected(std::uint64_t line, std::string_view reason);
  void late(std::uint64_t line, std::string_view reason);

  std::uint64_t rejected_rows() const { return rejected_; }
  std::uint64_t late_rows() const { return late_; }

  // How many there were, if there were any.
  void summary();

 private:
  void show(std::uint64_t count, std::uint64_t line, std::string_view reason);

  Diagnostics& diagnostics_;
  std::string input_;
  std::uint64_t rejected_ = 0;
  std::uint64_t late_ = 0;
};

}  // namespace horatio::process
