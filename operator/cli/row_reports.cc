// SPDX-License-Identifier: Apache-2.0
#include "operator/cli/row_reports.h"

namespace horatio::process {
namespace {

std::string rows(std::uint64_t count) { return std::to_string(count) + (count == 1 ? " row" : " rows"); }

std::string shown_of(std::uint64_t late) {
  if (late <= RowReports::kLateRowsShown) return "";
  return " (the first " + std::to_string(RowReports::kLateRowsShown) + " are shown)";
}

}  // namespace

std::string RowReports::place(std::uint64_t line, std::string_view reason) const {
  return input_ + ":" + std::to_string(line) + ": " + std::string(reason);
}

void RowReports::rejected(std::uint64_t line, std::string_view reason) {
  ++rejected_;
  diagnostics_.message(place(line, reason));
}

void RowReports::late(std::uint64_t line, std::string_view reason) {
  if (++late_ <= kLateRowsShown) diagnostics_.message(place(line, reason));
}

void RowReports::summary() {
  if (rejected_ > 0) {
    diagnostics_.message(input_ + ": " + rows(rejected_) + " could not be read and were skipped");
  }
  if (late_ > 0) {
    diagnostics_.message(input_ + ": " + rows(late_) + " came too late and were not used" + shown_of(late_) +
                         "; --allow-lateness T accepts rows up to T behind");
  }
}

}  // namespace horatio::process
