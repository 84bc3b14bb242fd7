// SPDX-License-Identifier: Apache-2.0
// What a run did, as the JSON object of --stats.
#pragma once

#include <cstdint>
#include <string>

#include "operator/cli/row_reports.h"

namespace horatio::process {

struct RunStats {
  std::uint64_t events = 0;  // rows of the input that are events: readable, of a type of the schema, not late
  std::uint64_t rows = 0;    // of the result
  std::uint64_t ignored = 0;    // rows of a type that the schema does not name
  std::uint64_t rejected = 0;   // rows that could not be read
  RejectCounts rejected_for{};  // the same by reason
  std::uint64_t late = 0;       // rows behind the latest time by more than the lateness allowed
  std::uint64_t left_out = 0;   // (event, query) pairs with a NULL key
  std::uint64_t nonfinite = 0;  // FLOAT values of events that were nan or infinite and read as NULL
  double read_seconds = 0;      // reading, decompressing and parsing the input
  double engine_seconds = 0;    // evaluation, with putting rows into text
  double total_seconds = 0;     // from the start of the run, with loading the workload and writing
  std::uint64_t peak_rss_bytes = 0;
  std::string strategy;  // as chosen
};

std::string to_json(const RunStats& stats);

// Of this process so far.
std::uint64_t peak_rss_bytes();

}  // namespace horatio::process
