// SPDX-License-Identifier: Apache-2.0
#include "operator/cli/row_reports.h"

#include <numeric>

namespace horatio::process {
namespace {

std::string rows(std::uint64_t count) { return std::to_string(count) + (count == 1 ? " row" : " rows"); }
const char* were(std::uint64_t count) { return count == 1 ? "was" : "were"; }

const char* in_words(RejectReason reason) {
  switch (reason) {
    case RejectReason::kBrokenRow:
      return "broken";
    case RejectReason::kMissingAttribute:
      return "with an attribute missing";
    case RejectReason::kSurplusField:
      return "with too many fields";
    case RejectReason::kNoType:
      return "without a type";
    case RejectReason::kBadTime:
      return "with a bad time";
    case RejectReason::kWrongType:
      return "with a value of a wrong type";
    case RejectReason::kOutOfRange:
      return "with a number out of range";
    case RejectReason::kTooManyDecimals:
      return "with too many decimals";
    case RejectReason::kNanInKey:
      return "with a NaN in a key";
  }
  return "?";
}

std::string with_reasons(const RejectCounts& counts) {
  std::string text;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] == 0) continue;
    text +=
        (text.empty() ? "" : ", ") + std::to_string(counts[i]) + " " + in_words(static_cast<RejectReason>(i));
  }
  return text;
}

std::string shown_of(std::uint64_t late) {
  if (late <= RowReports::kLateRowsShown) return "";
  return " (the first " + std::to_string(RowReports::kLateRowsShown) + " are shown)";
}

}  // namespace

const char* name_of(RejectReason reason) {
  switch (reason) {
    case RejectReason::kBrokenRow:
      return "broken_row";
    case RejectReason::kMissingAttribute:
      return "missing_attribute";
    case RejectReason::kSurplusField:
      return "surplus_field";
    case RejectReason::kNoType:
      return "no_type";
    case RejectReason::kBadTime:
      return "bad_time";
    case RejectReason::kWrongType:
      return "wrong_type";
    case RejectReason::kOutOfRange:
      return "out_of_range";
    case RejectReason::kTooManyDecimals:
      return "too_many_decimals";
    case RejectReason::kNanInKey:
      return "nan_in_key";
  }
  return "?";
}

std::string RowReports::place(std::uint64_t line, std::string_view reason) const {
  return input_ + ":" + std::to_string(line) + ": " + std::string(reason);
}

void RowReports::rejected(std::uint64_t line, RejectReason reason, std::string_view words) {
  count_rejected(reason);
  diagnostics_.message(place(line, words));
}

std::uint64_t RowReports::rejected_rows() const {
  return std::accumulate(rejected_.begin(), rejected_.end(), std::uint64_t{0});
}

void RowReports::late(std::uint64_t line, std::string_view reason) {
  if (++late_ <= kLateRowsShown) diagnostics_.message(place(line, reason));
}

void RowReports::summary() {
  if (const std::uint64_t rejected = rejected_rows(); rejected > 0) {
    diagnostics_.message(input_ + ": " + rows(rejected) + " could not be read and " + were(rejected) +
                         " skipped: " + with_reasons(rejected_));
  }
  if (late_ > 0) {
    diagnostics_.message(input_ + ": " + rows(late_) + " came too late and " + were(late_) + " not used" +
                         shown_of(late_) + "; --allow-lateness T accepts rows up to T behind");
  }
}

}  // namespace horatio::process
